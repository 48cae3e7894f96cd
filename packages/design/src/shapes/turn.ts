export type Point = { x: number; y: number };

/** A number as it stands in a path: a hundredth of a unit is less than anybody sees. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function at({ x, y }: Point): string {
  return `${num(x)} ${num(y)}`;
}

/** A point of an ellipse in a box, by turns clockwise from its top; `share` of the way from its middle. */
export function onEllipse(width: number, height: number, turns: number, share = 1): Point {
  const angle = turns * 2 * Math.PI;
  return {
    x: (width / 2) * (1 + share * Math.sin(angle)),
    y: (height / 2) * (1 - share * Math.cos(angle)),
  };
}

export function polygon(points: Point[]): string {
  return `M${points.map(at).join('L')}Z`;
}
