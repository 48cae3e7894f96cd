import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  countKnownColumns,
  findIdColumn,
  type HeaderError,
  headerSearchRows,
  type ImportColumns,
  importLimits,
  isCredentialId,
  isExport,
  readCorrectionHeader,
  readImportHeader,
} from '@insignia/contract';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { invalid, type Problem } from '../../kernel/problem.ts';
import { condenseCsv, findFilledRows } from './condense-csv.ts';
import type { ImportFileRow } from './rules.ts';

export type OnId = 'correct' | 'issue' | undefined;
export type CsvFile = { header: string[]; columns: ImportColumns; rows: ImportFileRow[] };

/** Details may have 64 KiB. */
const MAX_ROW_KIB = 128;

const csvOptions = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW_KIB * 1024,
};

/**
 * Limit on rows without a filled cell that reach the parser. Rows with only separators and spaces
 * are removed before.
 */
const MAX_BLANK_ROWS = 10_000;

/**
 * Reads the whole file, so that errors of the file are reported at once. The worker validates rows.
 */
export async function readCsvFile(bytes: Buffer, onId?: OnId): Promise<CsvFile> {
  const records = await readRecords(bytes);
  const { at, header, columns } =
    findCorrectionHeader(records, onId) ?? (await findHeader(records));
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw invalid('file', 'has a header but no rows');
  if (rows.length > importLimits.rows) throw createRowsProblem();
  return { header, columns, rows };
}

type CountKnown = (header: string[]) => number;

export const createRowsProblem = (limit: number = importLimits.rows): Problem =>
  invalid('file', `must have at most ${limit} rows. Split it into several files`);

type FoundHeader = Pick<CsvFile, 'header' | 'columns'> & { at: number };

/**
 * The header of a file whose rows correct credentials: it has a column `id`. Unless `onId` asks for
 * corrections, a cell of that column must be the ID of a credential, because schools also keep student
 * numbers there. Exports then aren't corrections: they were issued again before corrections existed.
 */
function findCorrectionHeader(records: ImportFileRow[], onId: OnId): FoundHeader | undefined {
  if (onId === 'issue') return undefined;
  for (const [at, { cells, number }] of records.slice(0, headerSearchRows).entries()) {
    const columns = readCorrectionHeader(cells);
    if (!columns) continue;
    const id = findIdColumn(cells) ?? -1;
    const hasCredentialIds = () =>
      !isExport(cells) && records.slice(at + 1).some((row) => isCredentialId(row.cells[id] ?? ''));
    if (onId !== 'correct' && !hasCredentialIds()) return undefined;
    if ('error' in columns) throw invalid('file', describeHeaderError({ ...columns, number }));
    return { at, header: cells, columns };
  }
  if (onId === undefined) return undefined;
  throw invalid(
    'file',
    `must have a header with the column id and at least one to correct, such as name. The header must be one of the first ${headerSearchRows} filled rows`,
  );
}

/** The first row with all required columns. Rows above it are a title, and are ignored. */
async function findHeader(records: ImportFileRow[]): Promise<FoundHeader> {
  let best: (HeaderError & { number: number }) | undefined;
  for (const [at, { cells, number }] of records.slice(0, headerSearchRows).entries()) {
    const columns = readImportHeader(cells);
    if (!('error' in columns)) return { at, header: cells, columns };
    if (!best || columns.hasRequired || columns.known > best.known) best = { ...columns, number };
    if (columns.hasRequired) break;
    await setImmediate();
  }
  throw invalid('file', describeHeaderError(best ?? { error: 'is empty', known: 0, number: 1 }));
}

function describeHeaderError({
  error,
  known,
  number,
}: Omit<HeaderError, 'hasRequired'> & { number: number }) {
  return known > 0
    ? `${error}. Row ${number} was read as the header`
    : `${error}. The header must be one of the first ${headerSearchRows} filled rows`;
}

/** Filled rows of a CSV file, within the limits of a file. `countKnown` counts columns by their names. */
export async function readRecords(
  bytes: Buffer,
  countKnown: CountKnown = countKnownColumns,
  limit: number = importLimits.rows,
): Promise<ImportFileRow[]> {
  if (bytes.length === 0) throw invalid('file', 'is empty');
  if (!isUtf8(bytes) || bytes.includes(0))
    throw invalid('file', 'must be CSV text in UTF-8. Save it as “CSV UTF-8”');
  const fileRows: ImportFileRow[] = [];
  let blank = 0;
  // Blank rows are skipped but counted.
  const keep = (cells: string[], { records, empty_lines }: InfoRecord): null => {
    const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (filled > importLimits.columns)
      throw invalid(
        'file',
        `must have at most ${importLimits.columns} columns. Row ${records + empty_lines} has more`,
      );
    // Spreadsheets write 16,384 cells if the last column was ever used.
    if (filled > 0)
      fileRows.push({ cells: cells.slice(0, importLimits.columns), number: records + empty_lines });
    else if (++blank > MAX_BLANK_ROWS)
      throw invalid('file', `must have at most ${MAX_BLANK_ROWS} empty rows. Delete them`);
    if (fileRows.length > limit + headerSearchRows) throw createRowsProblem(limit);
    return null;
  };
  try {
    const delimiter = await guessDelimiter(bytes, countKnown);
    const parser = parse({ ...csvOptions, delimiter, on_record: keep });
    await pipeline(yieldBetween(condenseCsv(bytes, delimiter)), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw invalid(
        'file',
        `has a row of more than ${MAX_ROW_KIB} KiB at line ${error.lines}. Shorten it, or close its quotation marks`,
      );
    throw invalid('file', `isn't valid CSV at line ${error.lines}. Check its quotation marks`);
  }
  if (fileRows.length === 0) throw invalid('file', 'is empty');
  return fileRows;
}

async function* yieldBetween(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

const delimiters = [',', ';', '\t'] as const;

/** The delimiter with which most columns of the header are known. */
async function guessDelimiter(bytes: Buffer, countKnown: CountKnown): Promise<string> {
  let guessed: string | undefined;
  const head = findFilledRows(
    bytes,
    delimiters.join(''),
    headerSearchRows,
    csvOptions.max_record_size,
  );
  for (const row of head) {
    const counts = delimiters.map((delimiter) => countKnown(readHeader(row, delimiter)));
    const count = Math.max(...counts);
    const best = delimiters[counts.indexOf(count)] ?? ',';
    // A title may contain one of the words.
    if (count > 1) return best;
    if (best !== ',') guessed ??= best;
    await setImmediate();
  }
  return guessed ?? ',';
}

function readHeader(row: Buffer, delimiter: string): string[] {
  try {
    const [header = []] = parseNow(row, { ...csvOptions, delimiter, to: 1, relax_quotes: true });
    return (header as string[]).slice(0, importLimits.columns);
  } catch {
    return [];
  }
}
