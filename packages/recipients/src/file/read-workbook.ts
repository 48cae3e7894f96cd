import readExcelFile from 'read-excel-file/universal';
import { fileLimits } from './limits.ts';
import { type FileRow, isBlankRow, type Sheet, UnreadableFileError } from './table.ts';
import { unpackWorkbook } from './unpack.ts';

/** Formats dates as days. Times of day are kept, in UTC as stored. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace(/\.\d+Z$/, 'Z');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? dateText(value) : String(value);
}

function readRows(data: readonly (readonly unknown[])[]): FileRow[] {
  const rows: FileRow[] = [];
  for (const [at, values] of data.entries()) {
    const cells = values.map(formatCell);
    if (cells.length > fileLimits.columns)
      throw new UnreadableFileError({ fault: 'columns', at: cells.length });
    if (!isBlankRow(cells)) rows.push({ number: at + 1, cells });
    if (rows.length > fileLimits.rows + 1) throw new UnreadableFileError({ fault: 'rows' });
  }
  return rows;
}

/** Reads the non-empty sheets of a workbook. Formulas give their last saved value. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readExcelFile(unpackWorkbook(bytes));
    if (sheets.length > fileLimits.sheets) throw new UnreadableFileError({ fault: 'cells' });
    return sheets
      .map(({ sheet, data }) => ({ name: sheet, rows: readRows(data) }))
      .filter(({ rows }) => rows.length > 0);
  } catch (error) {
    throw error instanceof UnreadableFileError
      ? error
      : new UnreadableFileError({ fault: 'workbook' });
  }
}
