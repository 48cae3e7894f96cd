import {
  type AttributeDefinition,
  attributePrefix,
  type HeaderField,
  removeFormulaGuards,
} from '@insignia/contract';
import { type DateOrder, parseDate } from './dates.ts';

type AttributeKey = `attribute:${string}`;
/** Meaning of a column. With `id`, rows correct credentials instead of issuing. */
export type ColumnSource = HeaderField | 'id' | AttributeKey;
/** A field of a sent row. */
export type RecipientField =
  | 'id'
  | Exclude<HeaderField, 'firstName' | 'middleName' | 'lastName'>
  | AttributeKey;

type SourceDescription = {
  field: RecipientField;
  kind: 'text' | 'email' | 'date' | 'number' | 'long';
  /** Required for every row, directly or through its parts. */
  isNeeded: boolean;
  /** One value may apply to all rows. */
  mayBeFixed: boolean;
};

const plain: Readonly<Record<HeaderField | 'id', SourceDescription>> = {
  id: { field: 'id', kind: 'text', isNeeded: false, mayBeFixed: false },
  name: { field: 'name', kind: 'text', isNeeded: true, mayBeFixed: false },
  firstName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  middleName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  lastName: { field: 'name', kind: 'text', isNeeded: false, mayBeFixed: false },
  email: { field: 'email', kind: 'email', isNeeded: true, mayBeFixed: false },
  issuedOn: { field: 'issuedOn', kind: 'date', isNeeded: true, mayBeFixed: true },
  expires: { field: 'expires', kind: 'date', isNeeded: false, mayBeFixed: true },
  narrative: { field: 'narrative', kind: 'long', isNeeded: false, mayBeFixed: true },
  evidence: { field: 'evidence', kind: 'long', isNeeded: false, mayBeFixed: true },
};
const plainSources = Object.keys(plain) as (HeaderField | 'id')[];

/** Custom fields of the badge. */
export type Attributes = readonly AttributeDefinition[];

export const toAttributeSource = (name: string): AttributeKey => `${attributePrefix}${name}`;

/** Name of the custom field; undefined for standard fields. */
export function getAttributeName(source: ColumnSource): string | undefined {
  return source.startsWith(attributePrefix) ? source.slice(attributePrefix.length) : undefined;
}

/** All possible column meanings for this badge. */
export function listSources(attributes: Attributes): ColumnSource[] {
  return [...plainSources, ...attributes.map(({ name }) => toAttributeSource(name))];
}

export function describeSource(source: ColumnSource, attributes: Attributes): SourceDescription {
  const name = getAttributeName(source);
  if (name === undefined) return plain[source as HeaderField | 'id'];
  const kind = attributes.find((each) => each.name === name)?.type ?? 'text';
  return { field: toAttributeSource(name), kind, isNeeded: false, mayBeFixed: true };
}

/** Column of each source, or one value for all rows. */
export type ColumnMapping = {
  columns: Partial<Record<ColumnSource, number>>;
  fixed: Partial<Record<RecipientField, string>>;
};

/** Drops matches with custom fields that another badge doesn't have. */
export function limitToAttributes(
  { columns, fixed }: ColumnMapping,
  attributes: Attributes,
): ColumnMapping {
  const known: readonly string[] = listSources(attributes);
  const fitting = <V>(all: Partial<Record<string, V>>) =>
    Object.fromEntries(Object.entries(all).filter(([source]) => known.includes(source)));
  return { columns: fitting(columns), fixed: fitting(fixed) };
}

/** Fields of each sent row, in order: standard ones first, then matched ones. */
export function listFields(
  { columns, fixed }: ColumnMapping,
  attributes: Attributes,
): RecipientField[] {
  const more: RecipientField[] = ['narrative', 'evidence'];
  more.push(...attributes.map(({ name }) => toAttributeSource(name)));
  const isMatched = (field: RecipientField) =>
    columns[field] !== undefined || fixed[field] !== undefined;
  const id: RecipientField[] = columns.id === undefined ? [] : ['id'];
  return ['name', 'email', 'issuedOn', 'expires', ...id, ...more.filter(isMatched)];
}

/** Required fields without a column or value. */
export function findMissingFields({ columns, fixed }: ColumnMapping): RecipientField[] {
  const isThere = (source: ColumnSource): boolean => columns[source] !== undefined;
  // Corrections need only a value to correct.
  if (isThere('id'))
    return Object.keys(columns).length > 1 || Object.keys(fixed).length > 0 ? [] : ['name'];
  return plainSources
    .filter((source) => plain[source].isNeeded)
    .filter((source) => !isThere(source) && !fixed[plain[source].field])
    .filter((source) => !(source === 'name' && isThere('firstName')))
    .map((source) => plain[source].field);
}

export type CellReadOptions = {
  order: DateOrder;
  months: ReadonlyMap<string, number>;
  attributes: Attributes;
};

/** Decimal comma. Three digits after a comma may be thousands. */
const decimalComma = /^(-?\d{1,15}),(\d{1,2}|\d{4,15})$/;

const breaks = /[\t-\r\u0085]/u;
/** Joins wrapped cells: the contract expects one line. */
const inOneLine = (text: string): string =>
  // A single pass: backtracking over long runs of spaces would take quadratic time.
  text.replaceAll(/[\s\u0085]+/gu, (space) => (breaks.test(space) ? ' ' : space));

/**
 * Converts a typed or imported value to its sent form. Values that aren't understood stay as they
 * are, so that the error can be shown.
 */
export function readCell(field: RecipientField, text: string, reading: CellReadOptions): string {
  const { kind } = describeSource(field, reading.attributes);
  const own = removeFormulaGuards(text).trim();
  const bare = kind === 'long' ? own : inOneLine(own);
  if (kind === 'number') return bare.replace(decimalComma, '$1.$2');
  if (kind !== 'date' || bare === '') return bare;
  const date = parseDate(bare, reading.order, reading.months) ?? bare;
  // Custom date fields have no time of day.
  const isMoment = field.startsWith('attribute:') && /^\d{4}-\d{2}-\d{2}[T ]/.test(date);
  return isMoment ? date.slice(0, 10) : date;
}

/** Maps a file's row to the fields of a credential, in order. */
export function readRow(
  cells: readonly string[],
  matched: ColumnMapping,
  reading: CellReadOptions,
): string[] {
  const { columns, fixed } = matched;
  const cell = (column: number | undefined): string =>
    column === undefined ? '' : removeFormulaGuards(cells[column] ?? '').trim();
  const parts = [columns.firstName, columns.middleName, columns.lastName]
    .map(cell)
    .filter(Boolean)
    .join(' ');
  return listFields(matched, reading.attributes).map((field) => {
    const own = field === 'name' && columns.name === undefined ? parts : cell(columns[field]);
    return readCell(
      field,
      own || (columns[field] === undefined ? (fixed[field] ?? '') : ''),
      reading,
    );
  });
}
