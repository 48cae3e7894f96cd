import { importLimits } from '@insignia/contract';

/** A row numbered as in a spreadsheet: from 1, counting blank rows. */
export type FileRow = { number: number; cells: string[] };

export type Worksheet = { name: string; rows: FileRow[] };

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof encodings)[number];
export type Delimiter = ',' | ';' | '\t' | '|';

export type FileFormat =
  | { kind: 'text'; encoding: TextEncoding; delimiter: Delimiter }
  | { kind: 'workbook' };

export type RecipientFile = { understood: FileFormat; sheets: Worksheet[] };

/** Reason why a file can't be read. `at` is a line or an amount. */
export type FileError = {
  reason:
    | 'empty'
    | 'headerOnly'
    | 'large'
    | 'binary'
    | 'oldWorkbook'
    | 'openDocument'
    | 'quote'
    | 'wideRow'
    | 'columns'
    | 'rows'
    | 'bomb'
    | 'cells'
    | 'workbook';
  at?: number;
};

export class UnreadableFileError extends Error {
  readonly why: FileError;
  constructor(why: FileError) {
    super(why.reason);
    this.why = why;
  }
}

export const isBlankRow = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');

const mebibyte = 1024 * 1024;

/** Limits checked before a file is parsed. */
export const fileLimits = {
  /** Larger than an import, because files may contain columns that aren't sent. */
  bytes: 20 * mebibyte,
  /** Total unpacked size of a workbook's parts. */
  unpacked: 128 * mebibyte,
  parts: 2_000,
  columns: 200,
  rows: importLimits.rows,
  /** Cells of a sheet, including empty cells between others. */
  cells: 2_000_000,
  sheets: 50,
  /** Characters per row. */
  row: 256 * 1024,
} as const;
