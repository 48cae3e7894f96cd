import { createImportRowSchema, type SchemaSettings } from '@insignia/contract';
import { getAgreedTime, type Trx } from '../../platform/db/index.ts';
import type { StoredImage } from '../../platform/images/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { restForOthers } from '../../platform/limits/call-context.ts';
import { addBadge, deleteBadgeRow, findTemplateIssuer } from '../badges/index.ts';
import { eraseCredentials, issueMany, lockRemainingQuota } from '../credentials/index.ts';
import { importRetentionMs, quotaError } from '../imports/index.ts';
import type { ChooseDesigns } from '../issuers/index.ts';
import { fetchPicture, type PictureDeps, storePlainPicture } from './picture.ts';
import { MAX_BATCH_ROWS, type MovedCredential, readMovedRow } from './read-rows.ts';
import type { MovedBadge } from './rules.ts';
import {
  addCounts,
  addRemoved,
  cleanUpMoveIns,
  closeRows,
  type FailedRow,
  findKnownBadges,
  findMoved,
  insertMoved,
  keepCredentials,
  lockBadges,
  lockMovedCredentials,
  lockMoveIn,
  lockTarget,
  lockUnusedNewBadges,
  type MoveIn,
  moveInKind,
  type NumberedRow,
  readWaitingRows,
  recordBadge,
  recordDryRunBadges,
  setStatus,
  undoKind,
} from './store.ts';

/** While others send requests, a migration rests this many times as long as a batch took. */
const REST_FACTOR = 2;

type RowSchema = ReturnType<typeof createImportRowSchema>;

export type MoveInWorkDeps = PictureDeps & {
  chooseDesigns: ChooseDesigns;
  deleteDeliveries: (trx: Trx, credentialIds: string[]) => Promise<void>;
  /** Invalidates public documents of these credentials. */
  invalidateCredentials: (ids: string[]) => void;
  invalidateBadge: (badgeId: string) => Promise<void>;
} & SchemaSettings;
type Deps = MoveInWorkDeps & { schema: RowSchema };

type MoveInJob = Job<{ moveInId: string }>;

export function registerMoveInWork(work: BackgroundWork, more: MoveInWorkDeps): void {
  const deps = { ...more, schema: createImportRowSchema(more) };
  const rest = async (accountId: string, start: number) =>
    restForOthers(accountId, REST_FACTOR * (performance.now() - start));
  work.jobs({
    // Issues batches, one transaction each, so a crash leaves complete batches.
    [moveInKind]: ({ payload }: MoveInJob) =>
      runInSlices(async () => {
        const start = performance.now();
        const accountId = await moveBatch(deps, payload.moveInId);
        if (accountId) await rest(accountId, start);
        return accountId !== undefined;
      }),
    [undoKind]: ({ payload }: MoveInJob) =>
      runInSlices(async () => {
        const start = performance.now();
        const batch = await deps.db.write((trx) => undoBatch(deps, trx, payload.moveInId));
        if (!batch) return false;
        if (batch.removed.length > 0) deps.invalidateCredentials(batch.removed);
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
      return cleanUpMoveIns(trx, { now, oldest });
    },
  });
}

type ReadRows = {
  credentials: (MovedCredential & { row: number })[];
  failed: FailedRow[];
  skipped: number;
};

function readRows(
  rows: readonly NumberedRow[],
  work: MoveIn,
  schema: RowSchema,
  now: Date,
): ReadRows {
  const read: ReadRows = { credentials: [], failed: [], skipped: 0 };
  for (const { row, cells } of rows) {
    const found = readMovedRow(cells, work, schema, now.getTime());
    if ('errors' in found) read.failed.push({ row, errors: found.errors });
    else if ('credential' in found) read.credentials.push({ ...found.credential, row });
    else read.skipped += 1;
  }
  return read;
}

const listBadges = (credentials: readonly MovedCredential[]): MovedBadge[] => [
  ...new Map(credentials.map(({ badge }) => [badge.key, badge])).values(),
];

/** Returns the account if there may be more, and undefined when done or stopped. */
async function moveBatch(deps: Deps, id: string): Promise<string | undefined> {
  const { db, clock, schema } = deps;
  const next = await db.write(async (trx) => {
    const work = await lockMoveIn(trx, id);
    if (!work || !['queued', 'running'].includes(work.status)) return undefined;
    const now = clock();
    if (work.dryRun) {
      await dryRun(trx, work, schema, now);
      return undefined;
    }
    const rows = await readWaitingRows(trx, id, { after: 0, limit: MAX_BATCH_ROWS });
    const target = await lockTarget(trx, work.accountId, work.issuerId);
    if (rows.length === 0 || !target?.isVerified) {
      await setStatus(trx, id, rows.length === 0 ? 'completed' : 'failed', now);
      return undefined;
    }
    const { credentials } = readRows(rows, work, schema, now);
    const badges = listBadges(credentials);
    const known = await findKnownBadges(trx, work, badges);
    return { work, missing: badges.filter(({ key }) => !known.has(key)) };
  });
  if (!next) return undefined;
  const pictures = await storePictures(deps, next.work, next.missing);
  await db.write((trx) => issueBatch(deps, trx, id, pictures));
  return next.work.accountId;
}

/** Pictures that one step fetches: each may take 10 s. Badges without one wait for the next step. */
const MAX_FETCHED = 3;

type NewPicture = { image: StoredImage; isOwn: boolean };

/** Pictures of badges to create, by key. Outside a transaction, because other servers may be slow. */
async function storePictures(
  deps: Deps,
  { accountId, issuerId }: MoveIn,
  missing: readonly MovedBadge[],
): Promise<Map<string, NewPicture>> {
  const pictures = new Map<string, NewPicture>();
  let plain: StoredImage | undefined;
  let fetched = 0;
  for (const { key, image: url } of missing) {
    if (url !== null && ++fetched > MAX_FETCHED) continue;
    const own = url === null ? undefined : await fetchPicture(deps, url);
    if (own) {
      pictures.set(key, { image: own, isOwn: true });
      continue;
    }
    if (!plain) {
      const issuer = await findTemplateIssuer(deps.db, accountId, issuerId);
      plain = await storePlainPicture(deps, issuer?.brand.accentColor ?? '#24477f');
    }
    pictures.set(key, { image: plain, isOwn: false });
  }
  return pictures;
}

/** Issues the next rows whose badges exist or have a picture. Others wait for the next batch. */
async function issueBatch(
  deps: Deps,
  trx: Trx,
  id: string,
  pictures: ReadonlyMap<string, NewPicture>,
): Promise<void> {
  const work = await lockMoveIn(trx, id);
  if (!work || !['queued', 'running'].includes(work.status)) return;
  const { accountId, issuerId } = work;
  const target = await lockTarget(trx, accountId, issuerId);
  if (!target?.isVerified) return;
  const now = deps.clock();
  const rows = await readWaitingRows(trx, id, { after: 0, limit: MAX_BATCH_ROWS });
  const { credentials, failed, skipped } = readRows(rows, work, deps.schema, now);
  const badges = listBadges(credentials);
  const known = await findKnownBadges(trx, work, badges);
  for (const badge of badges) {
    const picture = pictures.get(badge.key);
    // Another badge of the file may have created one with the same name.
    const existing =
      known.get(badge.key) ?? (await findKnownBadges(trx, work, [badge])).get(badge.key);
    if (existing === undefined && !picture) continue;
    const badgeId = existing ?? (await addMovedBadge(deps, trx, work, badge, picture?.image, now));
    const isNew = existing === undefined;
    await recordBadge(trx, work, {
      ...{ key: badge.key, badgeId, isNew },
      hasPicture: isNew && picture?.isOwn === true,
    });
    known.set(badge.key, badgeId);
  }
  const existingIds = await lockBadges(trx, [...known.values()]);
  const isReady = ({ badge }: MovedCredential) => existingIds.has(known.get(badge.key) ?? '');
  const ready = credentials.filter(isReady);
  const moved = await findMoved(
    trx,
    issuerId,
    ready.map(({ identity }) => identity),
  );
  const fresh = ready.filter(({ identity }) => {
    const key = identity.toString('hex');
    if (moved.has(key)) return false;
    moved.add(key);
    return true;
  });
  const errors = [...failed];
  let created = 0;
  for (const [badgeId, group] of Map.groupBy(fresh, ({ badge }) => known.get(badge.key) ?? '')) {
    const order = { accountId, badgeId, by: work, skipsDuplicates: false, now };
    const { issued, over } = await issueMany(trx, order, group);
    await insertMoved(trx, work, issued);
    created += issued.length;
    errors.push(...over.map(({ row }) => ({ row, errors: [quotaError] })));
  }
  const waiting = new Set(credentials.filter((each) => !isReady(each)).map(({ row }) => row));
  const closed = rows.map(({ row }) => row).filter((row) => !waiting.has(row));
  await closeRows(trx, id, closed, errors);
  const existing = ready.length - fresh.length;
  await addCounts(trx, id, { created, existing, skipped, failed: errors.length });
}

function addMovedBadge(
  deps: Deps,
  trx: Trx,
  { accountId, issuerId }: MoveIn,
  { name, description, criteria }: MovedBadge,
  image: StoredImage | undefined,
  now: Date,
): Promise<string> {
  if (!image) throw new Error('a badge to create has no picture');
  const input = { name, description, criteria };
  return addBadge(trx, deps, { accountId, issuerId }, input, image, now);
}

/** Validates a file without creating anything. */
async function dryRun(trx: Trx, work: MoveIn, schema: RowSchema, now: Date): Promise<void> {
  const { id, accountId, issuerId } = work;
  let { left } = await lockRemainingQuota(trx, accountId, now);
  const seen = new Set<string>();
  const known = new Map<string, string>();
  const counts = { created: 0, existing: 0, skipped: 0, failed: 0 };
  for (let after = 0; ; ) {
    const rows = await readWaitingRows(trx, id, { after, limit: MAX_BATCH_ROWS });
    const last = rows.at(-1);
    if (!last) break;
    after = last.row;
    const { credentials, failed, skipped } = readRows(rows, work, schema, now);
    for (const [key, badgeId] of await findKnownBadges(trx, work, listBadges(credentials)))
      known.set(key, badgeId);
    const moved = await findMoved(
      trx,
      issuerId,
      credentials.map(({ identity }) => identity),
    );
    const fresh = credentials.filter(({ identity }) => {
      const key = identity.toString('hex');
      const isFresh = !moved.has(key) && !seen.has(key);
      seen.add(key);
      return isFresh;
    });
    const over = fresh.slice(left).map(({ row }) => ({ row, errors: [quotaError] }));
    left = Math.max(0, left - fresh.length);
    await closeRows(
      trx,
      id,
      rows.map(({ row }) => row),
      [...failed, ...over],
    );
    counts.created += fresh.length - over.length;
    counts.existing += credentials.length - fresh.length;
    counts.skipped += skipped;
    counts.failed += failed.length + over.length;
  }
  await recordDryRunBadges(trx, id, known);
  await addCounts(trx, id, counts);
  await setStatus(trx, id, 'completed', now);
}

type UndoneBatch = { accountId: string; removed: string[]; badges: string[]; isDone: boolean };

/** Erases the credentials of one batch. Undefined when stopped. */
async function undoBatch(deps: Deps, trx: Trx, id: string): Promise<UndoneBatch | undefined> {
  // Credentials before the migration, as erasing does, so that they don't wait for each other.
  const credentials = await lockMovedCredentials(trx, id, MAX_BATCH_ROWS);
  const work = await lockMoveIn(trx, id);
  if (work?.status !== 'undoing') return undefined;
  const { accountId } = work;
  if (credentials.length === 0) {
    const badges = await lockUnusedNewBadges(trx, id);
    for (const badgeId of badges) await deleteBadgeRow(trx, badgeId);
    await setStatus(trx, id, 'undone', work.finishedAt);
    return { accountId, removed: [], badges, isDone: true };
  }
  const changed = credentials.flatMap(({ id: credentialId, reason }) =>
    reason ? [{ id: credentialId, reason }] : [],
  );
  const removed = credentials.flatMap((each) => (each.reason ? [] : [each.id]));
  await keepCredentials(trx, changed);
  await eraseCredentials(trx, removed, deps.clock(), deps.deleteDeliveries);
  await addRemoved(trx, id, removed.length);
  return { accountId, removed, badges: [], isDone: false };
}
