import {
  type Box,
  changeLayers,
  type EditableLayer,
  type Guide,
  getBoundingBox,
  getEnclosingBox,
  type MovedEdges,
  roundCoordinate,
  snapEdges,
} from '@insignia/design/edit';
import type { Node } from 'konva/lib/Node.js';
import type { Rect } from 'konva/lib/shapes/Rect.js';
import type { Transformer as Shape } from 'konva/lib/shapes/Transformer.js';
import 'konva/lib/shapes/Transformer.js';
import { useEffect, useRef } from 'react';
import { Transformer } from 'react-konva/lib/ReactKonvaCore.js';
import type { CanvasView } from './canvas-view.tsx';
import { useDesigner, useSelectedLayers } from './context.ts';
import { listSnapTargets, snapDistance } from './gestures.ts';

const turns = Array.from({ length: 24 }, (_, n) => n * 15);
const isCoarse = matchMedia('(pointer: coarse)');
const hasTouch = matchMedia('(any-pointer: coarse)');
/** Touch target in pixels. */
const targetSize = 44;
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const sides = ['top-center', 'middle-right', 'bottom-center', 'middle-left'];

/** Leaves out handles that would cover the layer. */
function anchorsFor(width: number, height: number): string[] {
  if (!hasTouch.matches) return [...corners, ...sides];
  const shorter = Math.min(width, height);
  if (shorter < 2 * targetSize) return ['bottom-right'];
  return shorter < 3 * targetSize ? corners : [...corners, ...sides];
}

/** Handles keep a distance from small layers, so that a finger can move those too. */
function paddingFor(width: number, height: number): number {
  if (!hasTouch.matches) return 0;
  return Math.max(targetSize / 2 - Math.max(width, height) / 4, 0);
}

/** Corners scale the text with its box, sides only the box. */
function withLetters(
  layer: EditableLayer,
  before: EditableLayer,
  { min, max }: { min: number; max: number },
): EditableLayer {
  if (!('size' in layer && 'size' in before)) return layer;
  const size = Number(before.size) * (layer.width / before.width);
  const sized = { ...layer, size: Math.min(Math.max(Math.round(size * 10) / 10, min), max) };
  return sized;
}

type StageBox = Box & { rotation: number };

/** Undefined for the handle that rotates. */
function readMovedEdges(anchor: string): MovedEdges | undefined {
  if (![...corners, ...sides].includes(anchor)) return undefined;
  return {
    ...(anchor.endsWith('left') && { x: 'start' }),
    ...(anchor.endsWith('right') && { x: 'end' }),
    ...(anchor.startsWith('top') && { y: 'start' }),
    ...(anchor.startsWith('bottom') && { y: 'end' }),
  };
}

type Props = {
  view: CanvasView;
  show: (guides: Guide[]) => void;
  color: string;
  background: string;
  /** As on the stage. The selection may arrive earlier. */
  layers: readonly EditableLayer[];
};

/** Handles for resizing with snapping, and for rotating in steps of 15 degrees. */
export function Handles({ view, show, color, background, layers }: Props) {
  const designer = useDesigner();
  const { change, endGesture, unit, store } = designer;
  const chosen = useSelectedLayers().filter(({ locked, hidden }) => !locked && !hidden);
  const handles = useRef<Shape>(null);
  const gesture = useRef(0);
  const layersAtStart = useRef<readonly EditableLayer[]>([]);
  const isFree = useRef(false);
  const key = chosen.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nodes may have arrived with the layers
  useEffect(() => {
    const stage = handles.current?.getStage();
    const ids = key === '' ? [] : key.split(' ');
    const nodes = ids.flatMap((id) => stage?.findOne((node: Node) => node.id() === id) ?? []);
    const attached = handles.current?.nodes() ?? [];
    // Handles don't move while they are dragged.
    if (nodes.length !== attached.length || nodes.some((node, at) => node !== attached[at]))
      handles.current?.nodes(nodes);
  }, [key, layers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handles follow changes of their nodes
  useEffect(() => handles.current?.forceUpdate(), [chosen]);

  // A second outline, for pictures in the color of the first.
  useEffect(() => {
    handles.current
      ?.findOne('.back')
      ?.setAttrs({ shadowColor: background, shadowBlur: 3, shadowOpacity: 1 });
  }, [background]);

  /** Rotated layers don't snap. */
  const snap = (_: unknown, next: StageBox): StageBox => {
    const moved = readMovedEdges(handles.current?.getActiveAnchor() ?? '');
    const { design, selected } = store.getState();
    const isSnapping = !isFree.current && next.rotation === 0 && next.width > 0 && next.height > 0;
    const targets = isSnapping ? listSnapTargets(designer, design, selected) : [];
    const { zoom } = view;
    const box = {
      ...{ x: (next.x - view.x) / zoom, y: (next.y - view.y) / zoom },
      ...{ width: next.width / zoom, height: next.height / zoom },
    };
    const snapped = snapEdges(box, moved ?? {}, targets, snapDistance / zoom);
    show(snapped.guides);
    const { x, y, width, height } = snapped.box;
    return {
      ...{ x: x * zoom + view.x, y: y * zoom + view.y, rotation: next.rotation },
      ...{ width: width * zoom, height: height * zoom },
    };
  };

  const follow = () => {
    const nodes = handles.current?.nodes() ?? [];
    const boxes = new Map(
      nodes.map((node) => {
        const width = Math.max(roundCoordinate(node.width() * node.scaleX()), unit.smallest);
        const height = Math.max(roundCoordinate(node.height() * node.scaleY()), unit.smallest);
        node.setAttrs({ scaleX: 1, scaleY: 1, width, height });
        node.offset({ x: width / 2, y: height / 2 });
        const x = roundCoordinate(node.x() - width / 2);
        const y = roundCoordinate(node.y() - height / 2);
        return [node.id(), { x, y, width, height, rotation: roundCoordinate(node.rotation()) }];
      }),
    );
    const isWhole = corners.includes(handles.current?.getActiveAnchor() ?? '');
    change(
      (design) =>
        changeLayers(design, [...boxes.keys()], (layer) => {
          const before = layersAtStart.current.find(({ id }) => id === layer.id);
          const sized = { ...layer, ...boxes.get(layer.id) };
          return isWhole && before ? withLetters(sized, before, unit.fontSize) : sized;
        }),
      `transform ${gesture.current}`,
    );
  };
  const box = getEnclosingBox(chosen.map(getBoundingBox));
  const [width, height] = [(box?.width ?? 0) * view.zoom, (box?.height ?? 0) * view.zoom];
  const anchorSize = isCoarse.matches ? 20 : 10;
  return (
    <Transformer
      ref={handles}
      enabledAnchors={anchorsFor(width, height)}
      padding={paddingFor(width, height)}
      rotationSnaps={turns}
      rotationSnapTolerance={7.5}
      rotateAnchorOffset={hasTouch.matches ? targetSize : 28}
      flipEnabled={false}
      ignoreStroke
      anchorSize={anchorSize}
      anchorStyleFunc={(anchor: Rect) => {
        anchor.hitStrokeWidth(hasTouch.matches ? targetSize - anchorSize : 8);
      }}
      anchorCornerRadius={isCoarse.matches ? 10 : 2}
      anchorStroke={color}
      anchorFill={background}
      borderStroke={color}
      borderStrokeWidth={1.5}
      anchorDragBoundFunc={(_, at, { ctrlKey, metaKey, altKey }) => {
        // With Alt, both sides move.
        isFree.current = ctrlKey || metaKey || altKey;
        return at;
      }}
      boundBoxFunc={snap}
      onTransformStart={() => {
        gesture.current += 1;
        layersAtStart.current = chosen;
      }}
      onTransform={follow}
      onTransformEnd={() => {
        show([]);
        endGesture();
      }}
    />
  );
}
