import { attributeIn, bareHeader, fold, headerFields } from '@insignia/contract';
import { type DateOrder, understandDate } from './dates.ts';
import { type Attributes, attributeSource, type Source, sourcesFor } from './fields.ts';

/** Reason for a guess: remembered from last time, the header, or the content. */
export type Reason = 'remembered' | 'header' | 'content';
export type Guess = { column: number; because: Reason };
export type Guesses = Partial<Record<Source, Guess>>;
/** Meaning of headers last time, by normalized name. */
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
/** Share of non-empty cells that must match. */
const enough = 0.6;

/** True if no cell of the first row is an address or a date. */
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

/** Matches `attribute:Grade` and the field's own name. */
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

/** First unmatched column whose cells fit. */
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

/** Guesses each column's meaning. Each meaning is used once. */
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
  // A full-name column replaces its parts.
  if (guesses.name) for (const part of ['firstName', 'lastName'] as const) delete guesses[part];
  return guesses;
}

const mostRemembered = 100;

/** Stores how headers were matched, for the next import. */
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
