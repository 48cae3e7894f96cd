import { countKnownColumns, headerSearchRows } from '@insignia/contract';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import {
  type Delimiter,
  type FileRow,
  fileLimits,
  isBlankRow,
  type TextEncoding,
  UnreadableFileError,
} from './table.ts';

const marks: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const SAMPLE_BYTES = 4_096;
/** Characters that no text contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const controlCharacters = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

export const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** In UTF-16, every second byte of Latin text is 0. */
function guessWide(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 5;
  if (odd > many && even < odd / 10) return 'utf-16le';
  return even > many && odd < even / 10 ? 'utf-16be' : undefined;
}

/** Text with a few broken bytes is still UTF-8 if the rest decodes. */
function isMostlyUtf8(text: string): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc\ufffe\uffff]/g)?.length ?? 0;
  return broken === 0 || whole > broken * 4;
}

function detectEncoding(bytes: Uint8Array): TextEncoding {
  const marked = marks.find(([, mark]) => startsWith(bytes, mark));
  const wide = marked?.[0] ?? guessWide(bytes);
  if (wide) return wide;
  return isMostlyUtf8(new TextDecoder('utf-8').decode(bytes)) ? 'utf-8' : 'windows-1252';
}

/** Decodes text and reports its encoding. Refuses binary data. */
export function decodeText(
  bytes: Uint8Array,
  encoding: TextEncoding = detectEncoding(bytes),
): { text: string; encoding: TextEncoding } {
  const text = new TextDecoder(encoding).decode(bytes);
  const odd = text.match(controlCharacters)?.length ?? 0;
  if (text.includes('\u0000') || odd > text.length / 100)
    throw new UnreadableFileError({ reason: 'binary' });
  return { text, encoding };
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const headLength = 64 * 1024;

function takeHead(text: string, delimiter: Delimiter): string[][] {
  try {
    return parse(text.slice(0, headLength), {
      delimiter,
      to: headerSearchRows,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    return [];
  }
}

/** Scores a delimiter: equal row widths count, known header words count more. A title counts little. */
function scoreDelimiter(rows: string[][]): number {
  const wide = rows.filter(({ length }) => length > 1);
  const known = wide.map((cells) => countKnownColumns(cells));
  const widths = wide.map(({ length }) => rows.filter((row) => row.length === length).length);
  return Math.max(0, ...known) * 10 + Math.max(0, ...widths) / rows.length;
}

function guessDelimiter(text: string): Delimiter {
  const scored = delimiters.map((delimiter) => ({
    delimiter,
    score: scoreDelimiter(takeHead(text, delimiter)),
  }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** Parses delimited text. Accepts mixed line endings and quotation marks inside cells. */
export function parseDelimitedText(text: string): { rows: FileRow[]; delimiter: Delimiter } {
  const delimiter = guessDelimiter(text);
  const rows: FileRow[] = [];
  const keep = (
    cells: string[],
    { records, empty_lines }: { records: number; empty_lines: number },
  ) => {
    if (cells.length > fileLimits.columns)
      throw new UnreadableFileError({ reason: 'columns', at: cells.length });
    if (!isBlankRow(cells)) rows.push({ number: records + empty_lines, cells });
    if (rows.length > fileLimits.rows + headerSearchRows)
      throw new UnreadableFileError({ reason: 'rows' });
    return null;
  };
  try {
    parse(text, {
      delimiter,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: fileLimits.row,
      on_record: keep,
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFileError(findRowError(error, text)) : error;
  }
  return { rows, delimiter };
}

/** An endless row means an unclosed quotation mark, unless a single line is that long. */
function findRowError(error: CsvError, text: string): UnreadableFileError['why'] {
  const at = Number(error.records ?? 0) + Number(error.empty_lines ?? 0) + 1;
  const line = Number(error.lines ?? 1);
  const length = text.split(/\r?\n|\r/, line)[line - 1]?.length ?? 0;
  const isLong = error.code === 'CSV_MAX_RECORD_SIZE' && length > fileLimits.row;
  return { reason: isLong ? 'wideRow' : 'quote', at };
}
