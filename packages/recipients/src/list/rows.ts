import {
  createCorrectionRowSchema,
  createImportRowSchema,
  foldAddress,
  parseCredentialId,
  readCorrectionRow,
  readImportRow,
  recipientNameMin,
} from '@insignia/contract';
import {
  type Attributes,
  getAttributeName,
  type RecipientField,
  toAttributeSource,
} from '../columns/fields.ts';

/** Error of each field in the contract's words, or undefined. */
export type CellErrors = readonly (string | undefined)[];

const schema = createImportRowSchema({ recipientNameMin });
const correction = createCorrectionRowSchema({ recipientNameMin });

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
    ...{ id: at('id'), attributes: named },
  };
  const shape = { columns, width: fields.length, attributes: [...attributes] };
  const read = (cells: string[]) =>
    columns.id === undefined
      ? readImportRow(cells, { ...shape, schema }, now)
      : readCorrectionRow(cells, { ...shape, schema: correction });
  const none: CellErrors = fields.map(() => undefined);
  return (cells: readonly string[]): CellErrors => {
    const found = read([...cells]);
    if (!Array.isArray(found)) return none;
    const errors: (string | undefined)[] = [...none];
    for (const { field, message } of found) {
      const column = findFieldIndex(field, fields);
      errors[column] ??= message;
    }
    return errors;
  };
}

/** Cell of an error. For an error in several cells, the last one, which is a long text. */
function findFieldIndex(path: string, fields: readonly RecipientField[]): number {
  const [first = ''] = path.split('.');
  const field = first === 'attributes' ? toAttributeSource(path.slice(first.length + 1)) : first;
  const found = fields.indexOf(field as RecipientField);
  return found < 0 ? fields.length - 1 : found;
}

export const countErrors = (errors: CellErrors): number =>
  errors.reduce((sum, error) => (error === undefined ? sum : sum + 1), 0);

/** Finds repeated recipients by address, or credentials by id, compared as on the server. */
export function createDuplicateIndex(isById: boolean) {
  const rows = new Map<string, Set<number>>();
  const toKey = (cell: string): string =>
    isById ? (parseCredentialId(cell) ?? '') : foldAddress(cell);
  return {
    add: (cell: string, row: number): void => {
      const key = toKey(cell);
      if (key === '') return;
      const found = rows.get(key);
      if (found) found.add(row);
      else rows.set(key, new Set([row]));
    },
    remove: (cell: string, row: number): void => {
      const key = toKey(cell);
      const found = rows.get(key);
      found?.delete(row);
      if (found?.size === 0) rows.delete(key);
    },
    /**
     * Rows that repeat the address of an earlier row without errors, with that row, which is the
     * one that is issued.
     */
    repeated: (isFaulty: (row: number) => boolean): Map<number, number> => {
      const repeated = new Map<number, number>();
      for (const found of rows.values()) {
        if (found.size < 2) continue;
        const first = Math.min(...[...found].filter((row) => !isFaulty(row)));
        for (const row of found) if (row > first) repeated.set(row, first);
      }
      return repeated;
    },
    /** Expects a folded address. */
    rowsOf: (email: string): ReadonlySet<number> => rows.get(toKey(email)) ?? new Set(),
  };
}

const special = /[",\r\n]/;
const quoteCell = (cell: string): string =>
  special.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A list whose numbers are larger isn't padded, because the file would become too large. */
const MAX_PADDED_ROW = 200_000;

/**
 * Writes the CSV file that an import accepts. Empty rows give each row the number that it has in the
 * spreadsheet, so that reports name that row.
 */
export function toCsv(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string {
  const isPadded = (numbers.at(-1) ?? 0) <= MAX_PADDED_ROW;
  const pad = (until: number): void => {
    while (isPadded && lines.length < until) lines.push('');
  };
  const lines: string[] = [];
  pad((numbers[0] ?? 0) - 2);
  lines.push(fields.map(quoteCell).join(','));
  for (const [at, cells] of rows.entries()) {
    pad((numbers[at] ?? 0) - 1);
    lines.push(cells.map(quoteCell).join(','));
  }
  return `${lines.join('\n')}\n`;
}
