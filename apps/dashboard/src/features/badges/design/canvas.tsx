import type { DrawnLayer } from '@insignia/design';
import { createFillStyle, type Pictures } from '@insignia/design/canvas';
import { moveLayers } from '@insignia/design/edit';
import type { Stage as Node } from 'konva/lib/Stage.js';
import 'konva/lib/shapes/Rect.js';
import 'konva/lib/shapes/Line.js';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Line, Rect, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import { t } from '../../../messages/en/design.ts';
import classes from './canvas.module.css';
import { useColors, usePixelRatio, useSize, useView, ZoomBar } from './canvas-view.tsx';
import { useDesign, useDesigner } from './context.ts';
import { Handles } from './handles.tsx';
import { LayerNode } from './layer-node.tsx';
import { useGestures } from './use-gestures.ts';

type Props = { drawn: readonly DrawnLayer[]; pictures: Pictures; isSlow: boolean };

/** Share of the side outside the safe area for circular display. */
const safe = 0.06;
/** A color that is visible on any design. */
const guideColor = '#ff2d9b';
const arrows: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The editable picture. The layer list and the fields are the accessible alternative. */
export function Canvas({ drawn, pictures, isSlow }: Props) {
  const { store, change, textField, stage: place } = useDesigner();
  const design = useDesign();
  const stage = useRef<Node>(null);
  const size = useSize(place);
  const { view, fit, zoomBy, panBy, isBarBeside } = useView(size, design);
  const [isSpaceDown, setSpaceDown] = useState(false);
  const [hasMargin, setMargin] = useState(false);
  const { guides, frame, handlers } = useGestures({ stage, view, panBy, zoomBy });
  const colors = useColors();
  const ratio = usePixelRatio();
  const byId = useMemo(() => new Map(drawn.map((layer) => [layer.id, layer])), [drawn]);

  useEffect(() => {
    const { current } = place;
    // React's listener would be passive, so the page would scroll too.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      if (!event.ctrlKey && !event.metaKey) return panBy(-event.deltaX, -event.deltaY);
      const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      zoomBy(Math.exp(-event.deltaY / 300), at);
    };
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [place, panBy, zoomBy]);

  const press = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      event.preventDefault();
      setSpaceDown(true);
    }
    const way = arrows[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    const by = { x: way[0] * step, y: way[1] * step };
    change((before) => moveLayers(before, store.getState().selected, by), 'nudge');
  };

  const write = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const hit = stage.current?.getIntersection({ x: clientX - left, y: clientY - top });
    const { selected } = store.getState();
    if (!hit || selected.length !== 1 || selected[0] !== hit.id()) return;
    textField.current?.focus();
    // Typing replaces the text.
    textField.current?.select();
  };

  const { width, height, background } = design;
  const line = 1 / view.zoom;
  return (
    <div className={classes.canvas}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set would be a form's */}
      <div
        ref={place}
        role="group"
        aria-label={t('design.canvas')}
        aria-description={t('design.canvas.hint')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the selection
        tabIndex={0}
        className={classes.stage}
        data-panning={isSpaceDown || undefined}
        onKeyDown={press}
        onKeyUp={({ key }) => key === ' ' && setSpaceDown(false)}
        onBlur={() => setSpaceDown(false)}
        onDoubleClick={write}
        {...handlers(isSpaceDown)}
      >
        <Stage
          // Canvases keep their initial pixel ratio.
          key={ratio}
          ref={stage}
          width={size.width}
          height={size.height}
          x={view.x}
          y={view.y}
          scaleX={view.zoom}
          scaleY={view.zoom}
        >
          <Layer>
            <Rect
              width={width}
              height={height}
              fill={colors.paper}
              shadowColor="#000000"
              shadowOpacity={0.16}
              shadowBlur={24}
              listening={false}
            />
            <Checks width={width} height={height} color={colors.check} />
            {background && (
              <Shape
                listening={false}
                sceneFunc={({ _context }) => {
                  const context = _context as CanvasRenderingContext2D;
                  context.fillStyle = createFillStyle(context, background, {
                    width,
                    height,
                  }) as CanvasGradient;
                  context.fillRect(0, 0, width, height);
                }}
              />
            )}
            {design.layers.map((layer) => (
              <LayerNode
                key={layer.id}
                layer={layer}
                drawn={byId.get(layer.id)}
                pictures={pictures}
              />
            ))}
          </Layer>
          <Layer>
            <Outside width={width} height={height} color={colors.desk} />
            {hasMargin && (
              <Rect
                x={width * safe}
                y={height * safe}
                width={width * (1 - 2 * safe)}
                height={height * (1 - 2 * safe)}
                cornerRadius={8}
                stroke={colors.guide}
                strokeWidth={line}
                dash={[6 * line, 4 * line]}
                listening={false}
              />
            )}
            {guides.map(({ axis, at, from, to }) => (
              <Line
                key={`${axis} ${at}`}
                points={axis === 'x' ? [at, from, at, to] : [from, at, to, at]}
                stroke={guideColor}
                strokeWidth={1.5 * line}
                listening={false}
              />
            ))}
            {frame && (
              <Rect
                {...frame}
                opacity={0.6}
                stroke={colors.accent}
                strokeWidth={line}
                listening={false}
              />
            )}
            <Handles
              zoom={view.zoom}
              layers={design.layers}
              color={colors.accent}
              background={colors.paper}
            />
          </Layer>
        </Stage>
      </div>
      <p className={classes.slow} role="status">
        {isSlow && t('design.slow')}
      </p>
      <ZoomBar
        zoom={view.zoom}
        fit={fit}
        zoomBy={zoomBy}
        isBeside={isBarBeside}
        hasMargin={hasMargin}
        toggleMargin={() => setMargin(!hasMargin)}
      />
    </div>
  );
}

/** Checkerboard behind transparent areas. */
function Checks({ width, height, color }: { width: number; height: number; color: string }) {
  const side = 32;
  return (
    <Shape
      listening={false}
      sceneFunc={({ _context: context }) => {
        context.fillStyle = color;
        for (let row = 0; row * side < height; row++)
          for (let column = row % 2; column * side < width; column += 2)
            context.fillRect(
              column * side,
              row * side,
              Math.min(side, width - column * side),
              Math.min(side, height - row * side),
            );
      }}
    />
  );
}

/** Dims the area outside the picture. */
function Outside({ width, height, color }: { width: number; height: number; color: string }) {
  const far = 20_000;
  return (
    <Shape
      listening={false}
      sceneFunc={({ _context: context }) => {
        context.globalAlpha = 0.7;
        context.fillStyle = color;
        context.beginPath();
        context.rect(-far, -far, 2 * far, 2 * far);
        context.rect(0, 0, width, height);
        context.fill('evenodd');
      }}
    />
  );
}
