import { createImportRowSchema, migrationLimits, type SchemaSettings } from '@insignia/contract';
import { getAgreedTime, type Trx } from '../../platform/db/index.ts';
import type { InvalidateLocally } from '../../platform/db/invalidation.ts';
import type { StoredImage } from '../../platform/images/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { restForOthers, runForAccount } from '../../platform/limits/call-context.ts';
import { addBadge, deleteBadgeRow, findTemplateIssuer } from '../badges/index.ts';
import { eraseCredentials, issueMany, lockRemainingQuota } from '../credentials/index.ts';
import { importRetentionMs, quotaError } from '../imports/index.ts';
import type { ChooseDesigns } from '../issuers/index.ts';
import { toAddressKey } from '../people/index.ts';
import { eraseFromRedirects } from '../redirects/index.ts';
import type { VerifyDeps } from '../verifier/index.ts';
import { findErased } from './erase.ts';
import {
  addBadgeRows,
  addChecked,
  addSigners,
  findKnownBadges,
  findMoved,
  insertMoved,
  keepCredentials,
  lockBadges,
  lockMovedCredentials,
  lockUnusedNewBadges,
  noteBadges,
  recordBadge,
  recordDryRunBadges,
} from './moved-store.ts';
import {
  deleteOldOffers,
  findOffered,
  insertOffers,
  lockAndCountOffers,
  withdrawOffers,
} from './offers.ts';
import { MAX_VERIFIED_ROWS, readOriginals } from './originals.ts';
import { fetchPicture, type PictureDeps, storePlainPicture } from './picture.ts';
import {
  MAX_BATCH_ROWS,
  type MovedCredential,
  type MovedRow,
  type OfferedBadge,
  readMovedRow,
} from './read-rows.ts';
import { isBadgeSource, type MovedBadge } from './rules.ts';
import {
  addCounts,
  addRemoved,
  cleanUpMoveIns,
  closeRows,
  endDryRun,
  type FailedRow,
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

type RowSchema = ReturnType<typeof createImportRowSchema>;

export type MoveInWorkDeps = PictureDeps & {
  chooseDesigns: ChooseDesigns;
  deleteDeliveries: (trx: Trx, credentialIds: string[]) => Promise<void>;
  /** Invalidates public documents of these credentials. */
  invalidateCredentials: (ids: string[]) => void;
  invalidateBadge: (badgeId: string) => Promise<void>;
  invalidateLocally: InvalidateLocally;
  /** Verifies badges of other issuers. */
  verify: VerifyDeps;
} & SchemaSettings;
type Deps = MoveInWorkDeps & { schema: RowSchema };

/** `resumed` is that of the migration when the job was queued. Absent for 0. */
type Run = { moveInId: string; resumed?: number };
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
  work.remoteJobs({ [moveInKind]: run, [moveBadgesKind]: run });
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

/** Rows of one step by what they are. */
type SortedRows = {
  credentials: (MovedCredential & { row: number })[];
  offers: (OfferedBadge & { row: number })[];
  failed: FailedRow[];
  skipped: number;
};

/** Reads rows, or verifies badges. Outside a transaction, because other servers may be slow. */
async function readRows(
  deps: Deps,
  work: MoveIn,
  rows: readonly NumberedRow[],
): Promise<Map<number, MovedRow>> {
  const { accountId, source, mode, dryRun } = work;
  const signers = work.signers ?? (dryRun ? null : []);
  if (isBadgeSource(source)) return readOriginals(deps, { accountId, source, mode, signers }, rows);
  const now = deps.clock().getTime();
  const shape = { ...work, source };
  return new Map(rows.map(({ row, cells }) => [row, readMovedRow(cells, shape, deps.schema, now)]));
}

function sortRows(rows: readonly NumberedRow[], read: ReadonlyMap<number, MovedRow>): SortedRows {
  const sorted: SortedRows = { credentials: [], offers: [], failed: [], skipped: 0 };
  for (const { row } of rows) {
    const found = read.get(row);
    if (!found) continue;
    if ('errors' in found) sorted.failed.push({ row, errors: found.errors });
    else if ('offer' in found) sorted.offers.push({ ...found.offer, row });
    else if ('credential' in found) sorted.credentials.push({ ...found.credential, row });
    else sorted.skipped += 1;
  }
  return sorted;
}

const listKeys = (credentials: readonly { badge: { key: string } }[]): string[] =>
  credentials.map(({ badge }) => badge.key);

const listBadges = (credentials: readonly MovedCredential[]): MovedBadge[] => [
  ...new Map(credentials.map(({ badge }) => [badge.key, badge])).values(),
];

/**
 * Locks the migration until the transaction ends. Undefined if it ended or was paused, or if another
 * job continues it since.
 */
async function lockRun(trx: Trx, { moveInId, resumed = 0 }: Run): Promise<MoveIn | undefined> {
  const work = await lockMoveIn(trx, moveInId);
  const isOpen = work?.status === 'queued' || work?.status === 'running';
  return isOpen && work.resumed === resumed ? work : undefined;
}

const getLimit = ({ source }: MoveIn): number =>
  isBadgeSource(source) ? MAX_VERIFIED_ROWS : MAX_BATCH_ROWS;

/** The next rows. Undefined when done or stopped. */
async function startStep(
  { clock }: Deps,
  trx: Trx,
  run: Run,
): Promise<{ work: MoveIn; rows: NumberedRow[] } | undefined> {
  const work = await lockRun(trx, run);
  if (!work) return undefined;
  const { id } = work;
  const rows = await readWaitingRows(trx, id, { after: 0, limit: getLimit(work) });
  const target = await lockTarget(trx, work.accountId, work.issuerId);
  if (rows.length > 0 && (work.dryRun || target?.isVerified)) return { work, rows };
  if (work.dryRun) await endDryRun(trx, work, clock());
  else await setStatus(trx, id, rows.length === 0 ? 'completed' : 'failed', clock());
  return undefined;
}

/** Returns the account if there may be more, and undefined when done or stopped. */
async function moveBatch(deps: Deps, run: Run): Promise<string | undefined> {
  const { db } = deps;
  const next = await db.write((trx) => startStep(deps, trx, run));
  if (!next) return undefined;
  const { work, rows } = next;
  const read = await readRows(deps, work, rows);
  const { accountId, dryRun, mode } = work;
  if (dryRun || mode === 'hold') {
    await db.write((trx) => (dryRun ? checkBatch : offerBatch)(deps, trx, run, read));
    return accountId;
  }
  const badges = listBadges(sortRows(rows, read).credentials);
  const known = await findKnownBadges(db, work, badges);
  const missing = badges.filter(({ key }) => !known.has(key));
  // Otherwise the pictures of all accounts would wait as those of one client.
  const pictures = await runForAccount(accountId, () => storePictures(deps, work, missing));
  await db.write((trx) => issueBatch(deps, trx, run, { read, pictures }));
  return accountId;
}

/** The rows of a step that still wait: erasing a person removes theirs. */
async function takeRows(
  trx: Trx,
  work: MoveIn,
  read: ReadonlyMap<number, MovedRow>,
): Promise<NumberedRow[]> {
  const rows = await readWaitingRows(trx, work.id, { after: 0, limit: getLimit(work) });
  return rows.filter(({ row }) => read.has(row));
}

const tooManyBadges = {
  field: 'badge',
  message: `must be one of at most ${migrationLimits.badges} badges. Split it into several files`,
};

/**
 * The badges of a file with the badges themselves are known only now. Credentials of too many fail.
 */
async function limitBadges(trx: Trx, { id }: MoveIn, sorted: SortedRows): Promise<SortedRows> {
  const { credentials, offers, failed, skipped } = sorted;
  const all = [...credentials, ...offers];
  const badges = [...new Map(all.map(({ badge }) => [badge.key, badge])).values()];
  const keys = await noteBadges(trx, id, badges, migrationLimits.badges);
  const isWithin = ({ badge }: (typeof all)[number]): boolean => keys.has(badge.key);
  const over = all.filter((each) => !isWithin(each));
  return {
    credentials: credentials.filter(isWithin),
    offers: offers.filter(isWithin),
    failed: [...failed, ...over.map(({ row }) => ({ row, errors: [tooManyBadges] }))],
    skipped,
  };
}

/**
 * Leaves out badges of people who were erased while only the badge's document named them, and those of
 * too many badges.
 */
async function prepareRows(
  trx: Trx,
  work: MoveIn,
  rows: readonly NumberedRow[],
  read: ReadonlyMap<number, MovedRow>,
): Promise<SortedRows> {
  const sorted = sortRows(rows, read);
  if (!isBadgeSource(work.source)) return sorted;
  const { credentials, offers, failed, skipped } = sorted;
  const named = [
    ...credentials.map(({ email }) => toAddressKey(email)),
    ...offers.map(({ address }) => address),
  ];
  const erased = await findErased(trx, work.id, named);
  const remaining = {
    credentials: credentials.filter(({ email }) => !erased.has(toAddressKey(email))),
    offers: offers.filter(({ address }) => !erased.has(address)),
  };
  const left = named.length - remaining.credentials.length - remaining.offers.length;
  return limitBadges(trx, work, { ...remaining, failed, skipped: skipped + left });
}

/** Pictures that one step fetches, at once. Badges without one wait for the next step. */
const MAX_FETCHED = 8;

type NewPicture = { image: StoredImage; isOwn: boolean };

/** Pictures of badges to create, by key. Outside a transaction, because other servers may be slow. */
async function storePictures(
  deps: Deps,
  { accountId, issuerId }: MoveIn,
  missing: readonly MovedBadge[],
): Promise<Map<string, NewPicture>> {
  const pictures = new Map<string, NewPicture>();
  const named = missing.filter(({ image }) => image !== null).slice(0, MAX_FETCHED);
  await Promise.all(
    named.map(async ({ key, image }) => {
      const own = image === null ? undefined : await fetchPicture(deps, image);
      if (own) pictures.set(key, { image: own, isOwn: true });
    }),
  );
  const without = missing.filter(
    (badge) => !pictures.has(badge.key) && (badge.image === null || named.includes(badge)),
  );
  if (without.length === 0) return pictures;
  const issuer = await findTemplateIssuer(deps.db, accountId, issuerId);
  const plain = await storePlainPicture(deps, issuer?.brand.accentColor ?? '#24477f');
  for (const { key } of without) pictures.set(key, { image: plain, isOwn: false });
  return pictures;
}

/** Rows that aren't known yet. Those that a file repeats count once. `known` is hexadecimal text. */
function takeNew<Row extends { identity: Buffer }>(
  rows: readonly Row[],
  known: ReadonlySet<string>,
): Row[] {
  const seen = new Set(known);
  return rows.filter(({ identity }) => {
    const key = identity.toString('hex');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

type PreparedStep = {
  read: ReadonlyMap<number, MovedRow>;
  pictures: ReadonlyMap<string, NewPicture>;
};

/** Issues the next rows whose badges exist or have a picture. Others wait for the next batch. */
async function issueBatch(
  deps: Deps,
  trx: Trx,
  run: Run,
  { read, pictures }: PreparedStep,
): Promise<void> {
  const work = await lockRun(trx, run);
  if (!work) return;
  const { id, accountId, issuerId } = work;
  const target = await lockTarget(trx, accountId, issuerId);
  if (!target?.isVerified) return;
  const now = deps.clock();
  const rows = await takeRows(trx, work, read);
  const { credentials, failed, skipped } = await prepareRows(trx, work, rows, read);
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
      ...{ key: badge.key, badgeId, isNew, issuerUrl: badge.issuerUrl },
      hasPicture: isNew && picture?.isOwn === true,
    });
    known.set(badge.key, badgeId);
  }
  const existingIds = await lockBadges(trx, [...known.values()]);
  const isReady = ({ badge }: MovedCredential) => existingIds.has(known.get(badge.key) ?? '');
  const ready = credentials.filter(isReady);
  const fresh = takeNew(ready, await findMoved(trx, issuerId, ready));
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
  if (isBadgeSource(work.source)) await addBadgeRows(trx, id, listKeys(ready));
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

/** Counts the next rows without creating anything. */
async function checkBatch(
  { clock }: Deps,
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
): Promise<void> {
  const work = await lockRun(trx, run);
  if (!work) return;
  const { id, accountId, issuerId, source, mode } = work;
  const rows = await takeRows(trx, work, read);
  const { credentials, offers, failed, skipped } = await prepareRows(trx, work, rows, read);
  const all = [...credentials, ...offers];
  const isHold = mode === 'hold';
  const moved = isHold
    ? await findOffered(trx, issuerId, offers)
    : await findMoved(trx, issuerId, credentials);
  const identities = all.map(({ identity }) => identity);
  const unchecked = await addChecked(trx, id, identities);
  const fresh = takeNew(all, moved).filter(({ identity }) =>
    unchecked.has(identity.toString('hex')),
  );
  const left = isHold
    ? migrationLimits.offers - (await lockAndCountOffers(trx, accountId))
    : (await lockRemainingQuota(trx, accountId, clock())).left;
  const over = fresh.slice(Math.max(0, left - work.created));
  const overError = isHold ? tooManyOffers : quotaError;
  const errors = [...failed, ...over.map(({ row }) => ({ row, errors: [overError] }))];
  await closeRows(trx, id, listNumbers(rows), errors);
  await recordDryRunBadges(trx, id, await findKnownBadges(trx, work, listBadges(credentials)));
  if (isBadgeSource(source)) await addBadgeRows(trx, id, listKeys(all));
  const created = new Set(fresh.slice(0, fresh.length - over.length).map(({ row }) => row));
  const signers = credentials.flatMap(({ row, signer }) =>
    signer && created.has(row) ? [signer] : [],
  );
  if (signers.length > 0) await addSigners(trx, id, signers);
  await addCounts(trx, id, {
    created: created.size,
    existing: all.length - fresh.length,
    ...{ skipped, failed: errors.length },
  });
}

const listNumbers = (rows: readonly { row: number }[]): number[] => rows.map(({ row }) => row);

const tooManyOffers = {
  field: '',
  message: `At most ${migrationLimits.offers} badges can be offered at a time. Wait until recipients have answered, or undo a migration.`,
};

/** Offers the badges of the next rows to their recipients. */
async function offerBatch(
  { clock }: Deps,
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
): Promise<void> {
  const work = await lockRun(trx, run);
  if (!work) return;
  const { id } = work;
  const target = await lockTarget(trx, work.accountId, work.issuerId);
  if (!target?.isVerified) return;
  const rows = await takeRows(trx, work, read);
  const { offers, failed, skipped } = await prepareRows(trx, work, rows, read);
  const fresh = takeNew(offers, await findOffered(trx, work.issuerId, offers));
  const left = migrationLimits.offers - (await lockAndCountOffers(trx, work.accountId));
  const within = fresh.slice(0, Math.max(0, left));
  const over = fresh.slice(within.length);
  await insertOffers(trx, work, within, clock());
  const errors = [...failed, ...over.map(({ row }) => ({ row, errors: [tooManyOffers] }))];
  await closeRows(trx, id, listNumbers(rows), errors);
  await addBadgeRows(trx, id, listKeys(offers));
  const existing = offers.length - fresh.length;
  await addCounts(trx, id, { created: within.length, existing, skipped, failed: errors.length });
}

type UndoneBatch = {
  accountId: string;
  removed: string[];
  badges: string[];
  /** Tags to invalidate after the commit. */
  tags: string[];
  isDone: boolean;
};

/** Erases the credentials of one batch. Undefined when stopped. */
async function undoBatch(deps: Deps, trx: Trx, id: string): Promise<UndoneBatch | undefined> {
  // Credentials before the migration, as erasing does, so that they don't wait for each other.
  const credentials = await lockMovedCredentials(trx, id, MAX_BATCH_ROWS);
  const work = await lockMoveIn(trx, id);
  if (work?.status !== 'undoing') return undefined;
  const { accountId } = work;
  const withdrawn = await withdrawOffers(trx, id, MAX_BATCH_ROWS);
  if (withdrawn > 0) {
    await addRemoved(trx, id, withdrawn);
    return { accountId, removed: [], badges: [], tags: [], isDone: false };
  }
  if (credentials.length === 0) {
    const badges = await lockUnusedNewBadges(trx, id);
    for (const badgeId of badges) await deleteBadgeRow(trx, badgeId);
    await setStatus(trx, id, 'undone', work.finishedAt);
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
