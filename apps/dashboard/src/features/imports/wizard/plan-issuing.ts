import type { RowCounts } from '@insignia/recipients';
import type { ImportOptions } from '../work/drafts.ts';

type IssuePlan = {
  /** Remaining quota of the month; null if unlimited. */
  left: number | null;
  issued: number;
  skipped: number;
  /** Rows beyond the quota. */
  over: number;
};

/** Expected result of the import. */
export function planIssuing(
  { rows, faultyRows, repeated, held }: RowCounts,
  { skips }: Pick<ImportOptions, 'skips'>,
  most: number | null,
  used: number,
): IssuePlan {
  const skipped = skips ? repeated + held : 0;
  const wanted = rows - faultyRows - skipped;
  const left = most === null ? null : Math.max(0, most - used);
  const issued = left === null ? wanted : Math.min(wanted, left);
  return { left, issued, skipped, over: wanted - issued };
}
