import {
  foldAddress,
  type ImportColumns,
  type ImportRowContext,
  type ImportRowError,
  type ImportRowSchema,
  readImportRow,
} from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import {
  type CredentialInput,
  createDuplicateCheck,
  lockRemainingQuota,
  readBadgeAttributes,
} from '../credentials/index.ts';
import { findNextRowBatch, insertErrors, insertProcessed, type SkippedRow } from './rows-store.ts';
import { listRowNumbers, quotaError, type RowBatch } from './rules.ts';
import { addImportCounts, type ImportJob, setImportStatus } from './store.ts';

type ValidRow = CredentialInput & { row: number; cells: string[] };
export type InvalidRow = {
  row: number;
  cells: string[];
  faults: ImportRowError[];
  emailSearch: string;
};

/** Separates valid rows from invalid ones with all their errors. */
export function checkRows(batch: RowBatch, shape: ImportRowContext, now: Date) {
  const valid: ValidRow[] = [];
  const invalid: InvalidRow[] = [];
  const numbers = listRowNumbers(batch);
  for (const [at, cells] of batch.rows.entries()) {
    const row = numbers[at] ?? 0;
    const found = readValidRow(cells, shape, now);
    if (Array.isArray(found)) invalid.push(createInvalidRow({ row, cells }, found, shape.columns));
    else valid.push({ row, cells, ...found });
  }
  return { valid, invalid };
}

export function createInvalidRow(
  { row, cells }: { row: number; cells: string[] },
  errors: ImportRowError[],
  columns: ImportColumns,
): InvalidRow {
  return { row, cells, faults: errors, emailSearch: foldAddress(cells[columns.email] ?? '') };
}

function readValidRow(
  cells: string[],
  shape: ImportRowContext,
  now: Date,
): CredentialInput | ImportRowError[] {
  const read = readImportRow(cells, shape, now.getTime());
  if (Array.isArray(read)) return read;
  const { name, email, issuedOn, expires, dates, details } = read;
  return { name, email, dates, typedDates: { issuedOn, expires }, details };
}

/** Row numbers of duplicates, and of the rows that they repeat. */
export function describeDuplicates(
  batch: RowBatch,
  skipped: readonly { row: number }[],
): SkippedRow[] {
  const { rows, firstRows } = batch;
  const numbers = listRowNumbers(batch);
  // A process of the previous release may have erased rows here, but not their numbers.
  const isKnown = firstRows?.length === rows.length;
  return skipped.map(({ row }) => {
    const duplicateOf = (isKnown && firstRows?.[numbers.indexOf(row)]) || null;
    return { row, reason: duplicateOf === null ? 'has_badge' : 'duplicate', duplicateOf };
  });
}

/** Validates an import without issuing. */
export async function dryRunImport(
  trx: Trx,
  work: ImportJob,
  schema: ImportRowSchema,
  now: Date,
): Promise<void> {
  const seen = new Set<string>();
  let { left } = await lockRemainingQuota(trx, work.accountId, now);
  const { defined: attributes } = await readBadgeAttributes(trx, work);
  const counts = { issued: 0, failed: 0, skipped: 0 };
  let after = 0;
  for (;;) {
    const batch = await findNextRowBatch(trx, work.id, after);
    if (!batch) break;
    after = batch.firstRow;
    const { valid, invalid } = checkRows(batch, { ...work, schema, attributes }, now);
    const emails = valid.map(({ email }) => email);
    const isDuplicate = work.skipsDuplicates
      ? await createDuplicateCheck(trx, work, emails, { seen })
      : () => false;
    const skipped: ValidRow[] = [];
    const requested: ValidRow[] = [];
    for (const row of valid) (isDuplicate(row.email) ? skipped : requested).push(row);
    await insertProcessed(trx, work.id, batch, { skipped: describeDuplicates(batch, skipped) });
    const over = requested
      .slice(left)
      .map((row) => createInvalidRow(row, [quotaError], work.columns));
    left = Math.max(0, left - requested.length);
    await insertErrors(trx, work, [...invalid, ...over]);
    counts.failed += invalid.length + over.length;
    counts.skipped += valid.length - requested.length;
  }
  await addImportCounts(trx, work.id, counts);
  await setImportStatus(trx, work.id, 'completed', now);
}
