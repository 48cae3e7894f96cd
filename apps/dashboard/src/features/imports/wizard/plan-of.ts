import type { Counts } from '@insignia/recipients';
import type { ImportOptions } from '../work/drafts.ts';

type Plan = {
  /** What is left of the month; null without a limit. */
  left: number | null;
  issued: number;
  skipped: number;
  /** For which nothing is left. */
  over: number;
};

/** What becomes of the rows, as far as can be told beforehand. */
export function planOf(
  { rows, faultyRows, repeated, held }: Counts,
  { skips }: Pick<ImportOptions, 'skips'>,
  most: number | null,
  used: number,
): Plan {
  const skipped = skips ? repeated + held : 0;
  const wanted = rows - faultyRows - skipped;
  const left = most === null ? null : Math.max(0, most - used);
  const issued = left === null ? wanted : Math.min(wanted, left);
  return { left, issued, skipped, over: wanted - issued };
}
