import { removeFormulaGuards } from '@insignia/contract';
import { type DateOrder, parseDate } from './dates.ts';
import {
  type Attributes,
  type ColumnMapping,
  describeSource,
  listFields,
  type RecipientField,
} from './fields.ts';

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
