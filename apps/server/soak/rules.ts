/** A moment of the soak: seconds since it began, and what was measured. */
export type Point = { at: number; value: number };

export type Line = {
  /** By the straight line that fits best. */
  perHour: number;
  first: number;
  last: number;
  isFlat: boolean;
};

/** Until caches, pools and compiled code are what they stay. */
const warmUpShare = 1 / 3;

/**
 * Flat is what grows by no more than `allowed` over the time that was looked at, or by `share` of what it is; what falls is
 * flat too.
 */
export function lineOf(points: readonly Point[], allowed: number, share = 0.1): Line {
  const warm = (points.at(-1)?.at ?? 0) * warmUpShare;
  const used = points.filter(({ at }) => at >= warm);
  const mean = (values: number[]): number =>
    values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const [at, value] = [mean(used.map((one) => one.at)), mean(used.map((one) => one.value))];
  const along = used.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const both = used.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0);
  const slope = along > 0 ? both / along : 0;
  const [begin, end] = [used[0]?.at ?? 0, used.at(-1)?.at ?? 0];
  return {
    perHour: slope * 3_600,
    first: value + slope * (begin - at),
    last: value + slope * (end - at),
    isFlat: slope * (end - begin) <= Math.max(allowed, share * value),
  };
}

/** The value that all but one in a hundred stay below. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
