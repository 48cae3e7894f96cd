/** A row of a table, numbered as a spreadsheet does: the first one is row 1, and blank ones count. */
export type FileRow = { number: number; cells: string[] };

export type Sheet = { name: string; rows: FileRow[] };

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
export type Delimiter = ',' | ';' | '\t' | '|';

/** What a file was understood to be. */
export type Understood =
  | { kind: 'text'; encoding: Encoding; delimiter: Delimiter }
  | { kind: 'workbook' };

export type ReadFile = { understood: Understood; sheets: Sheet[] };

/** Why a file as a whole cannot be read; `at` is a line or a number that says where or how much. */
export type FileFault = {
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

/** Ends reading, wherever one is. */
export class Unreadable extends Error {
  readonly why: FileFault;
  constructor(why: FileFault) {
    super(why.fault);
    this.why = why;
  }
}

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');
