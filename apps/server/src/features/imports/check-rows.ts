import {
  foldAddress,
  type ImportColumns,
  type ImportFault,
  type ImportShape,
  readImportRow,
} from '@insignia/contract';
import type { CredentialInput } from '../credentials/index.ts';
import { type Chunk, numbersOf } from './rules.ts';

export type GoodRow = CredentialInput & { row: number; cells: string[] };
export type BadRow = { row: number; cells: string[]; faults: ImportFault[]; emailSearch: string };

/** Separates valid rows from invalid ones with all their errors. */
export function checkRows(chunk: Chunk, shape: ImportShape, now: Date) {
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  const numbers = numbersOf(chunk);
  for (const [at, cells] of chunk.rows.entries()) {
    const row = numbers[at] ?? 0;
    const found = readGood(cells, shape, now);
    if (Array.isArray(found)) bad.push(badRow({ row, cells }, found, shape.columns));
    else good.push({ row, cells, ...found });
  }
  return { good, bad };
}

export function badRow(
  { row, cells }: { row: number; cells: string[] },
  faults: ImportFault[],
  columns: ImportColumns,
): BadRow {
  return { row, cells, faults, emailSearch: foldAddress(cells[columns.email] ?? '') };
}

function readGood(cells: string[], shape: ImportShape, now: Date): CredentialInput | ImportFault[] {
  const read = readImportRow(cells, shape, now.getTime());
  if (Array.isArray(read)) return read;
  const { name, email, issuedOn, expires, dates, details } = read;
  return { name, email, dates, given: { issuedOn, expires }, details };
}
