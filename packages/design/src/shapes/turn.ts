export type Point = { x: number; y: number };

/** Rounds a path number to a hundredth of a unit. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function formatPoint({ x, y }: Point): string {
  return `${formatNumber(x)} ${formatNumber(y)}`;
}

/**
 * Point on the box's ellipse, clockwise from the top in turns. `share` scales the distance from the
 * center.
 */
export function getEllipsePoint(width: number, height: number, turns: number, share = 1): Point {
  const angle = turns * 2 * Math.PI;
  return {
    x: (width / 2) * (1 + share * Math.sin(angle)),
    y: (height / 2) * (1 - share * Math.cos(angle)),
  };
}

export function polygonPath(points: Point[]): string {
  return `M${points.map(formatPoint).join('L')}Z`;
}
