import {
  type CorrectionRowContext,
  createCorrectionRowSchema,
  createImportRowSchema,
  type ImportRowContext,
  type ImportRowSchema,
  type SchemaSettings,
} from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, getAgreedTime, type Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { restForOthers } from '../../platform/limits/call-context.ts';
import type { DatabaseReader, Metrics } from '../../platform/metrics/index.ts';
import type { TakeMailsUpTo } from '../accounts/index.ts';
import { correctMany, issueMany, lockToCorrect } from '../credentials/index.ts';
import { correctQueuedMails, type RenderReminder, sendMany } from '../sharing/index.ts';
import {
  checkRows,
  createInvalidRow,
  describeDuplicates,
  dryRunImport,
  type InvalidRow,
} from './check-rows.ts';
import {
  type DecidedRows,
  decideCorrections,
  dryRunCorrections,
  limitMails,
  parseCorrections,
} from './correct-rows.ts';
import { deleteRowBatch, findNextRowBatch, insertErrors, insertProcessed } from './rows-store.ts';
import { quotaError, type RowBatch } from './rules.ts';
import {
  addImportCounts,
  cleanUpImports,
  correctKind,
  countOpenImports,
  type ImportJob as ImportWork,
  importKind,
  lockImportBadge,
  lockImportWork,
  readImportWork,
  setImportStatus,
} from './store.ts';

/** While others send requests, an import rests this many times as long as a batch took. */
const REST_FACTOR = 2;

/** Metric name. */
const importRowsTotal = 'insignia_import_rows_total';

export type ImportWorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  renderReminder: RenderReminder;
  takeMailsUpTo: TakeMailsUpTo;
  /** Invalidates public documents of these credentials. */
  invalidateCredentials: (ids: string[]) => void;
} & SchemaSettings;
type ImportStepDeps = ImportWorkDeps & { schema: ImportRowSchema };
type CorrectionStepDeps = ImportWorkDeps & { schema: CorrectionRowContext['schema'] };

export function registerImportsWork(work: BackgroundWork, more: ImportWorkDeps): void {
  const deps = { ...more, schema: createImportRowSchema(more) };
  const correction = { ...more, schema: createCorrectionRowSchema(more) };
  work.jobs({
    // Issues batches, one transaction each, so a crash leaves complete batches.
    [importKind]: ({ payload }: Job<{ importId: string }>) =>
      runInSlices(async () => {
        const start = performance.now();
        const accountId = await deps.db.write((trx) => processBatch(deps, trx, payload.importId));
        if (accountId) await restForOthers(accountId, REST_FACTOR * (performance.now() - start));
        return accountId !== undefined;
      }),
    // Corrects in batches in the same way.
    [correctKind]: ({ payload }: Job<{ importId: string }>) =>
      runInSlices(async () => {
        const start = performance.now();
        const batch = await deps.db.write((trx) => correctBatch(correction, trx, payload.importId));
        if (!batch) return false;
        if (batch.changed.length > 0) deps.invalidateCredentials(batch.changed);
        await restForOthers(batch.accountId, REST_FACTOR * (performance.now() - start));
        return true;
      }),
  });
  work.chores({
    name: 'imports',
    run: async (trx) => cleanUpImports(trx, await getAgreedTime(trx, deps.clock())),
  });
}

/** Returns the account if there may be more, and undefined when done or stopped. */
async function processBatch(
  deps: ImportStepDeps,
  trx: Trx,
  importId: string,
): Promise<string | undefined> {
  const work = await lockImportWork(trx, importId);
  if (!work || !['queued', 'running'].includes(work.status)) return undefined;
  const now = deps.clock();
  if (work.dryRun) {
    await dryRunImport(trx, work, deps.schema, now);
    return undefined;
  }
  const badge = await lockImportBadge(trx, work.accountId, work.badgeId);
  const batch = badge && (await findNextRowBatch(trx, importId, 0));
  if (!batch) {
    await setImportStatus(trx, importId, badge ? 'completed' : 'failed', now);
    return undefined;
  }
  await issueBatch(deps, trx, { ...work, ...badge }, batch, now);
  return work.accountId;
}

async function issueBatch(
  deps: ImportStepDeps,
  trx: Trx,
  work: ImportWork & Pick<ImportRowContext, 'attributes'>,
  batch: RowBatch,
  now: Date,
): Promise<void> {
  const { accountId } = work;
  const { valid, invalid } = checkRows(batch, { ...work, schema: deps.schema }, now);
  const { issued, skipped, over } = await issueMany(trx, { ...work, by: work, now }, valid);
  const failed: InvalidRow[] = [
    ...invalid,
    ...over.map((row) => createInvalidRow(row, [quotaError], work.columns)),
  ];
  await insertErrors(trx, work, failed);
  const ids = issued.map(({ id }) => id);
  await insertProcessed(trx, work.id, batch, {
    issued,
    skipped: describeDuplicates(batch, skipped),
  });
  if (work.sends) {
    await sendMany(trx, { accountId, urls: deps.urls, now }, ids);
  }
  await deleteRowBatch(trx, work.id, batch);
  const counts = { issued: issued.length, failed: failed.length, skipped: skipped.length };
  await addImportCounts(trx, work.id, counts);
  for (const [outcome, rows] of Object.entries(counts))
    trx.onCommit.count(importRowsTotal, { outcome }, rows);
}

type CorrectedBatch = { accountId: string; changed: string[] };

/**
 * Corrects the credentials of one batch. Undefined when done or stopped. Locks the credentials before
 * the import, as erasing does, so that they don't wait for each other.
 */
async function correctBatch(
  deps: CorrectionStepDeps,
  trx: Trx,
  importId: string,
): Promise<CorrectedBatch | undefined> {
  const next = await findNextCorrections(deps, trx, importId);
  const credentials = next && (await lockToCorrect(trx, next.accountId, next.ids));
  const work = await lockImportWork(trx, importId);
  if (!work || !['queued', 'running'].includes(work.status)) return undefined;
  const { accountId, badgeId } = work;
  const now = deps.clock();
  if (work.dryRun) {
    await dryRunCorrections(trx, work, deps.schema, now);
    return undefined;
  }
  const badge = await lockImportBadge(trx, accountId, badgeId);
  const batch = badge && (await findNextRowBatch(trx, importId, 0));
  if (!batch) {
    await setImportStatus(trx, importId, badge ? 'completed' : 'failed', now);
    return undefined;
  }
  // Another process took the batch before this one held the import.
  if (batch.firstRow !== next?.firstRow) return { accountId, changed: [] };
  // Read again: erasing may have removed rows meanwhile.
  const rows = parseCorrections(batch, { ...work, ...badge, schema: deps.schema });
  const { columns } = work;
  const all = decideCorrections(rows, credentials ?? [], { badgeId, columns, now });
  const decided = await limitBatch(deps, trx, work, all);
  const corrections = decided.corrections.map(({ credential, after, changes }) => ({
    ...credential,
    ...{ after, changes },
  }));
  const cause = { action: 'corrected', reason: null, by: work, now } as const;
  await correctMany(trx, { ...cause, accountId }, corrections);
  const ids = corrections.map(({ id }) => id);
  await insertErrors(trx, work, decided.invalid);
  const issued = decided.corrections.map(({ row, credential: { id } }) => ({ row, id }));
  await insertProcessed(trx, work.id, batch, { issued, skipped: decided.unchanged });
  const { urls, renderReminder } = deps;
  const context = { accountId, urls, now, renderReminder };
  const queued = await correctQueuedMails(
    trx,
    { ...context, replacesPaused: work.sends },
    corrections,
  );
  const unsent = ids.filter((id) => !queued.has(id));
  if (work.sends) await sendMany(trx, context, unsent);
  await deleteRowBatch(trx, work.id, batch);
  const counts = { failed: decided.invalid.length, skipped: decided.unchanged.length };
  await addImportCounts(trx, work.id, { issued: ids.length, ...counts });
  for (const [outcome, count] of Object.entries({ corrected: ids.length, ...counts }))
    trx.onCommit.count(importRowsTotal, { outcome }, count);
  return { accountId, changed: ids };
}

/** Refuses rows whose email is beyond the limit of the day, if recipients are emailed. */
async function limitBatch(
  { takeMailsUpTo }: CorrectionStepDeps,
  trx: Trx,
  { accountId, plan, columns, sends }: ImportWork,
  decided: DecidedRows,
): Promise<DecidedRows> {
  const take = (count: number) => takeMailsUpTo(trx, { accountId, plan }, count);
  return sends ? limitMails(trx, decided, { accountId, columns, take }) : decided;
}

/** The next batch with the IDs of its credentials, without locks. */
async function findNextCorrections(
  { schema }: CorrectionStepDeps,
  trx: Trx,
  importId: string,
): Promise<{ accountId: string; firstRow: number; ids: string[] } | undefined> {
  const work = await readImportWork(trx, importId);
  const batch = work && !work.dryRun && (await findNextRowBatch(trx, importId, 0));
  if (!batch) return undefined;
  const { parsed } = parseCorrections(batch, { ...work, schema, attributes: [] });
  const ids = parsed.map(({ correction }) => correction.id);
  return { accountId: work.accountId, firstRow: batch.firstRow, ids };
}

export function measureImports({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: importRowsTotal,
    help: "Import rows by result. Dry runs aren't counted.",
    labels: ['outcome'],
    zeros: ['issued', 'corrected', 'failed', 'skipped'].map((outcome) => ({ outcome })),
  });
}

export const importsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_imports_open',
      help: 'Unfinished imports by state.',
      labels: ['state'],
    },
    {
      name: 'insignia_imports_oldest_open_seconds',
      help: "Age of the oldest unfinished import that isn't paused.",
    },
  ],
  read: async (trx) => {
    const { queued, running, paused, oldestSeconds } = await countOpenImports(trx);
    const states = Object.entries({ queued, running, paused });
    return [states.map(([state, value]) => ({ labels: { state }, value })), oldestSeconds];
  },
};
