import { createImportRowSchema, readImportRow, recipientNameMin } from '@insignia/contract';
import {
  type Attributes,
  getAttributeName,
  type RecipientField,
  toAttributeSource,
} from '../columns/fields.ts';

/** Error of each field in the contract's words, or undefined. */
export type CellErrors = readonly (string | undefined)[];

const schema = createImportRowSchema({ recipientNameMin });

/** Applies the same rules as the server. */
export function createRowCheck(
  fields: readonly RecipientField[],
  attributes: Attributes,
  now: number,
) {
  const at = (field: RecipientField): number | undefined => {
    const found = fields.indexOf(field);
    return found < 0 ? undefined : found;
  };
  const named = fields.flatMap((field, column) => {
    const name = getAttributeName(field);
    return name === undefined ? [] : [{ name, at: column }];
  });
  const columns = {
    ...{ name: at('name') ?? 0, email: at('email') ?? 0, issuedOn: at('issuedOn') ?? 0 },
    ...{ expires: at('expires'), narrative: at('narrative'), evidence: at('evidence') },
    attributes: named,
  };
  const shape = { columns, width: fields.length, schema, attributes: [...attributes] };
  const none: CellErrors = fields.map(() => undefined);
  return (cells: readonly string[]): CellErrors => {
    const read = readImportRow([...cells], shape, now);
    if (!Array.isArray(read)) return none;
    const faults: (string | undefined)[] = [...none];
    for (const { field, message } of read) {
      const column = findFieldIndex(field, fields);
      faults[column] ??= message;
    }
    return faults;
  };
}

/** Cell of an error. For an error in several cells, the last one, which is a long text. */
function findFieldIndex(path: string, fields: readonly RecipientField[]): number {
  const [first = ''] = path.split('.');
  const field = first === 'attributes' ? toAttributeSource(path.slice(first.length + 1)) : first;
  const found = fields.indexOf(field as RecipientField);
  return found < 0 ? fields.length - 1 : found;
}

export const countErrors = (faults: CellErrors): number =>
  faults.reduce((sum, fault) => (fault === undefined ? sum : sum + 1), 0);
