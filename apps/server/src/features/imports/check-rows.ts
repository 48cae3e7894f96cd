import { credentialDates } from '@insignia/contract';
import { fold, type Wished } from '../credentials/index.ts';
import { type Columns, type Fault, faultsOf, readRow } from './rules.ts';
import type { Chunk } from './store.ts';

export type GoodRow = Wished & { row: number; cells: string[] };
export type BadRow = { row: number; cells: string[]; faults: Fault[]; emailSearch: string };

type Shape = { columns: Columns; width: number };

/** Tells the rows that can be issued from those that cannot, each with all its faults. */
export function checkRows({ firstRow, rows }: Chunk, { columns, width }: Shape, now: Date) {
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  for (const [at, cells] of rows.entries()) {
    const row = firstRow + at;
    const found = readGood(cells, { columns, width }, now);
    if (Array.isArray(found)) bad.push(badRow({ row, cells }, found, columns));
    else good.push({ row, cells, ...found });
  }
  return { good, bad };
}

export function badRow(
  { row, cells }: { row: number; cells: string[] },
  faults: Fault[],
  columns: Columns,
): BadRow {
  return { row, cells, faults, emailSearch: fold((cells[columns.email] ?? '').trim()) };
}

function readGood(cells: string[], { columns, width }: Shape, now: Date): Wished | Fault[] {
  const wish = readRow(cells, columns, width);
  if (Array.isArray(wish)) return wish;
  const { name, email, issuedOn, expires } = wish;
  const dates = credentialDates(issuedOn, expires, now.getTime());
  if (Array.isArray(dates)) return faultsOf(dates);
  return { name, email, dates, given: { issuedOn, expires: expires ?? null } };
}
