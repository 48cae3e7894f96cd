import { attributeIn, bareHeader, fold, headerFields } from '@insignia/contract';
import { type DateOrder, understandDate } from './dates.ts';
import { type Attributes, attributeSource, type Source, sourcesFor } from './fields.ts';

/** Why a column is taken for something: so it was last time, its header says so, its cells look so. */
export type Reason = 'remembered' | 'header' | 'content';
export type Guess = { column: number; because: Reason };
export type Guesses = Partial<Record<Source, Guess>>;
/** What headers meant last time, by their bare names. */
export type Remembered = Readonly<Record<string, Source>>;

const looks: Readonly<Record<'email' | 'text' | 'links', (cell: string) => boolean>> = {
  email: (cell) => {
    const [name, host, ...more] = cell.split('@');
    return !!name && !!host?.slice(1, -1).includes('.') && more.length === 0 && !/\s/.test(cell);
  },
  text: (cell) =>
    !/[\d@]/.test(cell) && cell.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1,
  links: (cell) => cell.split(/\s+/).every((word) => /^https?:\/\/[^/]/i.test(word)),
};
const mostSampled = 200;
/** Of the cells that hold something, so many must look so. */
const enough = 0.6;

/** Whether the first row is of names of columns: no cell of it is an address or a date. */
export function looksLikeHeader(
  cells: readonly string[],
  order: DateOrder,
  months: ReadonlyMap<string, number>,
): boolean {
  const isKnown = headerFields(cells).some(Boolean);
  const isValue = (cell: string): boolean =>
    looks.email(cell.trim()) || understandDate(cell, order, months) !== undefined;
  return isKnown || !cells.some(isValue);
}

/** `attribute:Grade`, or just what the badge calls it. */
function attributeOf(header: string, attributes: Attributes): Source | undefined {
  const said = attributeIn(header);
  const found = attributes.find(({ name }) =>
    said === undefined
      ? bareHeader(name) === bareHeader(header) && bareHeader(name) !== ''
      : fold(name) === fold(said),
  );
  return found && attributeSource(found.name);
}

type Rows = readonly (readonly string[])[];
type Dates = { order: DateOrder; months: ReadonlyMap<string, number> };
type Looked = { source: Source; kind: 'text' | 'email' | 'date' | 'links' };
const byContent: readonly Looked[] = [
  { source: 'email', kind: 'email' },
  { source: 'issuedOn', kind: 'date' },
  { source: 'evidence', kind: 'links' },
  { source: 'name', kind: 'text' },
];

/** The first column that is not taken and whose cells look so. */
function columnLike(
  kind: Looked['kind'],
  rows: Rows,
  taken: ReadonlySet<number>,
  { order, months }: Dates,
): number | undefined {
  const like = (cell: string): boolean =>
    kind === 'date' ? understandDate(cell, order, months) !== undefined : looks[kind](cell.trim());
  const widest = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: widest }, (_, column) => column).find((column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    const isEnough = cells.filter(like).length >= cells.length * enough;
    return !taken.has(column) && cells.length > 0 && isEnough;
  });
}

/** What each column is likely to be; one column is at most one thing. */
export function guessColumns(
  header: readonly string[],
  rows: Rows,
  {
    remembered = {},
    attributes = [],
    ...dates
  }: Dates & { remembered?: Remembered; attributes?: Attributes },
): Guesses {
  const guesses: Guesses = {};
  const taken = new Set<number>();
  const take = (source: Source | undefined, column: number | undefined, because: Reason): void => {
    if (!source || column === undefined) return;
    if (guesses[source] !== undefined || taken.has(column)) return;
    guesses[source] = { column, because };
    taken.add(column);
  };
  const known = sourcesFor(attributes);
  const before = new Map(Object.entries(remembered).filter(([, source]) => known.includes(source)));
  for (const [column, cell] of header.entries())
    take(before.get(bareHeader(cell)), column, 'remembered');
  for (const [column, field] of headerFields(header).entries()) take(field, column, 'header');
  for (const [column, cell] of header.entries())
    take(attributeOf(cell, attributes), column, 'header');
  for (const { source, kind } of byContent) {
    if (guesses[source] || (source === 'name' && guesses.firstName)) continue;
    take(source, columnLike(kind, rows.slice(0, mostSampled), taken, dates), 'content');
  }
  // A whole name needs no parts.
  if (guesses.name) for (const part of ['firstName', 'lastName'] as const) delete guesses[part];
  return guesses;
}

const mostRemembered = 100;

/** What is to be remembered of how the columns were matched. */
export function remember(
  before: Remembered,
  header: readonly string[],
  columns: Partial<Record<Source, number>>,
): Remembered {
  const names = header.map(bareHeader);
  const now = Object.entries(columns).flatMap(([source, column]): [string, Source][] => {
    const name = names[column ?? -1];
    return name ? [[name, source as Source]] : [];
  });
  const old = Object.entries(before).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...now, ...old].slice(0, mostRemembered));
}
