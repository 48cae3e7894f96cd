import { unzipSync, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/universal';
import { type FileRow, fileLimits, isBlankRow, type Sheet, UnreadableFileError } from './table.ts';

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
      throw new UnreadableFileError({ reason: 'columns', at: cells.length });
    if (!isBlankRow(cells)) rows.push({ number: at + 1, cells });
    if (rows.length > fileLimits.rows + 1) throw new UnreadableFileError({ reason: 'rows' });
  }
  return rows;
}

/** Reads the non-empty sheets of a workbook. Formulas give their last saved value. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const sheets = await readExcelFile(unpackWorkbook(bytes));
    if (sheets.length > fileLimits.sheets) throw new UnreadableFileError({ reason: 'cells' });
    return sheets
      .map(({ sheet, data }) => ({ name: sheet, rows: readRows(data) }))
      .filter(({ rows }) => rows.length > 0);
  } catch (error) {
    throw error instanceof UnreadableFileError
      ? error
      : new UnreadableFileError({ reason: 'workbook' });
  }
}

type Parts = Record<string, Uint8Array>;

const isRead = (name: string): boolean => /\.xml(\.rels)?$/.test(name);
const isSheet = (name: string): boolean => /(^|\/)worksheets\/[^/]+\.xml$/.test(name);

/**
 * Returns the workbook with only the parts that are read, uncompressed, after checking declared
 * sizes and the cell area of each sheet.
 */
function unpackWorkbook(bytes: Uint8Array): ArrayBuffer {
  let total = 0;
  let count = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!isRead(name)) return false;
    total += originalSize;
    count += 1;
    if (total > fileLimits.unpacked || count > fileLimits.parts)
      throw new UnreadableFileError({ reason: 'bomb' });
    return true;
  };
  const parts: Parts = unzipSync(bytes, { filter });
  for (const [name, part] of Object.entries(parts)) if (isSheet(name)) checkArea(part);
  const stored = zipSync(parts, { level: 0 });
  return stored.slice().buffer;
}

const tag = /<(?:[\w.-]+:)?(?:c|row)[\s/>]/g;
const wholeTag = /<(?:[\w.-]+:)?(c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const reference = /\sr\s*=\s*["']\s*([A-Za-z]{0,3})(\d{1,7})\s*["']/;

const getColumnIndex = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A cell in the last corner of a sheet makes an area of 17 billion cells. */
function checkArea(part: Uint8Array): void {
  const xml = new TextDecoder().decode(part);
  let [rows, columns, known] = [0, 0, 0];
  for (const [, kind, attributes = ''] of xml.matchAll(wholeTag)) {
    known += 1;
    const [, letters = '', digits = ''] = reference.exec(attributes) ?? [];
    // A cell reference may be absent, but not malformed.
    if (!digits && /\sr\s*=/.test(attributes))
      throw new UnreadableFileError({ reason: 'workbook' });
    rows = Math.max(rows, Number(digits));
    if (kind === 'c') columns = Math.max(columns, getColumnIndex(letters));
  }
  if (known !== (xml.match(tag)?.length ?? 0))
    throw new UnreadableFileError({ reason: 'workbook' });
  if (Math.max(rows, 1) * Math.max(columns, 1) > fileLimits.cells)
    throw new UnreadableFileError({ reason: 'cells' });
}
