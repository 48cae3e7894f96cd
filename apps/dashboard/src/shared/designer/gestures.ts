import {
  addLayers,
  type Box,
  duplicateLayers,
  findLayers,
  type Guide,
  getBoundingBox,
  getEnclosingBox,
  type LayerDocument,
  moveLayers,
  snapBox,
} from '@insignia/design/edit';
import type { PointerEvent } from 'react';
import type { CanvasView } from './canvas-view.tsx';
import { createLayerId, type DesignerContextValue } from './context.ts';
import type { DesignStore } from './design-state.ts';

export type Point = { x: number; y: number };
export type Gesture = { move: (at: Point, event: PointerEvent) => void; end: () => void };

/** Pixels within which a press isn't a drag. */
const still = 3;
/** Pixels within which edges snap. */
export const snapDistance = 6;

const between = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Point, other: Point) => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const nothing = () => {};

export type PanTarget = {
  panBy: (x: number, y: number) => void;
  zoomBy: (factor: number, at: Point) => void;
};

export function startPan(start: Point, { panBy }: PanTarget): Gesture {
  let last = start;
  return {
    move: (at) => {
      panBy(at.x - last.x, at.y - last.y);
      last = at;
    },
    end: nothing,
  };
}

/** Pinch: the point between the fingers stays in place. */
export function startPinch(fingers: () => [Point, Point], { panBy, zoomBy }: PanTarget): Gesture {
  let last = fingers();
  return {
    move: () => {
      const now = fingers();
      const [was, is] = [middle(...last), middle(...now)];
      panBy(is.x - was.x, is.y - was.y);
      zoomBy(between(...now) / Math.max(between(...last), 1), is);
      last = now;
    },
    end: nothing,
  };
}

/** Boxes to whose edges and centers the selection snaps. */
export function listSnapTargets(
  { listFrames }: Pick<DesignerContextValue, 'listFrames'>,
  design: LayerDocument,
  selected: readonly string[],
): Box[] {
  const page = { x: 0, y: 0, width: design.width, height: design.height };
  const otherLayers = design.layers.filter(({ id, hidden }) => !hidden && !selected.includes(id));
  return [page, ...(listFrames?.(design) ?? []), ...otherLayers.map(getBoundingBox)];
}

type MoveOptions = {
  designer: Pick<DesignerContextValue, 'store' | 'change' | 'listFrames'>;
  view: CanvasView;
  /** Name of the undo step. */
  name: string;
  /** Drags copies and leaves the originals. */
  isCopying: boolean;
  show: (guides: Guide[]) => void;
};

/** Drags the selection with snapping. Ctrl disables snapping, Shift keeps one axis. */
export function startMove(
  start: Point,
  { designer, view, name, isCopying, show }: MoveOptions,
): Gesture | undefined {
  let { design, selected } = designer.store.getState();
  const chosen = findLayers(design, selected).filter(({ locked }) => !locked);
  const box = getEnclosingBox(chosen.map(getBoundingBox));
  if (!box) return undefined;
  let targets = listSnapTargets(designer, design, selected);
  let isMoving = false;
  const begin = () => {
    isMoving = true;
    if (!isCopying) return;
    const copies = duplicateLayers(design, chosen, createLayerId);
    design = addLayers(design, copies);
    selected = findLayers(
      design,
      copies.map(({ id }) => id),
    ).map(({ id }) => id);
    targets = listSnapTargets(designer, design, selected);
    designer.change(() => design, name, selected);
  };
  return {
    move: (at, event) => {
      if (!isMoving && between(at, start) > still) begin();
      if (!isMoving) return;
      const by = getOffset(at, start, view.zoom, event.shiftKey);
      const isFree = event.ctrlKey || event.metaKey;
      const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
      const snapped = snapBox(moved, isFree ? [] : targets, snapDistance / view.zoom);
      show(snapped.guides);
      const whole = { x: by.x + snapped.x, y: by.y + snapped.y };
      designer.change(() => moveLayers(design, selected, whole), name);
    },
    end: () => show([]),
  };
}

function getOffset(at: Point, start: Point, zoom: number, isStraight: boolean): Point {
  const [x, y] = [(at.x - start.x) / zoom, (at.y - start.y) / zoom];
  if (!isStraight) return { x, y };
  return Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}

type FrameOptions = {
  designer: Pick<DesignStore, 'store' | 'select'>;
  view: CanvasView;
  show: (frame: Box | undefined) => void;
};

/** Selects everything touched by the frame, in addition to the previous selection. */
export function startSelectionFrame(
  start: Point,
  before: readonly string[],
  framing: FrameOptions,
): Gesture {
  const { designer, view, show } = framing;
  const unit = ({ x, y }: Point) => ({ x: (x - view.x) / view.zoom, y: (y - view.y) / view.zoom });
  return {
    move: (at) => {
      if (between(at, start) <= still) return;
      const box = getEnclosingBox(
        [start, at].map((point) => ({ ...unit(point), width: 0, height: 0 })),
      );
      if (!box) return;
      show(box);
      const met = designer.store
        .getState()
        .design.layers.filter(({ hidden, locked }) => !hidden && !locked)
        .filter((layer) => isTouching(getBoundingBox(layer), box));
      designer.select([...before, ...met.map(({ id }) => id)]);
    },
    end: () => show(undefined),
  };
}

function isTouching(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
