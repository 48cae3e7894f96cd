import {
  findIdColumn,
  fold,
  isCredentialId,
  isExport,
  matchHeaderFields,
  normalizeHeader,
  parseAttributeHeader,
} from '@insignia/contract';
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

export const isEmail = (cell: string): boolean => looks.email(cell.trim());

/** Matches `attribute:Grade` and the field's own name. */
export function findAttribute(header: string, attributes: Attributes): ColumnSource | undefined {
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

/** The column `id`, if it has ids of credentials and not, for example, numbers of students. */
export function findCredentialIds(header: readonly string[], rows: Rows): number | undefined {
  const column = findIdColumn(header);
  if (column === undefined) return undefined;
  return rows.some((row) => isCredentialId(row[column] ?? '')) ? column : undefined;
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
  const ids = isExport(header) ? undefined : findCredentialIds(header, rows);
  take('id', ids, 'header');
  for (const { source, kind } of byContent) {
    // A file of corrections has only the columns that it corrects.
    if (guesses.id) break;
    if (guesses[source] || (source === 'name' && guesses.firstName)) continue;
    take(source, columnLike(kind, rows.slice(0, MAX_SAMPLED_ROWS), used, dates), 'content');
  }
  return chooseNameColumns(guesses, findNameParts(header, rows, guesses, used));
}

type NameParts = Pick<Guesses, 'firstName' | 'middleName' | 'lastName'>;

/** Either a full name or its parts. A full-name column replaces its parts. */
function chooseNameColumns(guesses: Guesses, parts: NameParts | undefined): Guesses {
  const { name, firstName, middleName, lastName, ...others } = guesses;
  if (parts) return { ...others, ...parts };
  return name ? { ...others, name } : guesses;
}

const isWord = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@]/.test(cell);

/**
 * Finds first and last name below one heading “Name”. Merged cells leave the headings of the other
 * columns empty.
 */
function findNameParts(
  header: readonly string[],
  rows: Rows,
  { name, firstName, lastName }: Guesses,
  used: ReadonlySet<number>,
): NameParts | undefined {
  // After the first such list, the heading is remembered as the first name.
  const above = name ?? (lastName ? undefined : firstName);
  if (!above || above.because === 'content') return undefined;
  const first = above.column;
  const some = rows.slice(0, MAX_SAMPLED_ROWS).filter((row) => row[first]?.trim());
  const share = (column: number, is: (cell: string) => boolean): boolean =>
    some.filter((row) => is((row[column] ?? '').trim())).length >= some.length * enough;
  const isPart = (column: number): boolean =>
    header[column] === '' && !used.has(column) && share(column, isWord);
  if (some.length === 0 || !share(first, (cell) => !/\s/.test(cell))) return undefined;
  const guess = (column: number): Guess => ({ column, because: 'content' });
  const isSparse = header[first + 1] === '' && !used.has(first + 1);
  if (isSparse && isPart(first + 2))
    return {
      firstName: guess(first),
      middleName: guess(first + 1),
      lastName: guess(first + 2),
    };
  return isPart(first + 1) ? { firstName: guess(first), lastName: guess(first + 1) } : undefined;
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
