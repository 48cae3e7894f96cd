import { createImportRowSchema, type SchemaSettings } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { getAgreedTime, type Trx } from '../../platform/db/index.ts';
import type { InvalidateLocally } from '../../platform/db/invalidation.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { restForOthers, runForAccount } from '../../platform/limits/call-context.ts';
import { deleteBadgeRow } from '../badges/index.ts';
import { eraseCredentials } from '../credentials/index.ts';
import { importRetentionMs } from '../imports/index.ts';
import type { ChooseDesigns } from '../issuers/index.ts';
import { eraseFromRedirects } from '../redirects/index.ts';
import type { VerifyDeps } from '../verifier/index.ts';
import type { BadgeCells } from './badge-files.ts';
import {
  checkBatch,
  getLimit,
  issueBatch,
  listMovedBadges,
  lockRun,
  offerBatch,
  type Run,
  sortRows,
} from './batches.ts';
import {
  findKnownBadges,
  keepCredentials,
  lockMovedCredentials,
  lockUnusedNewBadges,
} from './moved-store.ts';
import { deleteOldOffers, withdrawOffers } from './offers.ts';
import { readOriginals, sendFile } from './originals.ts';
import { type MovedPictureDeps, storePictures } from './picture.ts';
import {
  type FileShape,
  findSurplus,
  hasEnded,
  isLink,
  MAX_BATCH_ROWS,
  type MovedRow,
  readCell,
  readMovedRow,
  readName,
} from './read-rows.ts';
import { failRow } from './row-errors.ts';
import { isBadgeSource } from './rules.ts';
import {
  addRemoved,
  cleanUpMoveIns,
  endDryRun,
  holdLinksKind,
  lockMoveIn,
  lockTarget,
  type MoveIn,
  moveBadgesKind,
  moveInKind,
  type NumberedRow,
  readWaitingRows,
  setStatus,
  undoKind,
} from './store.ts';

/** While others send requests, a migration rests this many times as long as a batch took. */
const REST_FACTOR = 2;

/** Offers that nobody answers are withdrawn after a year. */
const OFFER_MS = 365 * 86_400_000;

type MoveInWorkDeps = MovedPictureDeps &
  UndoDeps & {
    chooseDesigns: ChooseDesigns;
    /** Invalidates public documents of these credentials. */
    invalidateCredentials: (ids: string[]) => void;
    invalidateBadge: (badgeId: string) => Promise<void>;
    invalidateLocally: InvalidateLocally;
    /** Verifies badges of other issuers. */
    verify: VerifyDeps;
  } & SchemaSettings;
type Deps = MoveInWorkDeps & { schema: ReturnType<typeof createImportRowSchema> };

type MoveInJob = Job<Run>;

export function registerMoveInWork(work: BackgroundWork, more: MoveInWorkDeps): void {
  const deps = { ...more, schema: createImportRowSchema(more) };
  const rest = async (accountId: string, start: number) =>
    restForOthers(accountId, REST_FACTOR * (performance.now() - start));
  // Issues batches, one transaction each, so a crash leaves complete batches.
  const run = ({ payload }: MoveInJob) =>
    runInSlices(async () => {
      const start = performance.now();
      const accountId = await moveBatch(deps, payload);
      if (accountId) await rest(accountId, start);
      return accountId !== undefined;
    });
  work.remoteJobs({ [moveInKind]: run, [moveBadgesKind]: run, [holdLinksKind]: run }, 'move-in');
  work.jobs({
    [undoKind]: ({ payload }: MoveInJob) =>
      runInSlices(async () => {
        const start = performance.now();
        const batch = await deps.db.write((trx) => undoBatch(deps, trx, payload.moveInId));
        if (!batch) return false;
        if (batch.removed.length > 0) deps.invalidateCredentials(batch.removed);
        if (batch.tags.length > 0) deps.invalidateLocally(...batch.tags);
        for (const badgeId of batch.badges) await deps.invalidateBadge(badgeId);
        await rest(batch.accountId, start);
        return !batch.isDone;
      }),
  });
  work.chores({
    name: 'migrations from other services',
    run: async (trx) => {
      const now = await getAgreedTime(trx, deps.clock());
      const oldest = new Date(now.getTime() - importRetentionMs);
      await cleanUpMoveIns(trx, { now, oldest });
      await deleteOldOffers(trx, new Date(now.getTime() - OFFER_MS));
    },
  });
}

/** The next rows. Undefined when done or stopped. */
async function startBatch(
  { clock }: Deps,
  trx: Trx,
  run: Run,
): Promise<{ migration: MoveIn; rows: NumberedRow[] } | undefined> {
  const migration = await lockRun(trx, run);
  if (!migration) return undefined;
  const { id } = migration;
  const rows = await readWaitingRows(trx, id, { after: 0, limit: getLimit(migration) });
  const target = await lockTarget(trx, migration.accountId, migration.issuerId);
  if (rows.length > 0 && (migration.dryRun || target?.isVerified)) return { migration, rows };
  if (migration.dryRun) await endDryRun(trx, migration, clock());
  else await setStatus(trx, id, rows.length === 0 ? 'completed' : 'failed', clock());
  return undefined;
}

/** Returns the account if there may be more, and undefined when done or stopped. */
async function moveBatch(deps: Deps, run: Run): Promise<string | undefined> {
  const { db } = deps;
  const next = await db.write((trx) => startBatch(deps, trx, run));
  if (!next) return undefined;
  const { migration, rows } = next;
  const read = await readRows(deps, migration, rows);
  const { accountId, dryRun, mode } = migration;
  if (dryRun || mode === 'hold') {
    await db.write((trx) => (dryRun ? checkBatch : offerBatch)(deps, trx, run, read));
    return accountId;
  }
  const badges = listMovedBadges(sortRows(rows, read).credentials);
  const known = await findKnownBadges(db, migration, badges);
  const missing = badges.filter(({ key }) => !known.has(key));
  // Otherwise the pictures of all accounts would wait as those of one client.
  const pictures = await runForAccount(accountId, () => storePictures(deps, migration, missing));
  await db.write((trx) => issueBatch(deps, trx, run, read, pictures));
  return accountId;
}

/** Reads rows, or verifies badges. Outside a transaction, because other servers may be slow. */
async function readRows(
  deps: Deps,
  migration: MoveIn,
  rows: readonly NumberedRow[],
): Promise<Map<number, MovedRow>> {
  const { accountId, source, mode, dryRun } = migration;
  const signers = migration.signers ?? (dryRun ? null : []);
  if (isBadgeSource(source)) return readOriginals(deps, { accountId, source, mode, signers }, rows);
  const shape = { ...migration, source };
  if (mode === 'hold') {
    const { links, read } = readLinks(rows, shape);
    return readOriginals(deps, { accountId, source, mode, signers: null }, links, read);
  }
  const now = deps.clock().getTime();
  return new Map(rows.map(({ row, cells }) => [row, readMovedRow(cells, shape, deps.schema, now)]));
}

const { errors: missingLink } = failRow('no_url', `This row has no URL of its badge. ${sendFile}`);

/**
 * Rows of an export as links to the badges, which their hosts have. `read` has the rows that lead to
 * none.
 */
function readLinks(
  rows: readonly NumberedRow[],
  shape: FileShape,
): { links: NumberedRow[]; read: Map<number, MovedRow> } {
  const links: NumberedRow[] = [];
  const read = new Map<number, MovedRow>();
  for (const { row, cells } of rows) {
    const cell = (field: keyof FileShape['columns']) => readCell(cells, shape.columns[field]);
    const url = cell('url');
    const surplus = findSurplus(cells, shape).map(({ field, message }) => ({
      ...{ field, message: `This row ${message}.` },
    }));
    const errors = [...surplus, ...(isLink(url) ? [] : missingLink)];
    if (hasEnded(cell('status').toLowerCase(), shape)) read.set(row, { isEnded: true });
    else if (errors.length > 0) read.set(row, { errors });
    else {
      const badge: BadgeCells = [url, readName(cell), cell('email'), url, ''];
      links.push({ row, cells: badge });
    }
  }
  return { links, read };
}

type UndoDeps = {
  clock: Clock;
  deleteDeliveries: (trx: Trx, credentialIds: string[]) => Promise<void>;
};

type UndoneBatch = {
  accountId: string;
  removed: string[];
  badges: string[];
  /** Tags to invalidate after the commit. */
  tags: string[];
  isDone: boolean;
};

/** Erases the credentials of one batch. Undefined when stopped. */
async function undoBatch(deps: UndoDeps, trx: Trx, id: string): Promise<UndoneBatch | undefined> {
  // Credentials before the migration, as erasing does, so that they don't wait for each other.
  const credentials = await lockMovedCredentials(trx, id, MAX_BATCH_ROWS);
  const migration = await lockMoveIn(trx, id);
  if (migration?.status !== 'undoing') return undefined;
  const { accountId } = migration;
  const withdrawn = await withdrawOffers(trx, id, MAX_BATCH_ROWS);
  if (withdrawn > 0) {
    await addRemoved(trx, id, withdrawn);
    return { accountId, removed: [], badges: [], tags: [], isDone: false };
  }
  if (credentials.length === 0) {
    const badges = await lockUnusedNewBadges(trx, id);
    for (const badgeId of badges) await deleteBadgeRow(trx, badgeId);
    await setStatus(trx, id, 'undone', migration.finishedAt);
    return { accountId, removed: [], badges, tags: [], isDone: true };
  }
  const changed = credentials.flatMap(({ id: credentialId, reason }) =>
    reason ? [{ id: credentialId, reason }] : [],
  );
  const removed = credentials.flatMap((each) => (each.reason ? [] : [each.id]));
  await keepCredentials(trx, changed);
  const tags = await eraseFromRedirects(trx, accountId, { emails: [], ids: removed });
  await eraseCredentials(trx, removed, deps.clock(), deps.deleteDeliveries);
  await addRemoved(trx, id, removed.length);
  return { accountId, removed, badges: [], tags, isDone: false };
}
