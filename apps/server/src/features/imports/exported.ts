import {
  foreignAttributes,
  foreignFault,
  isExport,
  leftOutOfExport,
  ownAttributes,
} from '@insignia/contract';
import { invalid } from '../../kernel/problem.ts';
import type { CsvFile } from './read-file.ts';
import type { Row } from './rules.ts';

/** The file's rows; of an export those that are issued again. */
export function rowsToIssue({ header, rows }: CsvFile, badgeId: string): Row[] {
  if (!isExport(header)) return rows;
  const cells = rows.map((row) => row.cells);
  const why = cells.map(leftOutOfExport(cells, badgeId));
  if (why.every((each) => each === 'otherBadge'))
    throw invalid('file', 'is an export of several badges, and this one is none of them');
  return rows.filter((_, at) => why[at] === undefined);
}

/** The columns that are read, and attributes that are not: in an export they are those of other badges, or of former times. */
export function columnsFor(
  defined: readonly { name: string }[],
  { header, columns }: CsvFile,
): { columns: CsvFile['columns']; foreign: string[] } {
  const foreign = foreignAttributes(columns, defined);
  if (isExport(header)) return { columns: ownAttributes(columns, defined), foreign };
  const fault = foreignFault(foreign, defined);
  if (fault) throw invalid('file', fault);
  return { columns, foreign: [] };
}
