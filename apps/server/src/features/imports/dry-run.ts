import type { ImportRowSchema } from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import {
  createDuplicateCheck,
  lockRemainingQuota,
  readBadgeAttributes,
} from '../credentials/index.ts';
import { findNextRowBatch } from './batch-store.ts';
import { checkRows, createInvalidRow } from './check-rows.ts';
import { insertErrors } from './error-store.ts';
import { quotaError } from './rules.ts';
import { addImportCounts, type ImportJob, setImportStatus } from './store.ts';

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
    const chunk = await findNextRowBatch(trx, work.id, after);
    if (!chunk) break;
    after = chunk.firstRow;
    const { good, bad } = checkRows(chunk, { ...work, schema, attributes }, now);
    const emails = good.map(({ email }) => email);
    const isDuplicate = work.skipsDuplicates
      ? await createDuplicateCheck(trx, work, emails, seen)
      : () => false;
    const wanted = good.filter(({ email }) => !isDuplicate(email));
    const over = wanted.slice(left).map((row) => createInvalidRow(row, [quotaError], work.columns));
    left = Math.max(0, left - wanted.length);
    await insertErrors(trx, work, [...bad, ...over]);
    counts.failed += bad.length + over.length;
    counts.skipped += good.length - wanted.length;
  }
  await addImportCounts(trx, work.id, counts);
  await setImportStatus(trx, work.id, 'completed', now);
}
