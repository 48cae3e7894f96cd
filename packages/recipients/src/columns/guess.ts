import { fold, matchHeaderFields, normalizeHeader, parseAttributeHeader } from '@insignia/contract';
import { type DateOrder, parseDate } from './dates.ts';
import { type Attributes, type ColumnSource, listSources, toAttributeSource } from './fields.ts';

/** Reason for a guess: remembered from last time, the header, or the content. */
export type GuessReason = 'remembered' | 'header' | 'content';
export type Guess = { column: number; because: GuessReason };
export type Guesses = Partial<Record<ColumnSource, Guess>>;
/** Meaning of headers last time, by normalized name. */
export type RememberedColumns = Readonly<Record<string, ColumnSource>>;

const looks: Readonly<Record<'email' | 'text' | 'links', (cell: string) => boolean>> = {
  email: (cell) => {
    const [name, host, ...more] = cell.split('@');
    return !!name && !!host?.slice(1, -1).includes('.') && more.length === 0 && !/\s/.test(cell);
  },
  text: (cell) =>
    !/[\d@]/.test(cell) && cell.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1,
  links: (cell) => cell.split(/\s+/).every((word) => /^https?:\/\/[^/]/i.test(word)),
};
const MAX_SAMPLED_ROWS = 200;
/** Share of non-empty cells that must match. */
const enough = 0.6;

/** True if no cell of the first row is an address or a date. */
export function looksLikeHeader(
  cells: readonly string[],
  order: DateOrder,
  months: ReadonlyMap<string, number>,
): boolean {
  const isKnown = matchHeaderFields(cells).some(Boolean);
  const isValue = (cell: string): boolean =>
    looks.email(cell.trim()) || parseDate(cell, order, months) !== undefined;
  return isKnown || !cells.some(isValue);
}

/** Matches `attribute:Grade` and the field's own name. */
function findAttribute(header: string, attributes: Attributes): ColumnSource | undefined {
  const attribute = parseAttributeHeader(header);
  const found = attributes.find(({ name }) =>
    attribute === undefined
      ? normalizeHeader(name) === normalizeHeader(header) && normalizeHeader(name) !== ''
      : fold(name) === fold(attribute),
  );
  return found && toAttributeSource(found.name);
}

type Rows = readonly (readonly string[])[];
type Dates = { order: DateOrder; months: ReadonlyMap<string, number> };
type SourceKind = { source: ColumnSource; kind: 'text' | 'email' | 'date' | 'links' };
const byContent: readonly SourceKind[] = [
  { source: 'email', kind: 'email' },
  { source: 'issuedOn', kind: 'date' },
  { source: 'evidence', kind: 'links' },
  { source: 'name', kind: 'text' },
];

/** First unmatched column whose cells fit. */
function columnLike(
  kind: SourceKind['kind'],
  rows: Rows,
  used: ReadonlySet<number>,
  { order, months }: Dates,
): number | undefined {
  const like = (cell: string): boolean =>
    kind === 'date' ? parseDate(cell, order, months) !== undefined : looks[kind](cell.trim());
  const widest = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: widest }, (_, column) => column).find((column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    const isEnough = cells.filter(like).length >= cells.length * enough;
    return !used.has(column) && cells.length > 0 && isEnough;
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
  }: Dates & { remembered?: RememberedColumns; attributes?: Attributes },
): Guesses {
  const guesses: Guesses = {};
  const used = new Set<number>();
  const take = (
    source: ColumnSource | undefined,
    column: number | undefined,
    because: GuessReason,
  ): void => {
    if (!source || column === undefined) return;
    if (guesses[source] !== undefined || used.has(column)) return;
    guesses[source] = { column, because };
    used.add(column);
  };
  const known = listSources(attributes);
  const before = new Map(Object.entries(remembered).filter(([, source]) => known.includes(source)));
  for (const [column, cell] of header.entries())
    take(before.get(normalizeHeader(cell)), column, 'remembered');
  for (const [column, field] of matchHeaderFields(header).entries()) take(field, column, 'header');
  for (const [column, cell] of header.entries())
    take(findAttribute(cell, attributes), column, 'header');
  for (const { source, kind } of byContent) {
    if (guesses[source] || (source === 'name' && guesses.firstName)) continue;
    take(source, columnLike(kind, rows.slice(0, MAX_SAMPLED_ROWS), used, dates), 'content');
  }
  // A full-name column replaces its parts.
  if (guesses.name) for (const part of ['firstName', 'lastName'] as const) delete guesses[part];
  return guesses;
}

const MAX_REMEMBERED = 100;

/** Stores how headers were matched, for the next import. */
export function rememberColumns(
  before: RememberedColumns,
  header: readonly string[],
  columns: Partial<Record<ColumnSource, number>>,
): RememberedColumns {
  const names = header.map(normalizeHeader);
  const now = Object.entries(columns).flatMap(([source, column]): [string, ColumnSource][] => {
    const name = names[column ?? -1];
    return name ? [[name, source as ColumnSource]] : [];
  });
  const old = Object.entries(before).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...now, ...old].slice(0, MAX_REMEMBERED));
}
