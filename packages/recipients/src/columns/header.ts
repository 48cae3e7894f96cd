import { headerSearchRows, matchHeaderFields, normalizeHeader } from '@insignia/contract';
import { parseDate } from './dates.ts';
import { type Attributes, listSources } from './fields.ts';
import { findAttribute, isEmail, type RememberedColumns } from './guess.ts';

type Rows = readonly (readonly string[])[];

/** Position of the first row that isn't a title, and whether that row is the header. */
export type TableStart = { firstRow: number; hasHeader: boolean };

type KnownNames = {
  months?: ReadonlyMap<string, number>;
  remembered?: RememberedColumns;
  attributes?: Attributes;
};

/** Finds where the list begins. Only rows above the first recipient can be the header. */
export function findTableStart(rows: Rows, names: KnownNames = {}): TableStart {
  const head = rows.slice(0, headerSearchRows);
  const firstRecipient = head.findIndex(isRecipient);
  const above = firstRecipient < 0 ? head : head.slice(0, firstRecipient);
  const known = above.map((cells) => countKnownFields(cells, names));
  const highest = Math.max(0, ...known);
  // One known word may be part of a title.
  if (highest > 1) {
    let at = known.indexOf(highest);
    // Headings that are merged over two rows appear in both.
    while (known[at + 1] === highest) at += 1;
    return { firstRow: at, hasHeader: true };
  }
  const firstRow = countTitleRows(rows);
  return { firstRow, hasHeader: looksLikeHeader(head[firstRow] ?? [], names.months ?? new Map()) };
}

/** Counts the rows of a single cell above rows of several cells. */
export function countTitleRows(rows: Rows): number {
  const head = rows.slice(0, headerSearchRows);
  const table = head.findIndex((cells) => !isTitle(cells));
  const rest = head.slice(table);
  const isTable = rest.filter((cells) => listFilled(cells).length > 1).length * 2 >= rest.length;
  return table > 0 && isTable ? table : 0;
}

const listFilled = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter(Boolean);

function isTitle(cells: readonly string[]): boolean {
  const [only = '', ...others] = listFilled(cells);
  return others.length === 0 && !isEmail(only) && countKnownFields([only]) === 0;
}

/** A label with a colon beside an address is part of a title. */
const isRecipient = (cells: readonly string[]): boolean =>
  cells.some(isEmail) && listFilled(cells).some((cell) => !isEmail(cell) && !cell.endsWith(':'));

function countKnownFields(
  cells: readonly string[],
  { remembered = {}, attributes = [] }: KnownNames = {},
): number {
  const sources = listSources(attributes);
  const fields = matchHeaderFields(cells);
  const before = new Map(Object.entries(remembered));
  const found = cells.map((cell, at) => {
    const last = before.get(normalizeHeader(cell));
    return (
      fields[at] ??
      findAttribute(cell, attributes) ??
      (last && sources.includes(last) ? last : undefined)
    );
  });
  return new Set(found.filter(Boolean)).size;
}

/** True if a cell is a known name, or none is an address or a date. */
function looksLikeHeader(cells: readonly string[], months: ReadonlyMap<string, number>): boolean {
  const isValue = (cell: string): boolean =>
    isEmail(cell) || parseDate(cell, 'dmy', months) !== undefined;
  return matchHeaderFields(cells).some(Boolean) || !cells.some(isValue);
}
