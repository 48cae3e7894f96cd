import type { Counts } from '@insignia/recipients';
import type { ImportOptions } from '../work/drafts.ts';

type Plan = {
  /** Remaining quota of the month; null if unlimited. */
  left: number | null;
  issued: number;
  skipped: number;
  /** Rows beyond the quota. */
  over: number;
};

/** Expected result of the import. */
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
