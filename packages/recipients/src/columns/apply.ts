import { withoutGuards } from '@insignia/contract';
import { type DateOrder, understandDate } from './dates.ts';
import { type Attributes, aboutSource, type Field, fieldsOf, type Matched } from './fields.ts';

export type Reading = {
  order: DateOrder;
  months: ReadonlyMap<string, number>;
  attributes: Attributes;
};

/** A decimal comma; three digits behind it may be thousands. */
const decimalComma = /^(-?\d{1,15}),(\d{1,2}|\d{4,15})$/;

const breaks = /[\t-\r\u0085]/u;
/** Of what is one line by the contract: cells are wrapped by hand, in headers and forms above all. */
const inOneLine = (text: string): string =>
  // One pass: of a long run of spaces each would be tried as a beginning.
  text.replaceAll(/[\s\u0085]+/gu, (space) => (breaks.test(space) ? ' ' : space));

/** What is typed or read for a field, as it is sent; what is not understood stays, to be told as a fault. */
export function readCell(field: Field, text: string, reading: Reading): string {
  const { kind } = aboutSource(field, reading.attributes);
  const own = withoutGuards(text).trim();
  const bare = kind === 'long' ? own : inOneLine(own);
  if (kind === 'number') return bare.replace(decimalComma, '$1.$2');
  if (kind !== 'date' || bare === '') return bare;
  const date = understandDate(bare, reading.order, reading.months) ?? bare;
  // A date of an attribute has no time of day.
  const isMoment = field.startsWith('attribute:') && /^\d{4}-\d{2}-\d{2}[T ]/.test(date);
  return isMoment ? date.slice(0, 10) : date;
}

/** A row of the file as the fields of a credential, in their order. */
export function readRow(cells: readonly string[], matched: Matched, reading: Reading): string[] {
  const { columns, fixed } = matched;
  const cell = (column: number | undefined): string =>
    column === undefined ? '' : withoutGuards(cells[column] ?? '').trim();
  const parts = [cell(columns.firstName), cell(columns.lastName)].filter(Boolean).join(' ');
  return fieldsOf(matched, reading.attributes).map((field) => {
    const own = field === 'name' && columns.name === undefined ? parts : cell(columns[field]);
    return readCell(
      field,
      own || (columns[field] === undefined ? (fixed[field] ?? '') : ''),
      reading,
    );
  });
}
