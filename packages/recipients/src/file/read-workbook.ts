import { headerSearchRows } from '@insignia/contract';
import { unzipSync, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/universal';
import {
  type FileRow,
  fileLimits,
  isBlankRow,
  UnreadableFileError,
  type Worksheet,
} from './table.ts';

/** Formats dates as days. Times of day are kept, in UTC as stored. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace(/\.\d+Z$/, 'Z');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? dateText(value) : String(value);
}

function readRows(
  data: readonly (readonly unknown[])[],
  merges: readonly MergedColumn[],
): FileRow[] {
  const rows: FileRow[] = [];
  for (const [at, values] of data.entries()) {
    const cells = values.map(formatCell);
    if (cells.length > fileLimits.columns)
      throw new UnreadableFileError({ reason: 'columns', at: cells.length });
    if (!isBlankRow(cells)) rows.push({ number: at + 1, cells });
    if (rows.length > fileLimits.rows + headerSearchRows)
      throw new UnreadableFileError({ reason: 'rows' });
  }
  fillMergedCells(rows, merges);
  return rows;
}

/**
 * Copies the value of merged cells to each row that they cover. Cells merged across columns keep
 * one value: a title over all columns would look like a header.
 */
function fillMergedCells(rows: readonly FileRow[], merges: readonly MergedColumn[]): void {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const last = rows.at(-1)?.number ?? 0;
  let count = 0;
  for (const { column, firstRow, lastRow } of merges) {
    const value = byNumber.get(firstRow)?.cells[column];
    if (!value) continue;
    const end = Math.min(lastRow, last);
    count += Math.max(0, end - firstRow);
    if (count > fileLimits.cells) throw new UnreadableFileError({ reason: 'cells' });
    for (let number = firstRow + 1; number <= end; number += 1) {
      const cells = byNumber.get(number)?.cells;
      if (cells && !cells[column]) cells[column] = value;
    }
  }
}

/** Reads the non-empty sheets of a workbook. Formulas give their last saved value. */
export async function readWorkbook(bytes: Uint8Array): Promise<Worksheet[]> {
  try {
    const { file, merges } = unpackWorkbook(bytes);
    const sheets = await readExcelFile(file);
    if (sheets.length > fileLimits.sheets) throw new UnreadableFileError({ reason: 'cells' });
    return sheets
      .map(({ sheet, data }, at) => ({ name: sheet, rows: readRows(data, merges[at] ?? []) }))
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
 * sizes and the cell area of each sheet, and the merged cells of each sheet.
 */
function unpackWorkbook(bytes: Uint8Array): { file: ArrayBuffer; merges: MergedColumn[][] } {
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
  const merged = new Map<string, MergedColumn[]>();
  for (const [name, part] of Object.entries(parts)) {
    if (!isSheet(name)) continue;
    const xml = decode(part);
    checkArea(xml);
    merged.set(name, findMergedColumns(xml));
  }
  const merges = listSheetParts(parts).map((name) => merged.get(name) ?? []);
  const stored = zipSync(parts, { level: 0 });
  return { file: stored.slice().buffer, merges };
}

const decode = (part: Uint8Array | undefined): string => new TextDecoder().decode(part);

const sheetTag = /<(?:[\w.-]{1,20}:)?sheet\s([^<>]{1,2000})>/g;
const relationshipTag = /<(?:[\w.-]{1,20}:)?Relationship\s([^<>]{1,2000})>/g;
const attribute = /(?:^|[\s:])(\w{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Attributes of each tag, without namespaces. */
function listTags(xml: string, tagPattern: RegExp): Map<string, string>[] {
  return [...xml.matchAll(tagPattern)].map(
    ([, text = '']) =>
      new Map(
        [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
          name,
          double ?? single ?? '',
        ]),
      ),
  );
}

/** Names of the sheets' parts, in the order of the sheets. */
function listSheetParts(parts: Parts): string[] {
  const targets = new Map(
    listTags(decode(parts['xl/_rels/workbook.xml.rels']), relationshipTag).map((tag) => [
      tag.get('Id'),
      tag.get('Target') ?? '',
    ]),
  );
  return listTags(decode(parts['xl/workbook.xml']), sheetTag)
    .filter((tag) => tag.get('name'))
    .map((tag) => {
      const target = targets.get(tag.get('id')) ?? '';
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    });
}

/** The first column of merged cells, and the rows that they cover. */
type MergedColumn = { column: number; firstRow: number; lastRow: number };

const mergedCells =
  /<(?:[\w.-]{1,20}:)?mergeCell\s[^<>]{0,200}?ref\s*=\s*["']([A-Za-z]{1,3})(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})["']/g;

function findMergedColumns(xml: string): MergedColumn[] {
  return [...xml.matchAll(mergedCells)].map(([, letters = '', first, last]) => ({
    column: getColumnIndex(letters) - 1,
    ...{ firstRow: Number(first), lastRow: Number(last) },
  }));
}

const tag = /<(?:[\w.-]+:)?(?:c|row)[\s/>]/g;
const wholeTag = /<(?:[\w.-]+:)?(c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const reference = /\sr\s*=\s*["']\s*([A-Za-z]{0,3})(\d{1,7})\s*["']/;

const getColumnIndex = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A cell in the last corner of a sheet makes an area of 17 billion cells. */
function checkArea(xml: string): void {
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
