/** A sample: seconds since the start, and the value. */
export type TimedValue = { at: number; value: number };

export type TrendLine = {
  /** Slope of the best straight line. */
  perHour: number;
  first: number;
  last: number;
  isFlat: boolean;
};

/** Share of the run to ignore until caches, pools and compiled code have settled. */
const warmUpShare = 1 / 3;

/**
 * Flat means growth of at most `allowed` over the observed time, or of `share`. Falling counts as
 * flat.
 */
export function fitLine(points: readonly TimedValue[], allowed: number, share = 0.1): TrendLine {
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

/** 99th percentile. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
