import {
  createExportRowFilter,
  describeUnknownAttributes,
  findUnknownAttributes,
  isExport,
  keepKnownAttributes,
} from '@insignia/contract';
import { invalid } from '../../kernel/problem.ts';
import type { CsvFile } from './read-file.ts';
import type { ImportFileRow } from './rules.ts';

/** Rows of the file; of an export, only those to issue again. */
export function selectRowsToIssue({ header, rows }: CsvFile, badgeId: string): ImportFileRow[] {
  if (!isExport(header)) return rows;
  const cells = rows.map((row) => row.cells);
  const why = cells.map(createExportRowFilter(cells, badgeId));
  if (why.every((each) => each === 'otherBadge'))
    throw invalid('file', 'is an export that contains several badges, but not this one');
  return rows.filter((_, at) => why[at] === undefined);
}

/**
 * Columns to read. Unknown custom fields in an export belong to other badges or earlier versions.
 */
export function selectColumns(
  defined: readonly { name: string }[],
  { header, columns }: CsvFile,
): { columns: CsvFile['columns']; foreign: string[] } {
  const foreign = findUnknownAttributes(columns, defined);
  if (isExport(header)) return { columns: keepKnownAttributes(columns, defined), foreign };
  const fault = describeUnknownAttributes(foreign, defined);
  if (fault) throw invalid('file', fault);
  return { columns, foreign: [] };
}
