import svgpath from 'svgpath';

/** Upper bound of a path's length: the length of its control polygon. */
export function measurePath(path: string): number {
  let length = 0;
  let start = [0, 0];
  svgpath(path)
    .abs()
    .unshort()
    .unarc()
    .iterate(([command, ...numbers], _, x, y) => {
      if (command === 'M') start = numbers;
      else length += lengthThrough([x, y, ...listPoints(command, numbers, [x, y], start)]);
    });
  return length;
}

function listPoints(
  command: string,
  numbers: number[],
  [x, y]: number[],
  start: number[],
): number[] {
  if (command === 'H') return [...numbers, y as number];
  if (command === 'V') return [x as number, ...numbers];
  return command.toUpperCase() === 'Z' ? start : numbers;
}

/** Coordinates alternate between x and y. */
function lengthThrough(points: number[]): number {
  let length = 0;
  for (let n = 2; n + 1 < points.length; n += 2) {
    const [fromX, fromY, toX, toY] = points.slice(n - 2, n + 2) as [number, number, number, number];
    length += Math.hypot(toX - fromX, toY - fromY);
  }
  return length;
}
