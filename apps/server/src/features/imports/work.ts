import { type ImportRowSchema, type ImportShape, importRowWith } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { agreedTime, countWith, type Database, type Trx } from '../../platform/db/index.ts';
import { inSlices, type Job, type Work } from '../../platform/jobs/index.ts';
import { issueMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { type BadRow, badRow, checkRows } from './check-rows.ts';
import { dropChunk, nextChunk } from './chunk-store.ts';
import { insertErrors } from './error-store.ts';
import { importRowsTotal } from './names.ts';
import { rehearse } from './rehearse.ts';
import { type Chunk, quotaFault } from './rules.ts';
import {
  addCounts,
  badgeOf,
  type Work as ImportWork,
  setStatus,
  tidyImports,
  workLocked,
} from './store.ts';

export type ImportWorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  recipientNameMin: number;
};
type Checking = ImportWorkDeps & { schema: ImportRowSchema };

export function registerImportsWork(work: Work, more: ImportWorkDeps): void {
  const deps = { ...more, schema: importRowWith(more.recipientNameMin) };
  work.jobs({
    // Issues batches, one transaction each, so a crash leaves complete batches.
    import: ({ payload }: Job<{ importId: string }>) =>
      inSlices(() => deps.db.transaction().execute((trx) => step(deps, trx, payload.importId))),
  });
  work.chores({
    name: 'imports',
    run: async (trx) => tidyImports(trx, await agreedTime(trx, deps.clock())),
  });
}

/** Returns false when done or stopped. */
async function step(deps: Checking, trx: Trx, importId: string): Promise<boolean> {
  const work = await workLocked(trx, importId);
  if (!work || !['queued', 'running'].includes(work.status)) return false;
  const now = deps.clock();
  if (work.dryRun) {
    await rehearse(trx, work, deps.schema, now);
    return false;
  }
  const badge = await badgeOf(trx, work.accountId, work.badgeId);
  const chunk = badge && (await nextChunk(trx, importId, 0));
  if (!chunk) {
    await setStatus(trx, importId, badge ? 'completed' : 'failed', now);
    return false;
  }
  await issueChunk(deps, trx, { ...work, ...badge }, chunk, now);
  return true;
}

async function issueChunk(
  deps: Checking,
  trx: Trx,
  work: ImportWork & Pick<ImportShape, 'attributes'>,
  chunk: Chunk,
  now: Date,
): Promise<void> {
  const { accountId } = work;
  const { good, bad } = checkRows(chunk, { ...work, schema: deps.schema }, now);
  const { issued, skipped, over } = await issueMany(trx, { ...work, by: work, now }, good);
  const failed: BadRow[] = [...bad, ...over.map((row) => badRow(row, [quotaFault], work.columns))];
  await insertErrors(trx, work, failed);
  if (work.sends) {
    const ids = issued.map(({ id }) => id);
    await sendMany(trx, { accountId, urls: deps.urls, now }, ids);
  }
  await dropChunk(trx, work.id, chunk);
  const counts = { issued: issued.length, failed: failed.length, skipped: skipped.length };
  await addCounts(trx, work.id, counts);
  for (const [outcome, rows] of Object.entries(counts))
    countWith(trx, importRowsTotal, { outcome }, rows);
}
