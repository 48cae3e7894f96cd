import { isExport, type LeftOut, leftOutOfExport } from '@insignia/contract';
import {
  aboutSource,
  type Counts,
  dateOrders,
  type Field,
  fieldsOf,
  monthNames,
  type ReadFile,
  sourcesFor,
  type Understood,
  understandDate,
} from '@insignia/recipients';
import type { Draft, DraftFile } from './drafts.ts';

const mostSamples = 3;
const longestSample = 60;
const mostExamples = 3;

/** Facts about the file and its columns. */
export type About = {
  understood: Understood;
  /** The encoding can be changed. */
  isDecodable: boolean;
  sheets: { name: string; rows: number }[];
  header: string[];
  /** First cells of each column. */
  samples: string[][];
  /** Repeated column names. */
  twice: string[];
  /** Sample dates and how they are read. */
  dates: { from: string; to: string | undefined }[];
  /** Some dates depend on the order of day and month. */
  hasNumericDates: boolean;
  rows: number;
  /** Fields of each row. */
  fields: Field[];
  /** Rows of an export that are skipped, by reason. */
  leftOut: Readonly<Record<LeftOut, number>>;
};

/** Everything the screens show about a draft. */
export type View = Omit<Draft, 'edits'> & About & { isEdited: boolean; counts: Counts | undefined };

export const rowsOf = ({ sheets }: ReadFile, { sheet, hasHeader }: Draft) =>
  (sheets[sheet]?.rows ?? []).slice(hasHeader ? 1 : 0);

export function headerOf({ sheets }: ReadFile, { sheet, hasHeader }: Draft): string[] {
  const rows = sheets[sheet]?.rows ?? [];
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const first = hasHeader ? (rows[0]?.cells ?? []) : [];
  return Array.from({ length: widest }, (_, at) => (first[at] ?? '').trim());
}

const short = (text: string): string =>
  text.length > longestSample ? `${text.slice(0, longestSample)}…` : text;

function datesIn(file: ReadFile, draft: Draft, locales: readonly string[]) {
  const { attributes } = draft.options;
  const columns = sourcesFor(attributes)
    .filter((source) => aboutSource(source, attributes).kind === 'date')
    .flatMap((source) => draft.matched.columns[source] ?? []);
  const cells = columns.flatMap((column) =>
    rowsOf(file, draft).map((row) => (row.cells[column] ?? '').trim()),
  );
  const other = [...new Set(cells.filter(Boolean))].filter(
    (cell) => !/^\d{4}-\d{2}-\d{2}/.test(cell),
  );
  const months = monthNames(locales);
  const read = (cell: string, order = draft.order) => understandDate(cell, order, months);
  const dates = other.slice(0, mostExamples).map((cell) => ({ from: short(cell), to: read(cell) }));
  const isNumeric = (cell: string) =>
    new Set(dateOrders.map((order) => read(cell, order))).size > 1;
  return { dates, hasNumericDates: other.some(isNumeric) };
}

export function aboutOf(file: DraftFile, draft: Draft, locales: readonly string[]): About {
  const rows = rowsOf(file, draft);
  const header = headerOf(file, draft);
  const names = header.filter(Boolean);
  return {
    understood: file.understood,
    isDecodable: file.bytes !== undefined,
    sheets: file.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows.length })),
    header,
    samples: header.map((_, column) => samplesOf(rows, column)),
    twice: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
    ...datesIn(file, draft, locales),
    rows: rows.length,
    fields: fieldsOf(draft.matched, draft.options.attributes),
    leftOut: countLeftOut(leftOutOf(file, draft)),
  };
}

/** Reason to skip each row of an export. */
export function leftOutOf(file: ReadFile, draft: Draft): (LeftOut | undefined)[] {
  const rows = rowsOf(file, draft).map(({ cells }) => cells);
  if (!draft.hasHeader || !isExport(headerOf(file, draft))) return rows.map(() => undefined);
  return rows.map(leftOutOfExport(rows, draft.options.badgeId));
}

function countLeftOut(why: readonly (LeftOut | undefined)[]): Record<LeftOut, number> {
  const count = (wanted: LeftOut) => why.filter((each) => each === wanted).length;
  return { otherBadge: count('otherBadge'), revoked: count('revoked') };
}

function samplesOf(rows: ReturnType<typeof rowsOf>, column: number): string[] {
  const cells = new Set<string>();
  for (const row of rows) {
    const cell = (row.cells[column] ?? '').trim();
    if (cell) cells.add(short(cell));
    if (cells.size === mostSamples) break;
  }
  return [...cells];
}
