/** A row numbered as in a spreadsheet: from 1, counting blank rows. */
export type FileRow = { number: number; cells: string[] };

export type Sheet = { name: string; rows: FileRow[] };

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
export type Delimiter = ',' | ';' | '\t' | '|';

/** The detected format of a file. */
export type FileFormat =
  | { kind: 'text'; encoding: Encoding; delimiter: Delimiter }
  | { kind: 'workbook' };

export type RecipientFile = { understood: FileFormat; sheets: Sheet[] };

/** Reason why a file can't be read. `at` is a line or an amount. */
export type FileError = {
  fault:
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
    super(why.fault);
    this.why = why;
  }
}

export const isBlankRow = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');
