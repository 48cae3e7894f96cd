import type { EditableLayer } from './document.ts';

/** An axis-aligned box. */
export type Box = { x: number; y: number; width: number; height: number };

/** Axis-aligned bounding box of a rotated layer. */
export function getBoundingBox({ x, y, width, height, rotation }: EditableLayer): Box {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [w, h] = [width * cos + height * sin, width * sin + height * cos];
  return { x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h };
}

/** Undefined for an empty list. */
export function getEnclosingBox(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A guide line at `at` on its axis, from `from` to `to` on the other. */
export type Guide = { axis: 'x' | 'y'; at: number; from: number; to: number };
export type SnapResult = { x: number; y: number; guides: Guide[] };

const across = { x: 'y', y: 'x' } as const;
const lengthOn = { x: 'width', y: 'height' } as const;

/** Returns the distance to the nearest alignment of edges or centers, and the guides to draw. */
export function snapBox(box: Box, others: readonly Box[], within: number): SnapResult {
  const [x, y] = (['x', 'y'] as const).map((axis) =>
    nearest(axis, listLines(axis, box), others, within),
  );
  const placed = { ...box, x: box.x + (x ?? 0), y: box.y + (y ?? 0) };
  return {
    x: x ?? 0,
    y: y ?? 0,
    guides: [
      ...(x === undefined ? [] : guidesOn('x', placed, others)),
      ...(y === undefined ? [] : guidesOn('y', placed, others)),
    ],
  };
}

/** Edges of a box that are dragged: the left or top one is the start. */
export type MovedEdges = Partial<Record<'x' | 'y', 'start' | 'end'>>;

/**
 * Moves dragged edges to the nearest edge or center of others, and returns the guides to draw. A
 * dragged corner keeps the proportions, unless the other side would change by more.
 */
export function snapEdges(
  box: Box,
  moved: MovedEdges,
  others: readonly Box[],
  within: number,
): { box: Box; guides: Guide[] } {
  const axes = (['x', 'y'] as const).filter((axis) => moved[axis]);
  const steps = axes.flatMap((axis) => {
    const length = box[lengthOn[axis]];
    const isEnd = moved[axis] === 'end';
    const by = nearest(axis, [box[axis] + (isEnd ? length : 0)], others, within);
    if (by === undefined) return [];
    const growth = isEnd ? by : -by;
    const grow = (each: 'x' | 'y') =>
      each === axis ? growth : (box[lengthOn[each]] * growth) / length;
    const change = Math.max(...axes.map((each) => Math.abs(grow(each))));
    return change <= within && growth > -length ? [{ axis, grow, change }] : [];
  });
  const [step] = steps.sort((one, other) => one.change - other.change);
  if (!step) return { box, guides: [] };
  const sized = { ...box };
  for (const axis of axes) {
    const growth = step.grow(axis);
    if (moved[axis] === 'start') sized[axis] -= growth;
    sized[lengthOn[axis]] += growth;
  }
  return { box: sized, guides: guidesOn(step.axis, sized, others) };
}

function listLines(axis: 'x' | 'y', box: Box): number[] {
  return [0, 0.5, 1].map((share) => box[axis] + box[lengthOn[axis]] * share);
}

function nearest(
  axis: 'x' | 'y',
  own: readonly number[],
  otherBoxes: readonly Box[],
  within: number,
): number | undefined {
  let best: number | undefined;
  for (const line of otherBoxes.flatMap((other) => listLines(axis, other)))
    for (const at of own) {
      const distance = line - at;
      if (Math.abs(distance) <= within && Math.abs(distance) < Math.abs(best ?? Infinity))
        best = distance;
    }
  return best;
}

function guidesOn(axis: 'x' | 'y', box: Box, others: readonly Box[]): Guide[] {
  const along = across[axis];
  const guides = new Map<number, Guide>();
  for (const at of listLines(axis, box))
    for (const other of others) {
      if (!listLines(axis, other).some((line) => Math.abs(line - at) < 0.01)) continue;
      const ends = [box, other].flatMap((one) => [one[along], one[along] + one[lengthOn[along]]]);
      const known = guides.get(at);
      const from = Math.min(...ends, known?.from ?? Infinity);
      const to = Math.max(...ends, known?.to ?? -Infinity);
      guides.set(at, { axis, at, from, to });
    }
  return [...guides.values()];
}
