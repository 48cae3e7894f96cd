import { importRowWith, readImportRow, recipientNameMin } from '@insignia/contract';
import { type Field, fields } from '../columns/fields.ts';

/** What is wrong with each field, in the contract's words; in their order, undefined where nothing is. */
export type Faults = readonly (string | undefined)[];

const columns = Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>;
const shape = {
  ...{ columns, width: fields.length, schema: importRowWith(recipientNameMin) },
  attributes: [],
};
const none: Faults = fields.map(() => undefined);

/** Checks a row as the service does. */
export function faultsOf(cells: readonly string[], now: number): Faults {
  const read = readImportRow([...cells], shape, now);
  if (!Array.isArray(read)) return none;
  return fields.map((field) => read.find((fault) => fault.field === field)?.message);
}

export const countOf = (faults: Faults): number =>
  faults.reduce((sum, fault) => (fault === undefined ? sum : sum + 1), 0);
