import { withoutGuards } from '@insignia/contract';
import { type DateOrder, understandDate } from './dates.ts';
import { type Field, fields, type Matched, sources } from './fields.ts';

export type Reading = { order: DateOrder; months: ReadonlyMap<string, number> };

/** What is typed or read for a field, as it is sent; what is not understood stays, to be told as a fault. */
export function readCell(field: Field, text: string, { order, months }: Reading): string {
  const bare = withoutGuards(text).trim();
  if (sources[field].kind !== 'date' || bare === '') return bare;
  return understandDate(bare, order, months) ?? bare;
}

/** A row of the file as the fields of a credential, in their order. */
export function readRow(
  cells: readonly string[],
  { columns, fixed }: Matched,
  reading: Reading,
): string[] {
  const cell = (column: number | undefined): string =>
    column === undefined ? '' : withoutGuards(cells[column] ?? '').trim();
  const parts = [cell(columns.firstName), cell(columns.lastName)].filter(Boolean).join(' ');
  return fields.map((field) => {
    const own = field === 'name' && columns.name === undefined ? parts : cell(columns[field]);
    return readCell(
      field,
      own || (columns[field] === undefined ? (fixed[field] ?? '') : ''),
      reading,
    );
  });
}
