import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  countKnownColumns,
  type HeaderError,
  headerSearchRows,
  type ImportColumns,
  importLimits,
  readImportHeader,
} from '@insignia/contract';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { invalid, type Problem } from '../../kernel/problem.ts';
import { condenseCsv, findFilledRows } from './condense-csv.ts';
import type { ImportFileRow } from './rules.ts';

export type CsvFile = { header: string[]; columns: ImportColumns; rows: ImportFileRow[] };

const csvOptions = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  // Details may have 64 KiB.
  max_record_size: 128 * 1024,
};

/**
 * Limit on rows without a filled cell that reach the parser. Rows with only separators and spaces
 * are removed before.
 */
const MAX_BLANK_ROWS = 10_000;

/**
 * Reads the whole file, so that errors of the file are reported at once. The worker validates rows.
 */
export async function readCsvFile(bytes: Buffer): Promise<CsvFile> {
  if (bytes.length === 0) throw invalid('file', 'is empty');
  if (!isUtf8(bytes) || bytes.includes(0))
    throw invalid('file', 'must be CSV text in UTF-8. Save it as “CSV UTF-8”');
  const records = await readRecords(bytes);
  if (records.length === 0) throw invalid('file', 'is empty');
  const { at, header, columns } = await findHeader(records);
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw invalid('file', 'has a header but no rows');
  if (rows.length > importLimits.rows) throw createRowsProblem();
  return { header, columns, rows };
}

const createRowsProblem = (): Problem =>
  invalid('file', `must have at most ${importLimits.rows} rows. Split it into several files`);

type FoundHeader = Pick<CsvFile, 'header' | 'columns'> & { at: number };

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

async function readRecords(bytes: Buffer): Promise<ImportFileRow[]> {
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
    if (fileRows.length > importLimits.rows + headerSearchRows) throw createRowsProblem();
    return null;
  };
  try {
    const delimiter = await guessDelimiter(bytes);
    const parser = parse({ ...csvOptions, delimiter, on_record: keep });
    await pipeline(yieldBetween(condenseCsv(bytes, delimiter)), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid('file', `isn't valid CSV at line ${error.lines}. Check its quotation marks`);
  }
  return fileRows;
}

/** Yields between pieces. */
async function* yieldBetween(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

/** The delimiter with which more columns of the header are known. */
async function guessDelimiter(bytes: Buffer): Promise<string> {
  let hasSemicolons = false;
  const head = findFilledRows(bytes, ',;', headerSearchRows, csvOptions.max_record_size);
  for (const row of head) {
    const [commas, semicolons] = [countKnown(row, ','), countKnown(row, ';')];
    hasSemicolons ||= semicolons > commas;
    // A title may contain one of the words.
    if (Math.max(commas, semicolons) > 1) return semicolons > commas ? ';' : ',';
    await setImmediate();
  }
  return hasSemicolons ? ';' : ',';
}

function countKnown(row: Buffer, delimiter: string): number {
  try {
    const [header = []] = parseNow(row, { ...csvOptions, delimiter, to: 1, relax_quotes: true });
    return countKnownColumns((header as string[]).slice(0, importLimits.columns));
  } catch {
    return 0;
  }
}
