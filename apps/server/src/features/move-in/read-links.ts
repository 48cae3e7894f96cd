import type { BadgeCells } from './badge-files.ts';
import { sendFile } from './originals.ts';
import {
  type FileShape,
  findSurplus,
  hasEnded,
  isLink,
  type MovedRow,
  readCell,
  readName,
} from './read-rows.ts';
import { failRow } from './row-errors.ts';
import type { NumberedRow } from './store.ts';

const { errors: missingLink } = failRow('no_url', `This row has no URL of its badge. ${sendFile}`);

/**
 * Rows of an export as links to the badges, which their hosts have. `read` has the rows that lead to
 * none.
 */
export function readLinks(
  rows: readonly NumberedRow[],
  shape: FileShape,
): { links: NumberedRow[]; read: Map<number, MovedRow> } {
  const links: NumberedRow[] = [];
  const read = new Map<number, MovedRow>();
  for (const { row, cells } of rows) {
    const cell = (field: keyof FileShape['columns']) => readCell(cells, shape.columns[field]);
    const url = cell('url');
    const surplus = findSurplus(cells, shape).map(({ field, message }) => ({
      ...{ field, message: `This row ${message}.` },
    }));
    const errors = [...surplus, ...(isLink(url) ? [] : missingLink)];
    if (hasEnded(cell('status').toLowerCase(), shape)) read.set(row, { isEnded: true });
    else if (errors.length > 0) read.set(row, { errors });
    else {
      const badge: BadgeCells = [url, readName(cell), cell('email'), url, ''];
      links.push({ row, cells: badge });
    }
  }
  return { links, read };
}
