import {
  foldAddress,
  type ImportColumns,
  type ImportRowContext,
  type ImportRowError,
  readImportRow,
} from '@insignia/contract';
import type { CredentialInput } from '../credentials/index.ts';
import { listRowNumbers, type RowBatch } from './rules.ts';

export type ValidRow = CredentialInput & { row: number; cells: string[] };
export type InvalidRow = {
  row: number;
  cells: string[];
  faults: ImportRowError[];
  emailSearch: string;
};

/** Separates valid rows from invalid ones with all their errors. */
export function checkRows(chunk: RowBatch, shape: ImportRowContext, now: Date) {
  const good: ValidRow[] = [];
  const bad: InvalidRow[] = [];
  const numbers = listRowNumbers(chunk);
  for (const [at, cells] of chunk.rows.entries()) {
    const row = numbers[at] ?? 0;
    const found = readValidRow(cells, shape, now);
    if (Array.isArray(found)) bad.push(createInvalidRow({ row, cells }, found, shape.columns));
    else good.push({ row, cells, ...found });
  }
  return { good, bad };
}

export function createInvalidRow(
  { row, cells }: { row: number; cells: string[] },
  faults: ImportRowError[],
  columns: ImportColumns,
): InvalidRow {
  return { row, cells, faults, emailSearch: foldAddress(cells[columns.email] ?? '') };
}

function readValidRow(
  cells: string[],
  shape: ImportRowContext,
  now: Date,
): CredentialInput | ImportRowError[] {
  const read = readImportRow(cells, shape, now.getTime());
  if (Array.isArray(read)) return read;
  const { name, email, issuedOn, expires, dates, details } = read;
  return { name, email, dates, given: { issuedOn, expires }, details };
}
