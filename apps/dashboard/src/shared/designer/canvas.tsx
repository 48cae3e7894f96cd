import type { DrawnLayer } from '@insignia/design';
import { type Pictures, paintLayer } from '@insignia/design/canvas';
import { type EditableLayer, moveLayers } from '@insignia/design/edit';
import type { Stage as StageNode } from 'konva/lib/Stage.js';
import 'konva/lib/shapes/Rect.js';
import 'konva/lib/shapes/Line.js';
import type { Context } from 'konva/lib/Context.js';
import type { Shape as ShapeNode } from 'konva/lib/Shape.js';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Layer, Line, Rect, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import { t } from '../../messages/en/design.ts';
import classes from './canvas.module.css';
import { browserCanvasTools } from './canvas-tools.ts';
import { useColors, usePixelRatio, useSize, useView, ZoomBar } from './canvas-view.tsx';
import { useDesign, useDesigner } from './context.ts';
import { Handles } from './handles.tsx';
import { useGestures } from './use-gestures.ts';

export type CanvasColors = ReturnType<typeof useColors>;
type Props = {
  label: string;
  hint: string;
  drawn: readonly DrawnLayer[];
  pictures: Pictures;
  isSlow: boolean;
  /** The area behind the layers. */
  renderBackground: (colors: CanvasColors) => ReactNode;
  /** Margins to stay within, if the design has any. `line` is the width of a pixel. */
  renderMargins?: ((colors: CanvasColors, line: number) => ReactNode) | undefined;
  /** Whether margins are shown at first. */
  hasMargins?: boolean;
  /** Width around the design that isn't dimmed. */
  bleed?: number;
  /** Whether the design is on white in any color scheme. */
  isOnPaper?: boolean;
};

/** A color that is visible on any design. */
const guideColor = '#ff2d9b';
const arrows: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The editable design. The layer list and the fields are the accessible alternative. */
export function Canvas({ label, hint, drawn, pictures, isSlow, ...parts }: Props) {
  const { renderBackground, renderMargins, hasMargins = false, bleed = 0 } = parts;
  const { isOnPaper = false } = parts;
  const { store, change, textField, stage: place, unit } = useDesigner();
  const design = useDesign();
  const stage = useRef<StageNode>(null);
  const size = useSize(place);
  const { view, fit, zoomBy, panBy, isBarBeside } = useView(size, design, unit.pixels);
  const [isSpaceDown, setSpaceDown] = useState(false);
  const [hasMargin, setMargin] = useState(hasMargins);
  const { guides, setGuides, frame, handlers } = useGestures({ stage, view, panBy, zoomBy });
  const colors = useColors(isOnPaper);
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
    const direction = arrows[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    const by = { x: direction[0] * step, y: direction[1] * step };
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

  const { width, height } = design;
  const line = 1 / view.zoom;
  return (
    <div className={classes.canvas}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set belongs to a form */}
      <div
        ref={place}
        role="group"
        aria-label={label}
        aria-description={hint}
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
            {renderBackground(colors)}
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
            <Outside width={width} height={height} bleed={bleed} color={colors.desk} />
            {hasMargin && renderMargins?.(colors, line)}
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
              view={view}
              show={setGuides}
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
        zoom={view.zoom / unit.pixels}
        fit={fit}
        zoomBy={zoomBy}
        isBeside={isBarBeside}
        hasMargin={hasMargin}
        toggleMargin={renderMargins && (() => setMargin(!hasMargin))}
      />
    </div>
  );
}

type OutsideProps = { width: number; height: number; bleed: number; color: string };

/** Dims the area outside the design. */
function Outside({ width, height, bleed, color }: OutsideProps) {
  const far = 20_000;
  return (
    <Shape
      listening={false}
      sceneFunc={({ _context: context }) => {
        context.globalAlpha = 0.7;
        context.fillStyle = color;
        context.beginPath();
        context.rect(-far, -far, 2 * far, 2 * far);
        context.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed);
        context.fill('evenodd');
      }}
    />
  );
}

type LayerNodeProps = { layer: EditableLayer; drawn: DrawnLayer | undefined; pictures: Pictures };

const isCoarse = matchMedia('(pointer: coarse)');
/** Pixels. Lines are as easy to hit in designs in millimeters as in those in pixels. */
const minHitWidth = () => (isCoarse.matches ? 24 : 10);

/** A layer on the stage, positioned by the document and rendered from the drawing. */
function LayerNode({ layer, drawn, pictures }: LayerNodeProps) {
  const { width, height } = layer;
  // Stretches the previous drawing until the new one arrives.
  const stretch = (context: CanvasRenderingContext2D) =>
    drawn && context.scale(width / drawn.width, height / drawn.height);
  const paint = ({ _context: context }: Context) => {
    if (!drawn) return;
    const own = context as CanvasRenderingContext2D;
    own.save();
    stretch(own);
    paintLayer(own, drawn, pictures, browserCanvasTools);
    own.restore();
  };
  const paintHit = ({ _context: context }: Context, node: ShapeNode) => {
    const own = context as CanvasRenderingContext2D;
    own.save();
    own.fillStyle = node.colorKey;
    own.strokeStyle = node.colorKey;
    if (layer.type !== 'shape' || drawn?.type !== 'path') own.fillRect(0, 0, width, height);
    else {
      stretch(own);
      const path = new Path2D(drawn.path);
      // Clicks pass through the hole of a ring.
      if (drawn.fill) own.fill(path);
      const { a, b } = own.getTransform();
      const pixels = Math.hypot(a, b);
      own.lineWidth = Math.max(drawn.stroke?.width ?? 0, minHitWidth() / pixels);
      own.stroke(path);
    }
    own.restore();
  };
  return (
    <Shape
      id={layer.id}
      x={layer.x + width / 2}
      y={layer.y + height / 2}
      offsetX={width / 2}
      offsetY={height / 2}
      width={width}
      height={height}
      rotation={layer.rotation}
      visible={!layer.hidden}
      listening={!layer.locked}
      perfectDrawEnabled={false}
      sceneFunc={paint}
      hitFunc={paintHit}
    />
  );
}
