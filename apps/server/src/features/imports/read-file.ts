import { isUtf8 } from 'node:buffer';
import { importLimits } from '@insignia/contract';
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { invalid } from '../../kernel/problem.ts';
import { type Columns, knownColumns, readHeader } from './rules.ts';

export type CsvFile = { header: string[]; columns: Columns; rows: string[][] };

const form = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: 64 * 1024,
};

/** Reads the whole file, so that what is wrong with it as a whole is said at once. Rows are looked at by the worker. */
export async function readFile(bytes: Buffer): Promise<CsvFile> {
  if (bytes.length === 0) throw invalid('file', 'is empty');
  if (!isUtf8(bytes) || bytes.includes(0))
    throw invalid('file', 'must be CSV text in UTF-8: save it as “CSV UTF-8”');
  const records = await readRecords(bytes);
  const [header, ...rows] = records;
  if (!header) throw invalid('file', 'is empty');
  const columns = readHeader(header);
  if ('fault' in columns) throw invalid('file', columns.fault);
  if (rows.length === 0) throw invalid('file', 'has a header but no rows');
  return { header, columns, rows };
}

async function readRecords(bytes: Buffer): Promise<string[][]> {
  const records: string[][] = [];
  try {
    const parser = parse({ ...form, delimiter: guessDelimiter(bytes) });
    parser.end(bytes);
    for await (const record of parser) {
      records.push(record);
      if (records.length > importLimits.rows + 1)
        throw invalid('file', `must have at most ${importLimits.rows} rows: split it`);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid('file', `is no valid CSV at line ${error.lines}: look at its quotation marks`);
  }
  return records;
}

/** The one under which more of the header's columns are known. */
function guessDelimiter(bytes: Buffer): string {
  const head = bytes.subarray(0, 64 * 1024);
  const known = (delimiter: string): number => {
    try {
      const [header = []] = parseNow(head, { ...form, delimiter, to: 1, relax_quotes: true });
      return knownColumns(header as string[]);
    } catch {
      return 0;
    }
  };
  return known(';') > known(',') ? ';' : ',';
}
