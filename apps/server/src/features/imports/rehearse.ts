import type { ImportRowSchema } from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import { attributesOfBadge, duplicatesAmong, quotaLeft } from '../credentials/index.ts';
import { badRow, checkRows } from './check-rows.ts';
import { nextChunk } from './chunk-store.ts';
import { insertErrors } from './error-store.ts';
import { quotaFault } from './rules.ts';
import { addCounts, setStatus, type Work } from './store.ts';

/** Validates an import without issuing. */
export async function rehearse(
  trx: Trx,
  work: Work,
  schema: ImportRowSchema,
  now: Date,
): Promise<void> {
  const seen = new Set<string>();
  let { left } = await quotaLeft(trx, work.accountId, now);
  const { defined: attributes } = await attributesOfBadge(trx, work);
  const counts = { issued: 0, failed: 0, skipped: 0 };
  let after = 0;
  for (;;) {
    const chunk = await nextChunk(trx, work.id, after);
    if (!chunk) break;
    after = chunk.firstRow;
    const { good, bad } = checkRows(chunk, { ...work, schema, attributes }, now);
    const emails = good.map(({ email }) => email);
    const isDuplicate = work.skipsDuplicates
      ? await duplicatesAmong(trx, work, emails, seen)
      : () => false;
    const wanted = good.filter(({ email }) => !isDuplicate(email));
    const over = wanted.slice(left).map((row) => badRow(row, [quotaFault], work.columns));
    left = Math.max(0, left - wanted.length);
    await insertErrors(trx, work, [...bad, ...over]);
    counts.failed += bad.length + over.length;
    counts.skipped += good.length - wanted.length;
  }
  await addCounts(trx, work.id, counts);
  await setStatus(trx, work.id, 'completed', now);
}
