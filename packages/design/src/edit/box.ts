import type { Layer } from '../schema.ts';

/** An axis-aligned box. */
export type Box = { x: number; y: number; width: number; height: number };

/** Axis-aligned bounding box of a rotated layer. */
export function getBoundingBox({ x, y, width, height, rotation }: Layer): Box {
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
