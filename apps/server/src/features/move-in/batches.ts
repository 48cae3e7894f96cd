import { migrationLimits } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { StoredImage } from '../../platform/images/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { addBadge } from '../badges/index.ts';
import { issueMany, lockRemainingQuota } from '../credentials/index.ts';
import { quotaError } from '../imports/index.ts';
import type { ChooseDesigns } from '../issuers/index.ts';
import { findErased } from './erase.ts';
import {
  addBadgeRows,
  addChecked,
  addSigners,
  findChecked,
  findKnownBadges,
  findMoved,
  insertMoved,
  listPlannedBadges,
  lockBadges,
  noteBadges,
  recordBadge,
  recordDryRunBadges,
} from './moved-store.ts';
import { findOffered, insertOffers, lockAndCountOffers } from './offers.ts';
import { MAX_VERIFIED_ROWS } from './originals.ts';
import type { NewPicture } from './picture.ts';
import {
  MAX_BATCH_ROWS,
  type MovedCredential,
  type MovedRow,
  type OfferedBadge,
} from './read-rows.ts';
import {
  divideRows,
  hasOriginals,
  type IdentifiedRow,
  type MovedBadge,
  type MovedRowError,
  nameCreated,
  planBadges,
} from './rules.ts';
import {
  addCounts,
  closeRows,
  type FailedRow,
  lockMoveIn,
  lockTarget,
  type MoveIn,
  type NumberedRow,
  readWaitingRows,
} from './store.ts';

type BatchDeps = { clock: Clock; chooseDesigns: ChooseDesigns };

/** `resumed` is that of the migration when the job was queued. Absent for 0. */
export type Run = { moveInId: string; resumed?: number };

/**
 * Locks the migration until the transaction ends. Undefined if it ended or was paused, or if another
 * job continues it since.
 */
export async function lockRun(
  trx: Trx,
  { moveInId, resumed = 0 }: Run,
): Promise<MoveIn | undefined> {
  const migration = await lockMoveIn(trx, moveInId);
  const isOpen = migration?.status === 'queued' || migration?.status === 'running';
  return isOpen && migration.resumed === resumed ? migration : undefined;
}

export const getLimit = (migration: MoveIn): number =>
  hasOriginals(migration) ? MAX_VERIFIED_ROWS : MAX_BATCH_ROWS;

/** Rows of a batch by what they are. */
type SortedRows = {
  credentials: (MovedCredential & { row: number })[];
  offers: (OfferedBadge & { row: number })[];
  failed: FailedRow[];
  skipped: number;
};

export function sortRows(
  rows: readonly NumberedRow[],
  read: ReadonlyMap<number, MovedRow>,
): SortedRows {
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

export const listMovedBadges = (credentials: readonly MovedCredential[]): MovedBadge[] => [
  ...new Map(credentials.map(({ badge }) => [badge.key, badge])).values(),
];

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
  migration: MoveIn,
  rows: readonly NumberedRow[],
  read: ReadonlyMap<number, MovedRow>,
): Promise<SortedRows> {
  const sorted = sortRows(rows, read);
  if (!hasOriginals(migration)) return sorted;
  const { credentials, offers, failed, skipped } = sorted;
  const named = [
    ...credentials.map(({ email }) => toAddressKey(email)),
    ...offers.map(({ address }) => address),
  ];
  const erased = await findErased(trx, migration.id, named);
  const remaining = {
    credentials: credentials.filter(({ email }) => !erased.has(toAddressKey(email))),
    offers: offers.filter(({ address }) => !erased.has(address)),
  };
  const left = named.length - remaining.credentials.length - remaining.offers.length;
  return limitBadges(trx, migration, { ...remaining, failed, skipped: skipped + left });
}

type Batch = SortedRows & { migration: MoveIn; rows: NumberedRow[] };

/**
 * Locks the migration, and its issuer unless nothing is created. Its rows are those that still wait:
 * erasing a person removes theirs. Undefined if it was stopped or the issuer isn't verified.
 */
async function lockBatch(
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
): Promise<Batch | undefined> {
  const migration = await lockRun(trx, run);
  if (!migration) return undefined;
  const { id, accountId, issuerId, dryRun } = migration;
  if (!dryRun && !(await lockTarget(trx, accountId, issuerId))?.isVerified) return undefined;
  const waiting = await readWaitingRows(trx, id, { after: 0, limit: getLimit(migration) });
  const rows = waiting.filter(({ row }) => read.has(row));
  return { migration, rows, ...(await prepareRows(trx, migration, rows, read)) };
}

const conflictError = {
  field: '',
  message:
    'Another recipient or badge has the credential with this URL or ID. If the badge was renamed, the credential is already moved in. If the column names a person or a badge, delete it. If the recipient’s address has changed, correct their credential.',
};

const failConflicts = (rows: readonly { row: number }[]): FailedRow[] =>
  rows.map(({ row }) => ({ row, errors: [conflictError] }));

/** A dry run counts a row once, and notices another recipient or badge in a later row. */
const hashRecipient = ({ identity, address, badgeId = '' }: IdentifiedRow) => ({
  identity,
  recipient: sha256(`${identity.toString('hex')} ${address} ${badgeId}`),
});

/** `known` has ids of badges by key, and `targets` also names of badges that are created. */
const identifyRows = <Row extends MovedCredential>(
  rows: readonly Row[],
  known: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
) =>
  rows.map((row) => ({
    ...row,
    address: toAddressKey(row.email),
    existingBadge: known.get(row.badge.key) ?? null,
    badgeId: targets.get(row.badge.key) ?? row.badge.key,
  }));

/**
 * Issues the next rows whose badges exist or have a picture. Others wait for the next batch. Rows are compared
 * with those of earlier files first, because a badge is only created for new ones.
 */
export async function issueBatch(
  deps: BatchDeps,
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
  pictures: ReadonlyMap<string, NewPicture>,
): Promise<void> {
  const batch = await lockBatch(trx, run, read);
  if (!batch) return;
  const { migration, rows, credentials, failed, skipped } = batch;
  const { id, accountId } = migration;
  const now = deps.clock();
  const badges = listMovedBadges(credentials);
  const known = await findKnownBadges(trx, migration, badges);
  const targets = planBadges(badges, known, []);
  const identified = identifyRows(credentials, known, targets);
  const moved = await findMoved(trx, migration, identified);
  const { fresh, conflicts } = divideRows(identified, moved);
  const used = new Set(listKeys(fresh));
  await createBadges(deps, trx, migration, { badges, targets, used, pictures, known });
  const existingIds = await lockBadges(trx, [...known.values()]);
  const isReady = ({ badge }: MovedCredential) => existingIds.has(known.get(badge.key) ?? '');
  const ready = fresh.filter(isReady);
  const errors = [...failed, ...failConflicts(conflicts)];
  let created = 0;
  for (const [badgeId, group] of Map.groupBy(ready, ({ badge }) => known.get(badge.key) ?? '')) {
    const order = { accountId, badgeId, by: migration, skipsDuplicates: false, now };
    const { issued, over } = await issueMany(trx, order, group);
    await insertMoved(trx, migration, issued);
    created += issued.length;
    errors.push(...over.map(({ row }) => ({ row, errors: [quotaError] })));
  }
  const waiting = new Set(listNumbers(fresh.filter((each) => !isReady(each))));
  const closed = rows.map(({ row }) => row).filter((row) => !waiting.has(row));
  await closeRows(trx, id, closed, errors);
  const done = credentials.filter(({ row }) => !waiting.has(row));
  if (hasOriginals(migration)) await addBadgeRows(trx, id, listKeys(done));
  const existing = credentials.length - fresh.length - conflicts.length;
  await addCounts(trx, id, { created, existing, skipped, failed: errors.length });
}

type BadgePlan = {
  badges: readonly MovedBadge[];
  targets: ReadonlyMap<string, string>;
  /** Keys of badges with new rows. */
  used: ReadonlySet<string>;
  pictures: ReadonlyMap<string, NewPicture>;
  /** Ids by key. Those of created badges are added. */
  known: Map<string, string>;
};

/** Creates the badges of new rows that have a picture, and records which badge each of the file has become. */
async function createBadges(
  deps: BatchDeps,
  trx: Trx,
  migration: MoveIn,
  { badges, targets, used, pictures, known }: BadgePlan,
): Promise<void> {
  const now = deps.clock();
  const models = findModels(badges);
  const added = new Map<string, string>();
  for (const badge of badges) {
    const picture = used.has(badge.key) ? pictures.get(badge.key) : undefined;
    const target = targets.get(badge.key) ?? '';
    // Another badge of the file may have created it.
    const existing = known.get(badge.key) ?? added.get(target);
    const model = models.get(target) ?? badge;
    const badgeId =
      existing ??
      (picture && (await addMovedBadge(deps, trx, migration, model, picture.image, now)));
    if (badgeId === undefined) continue;
    const isNew = existing === undefined;
    added.set(target, badgeId);
    await recordBadge(trx, migration, {
      ...{ key: badge.key, formerKey: badge.formerKey, issuerUrl: badge.issuerUrl },
      ...{ badgeId, isNew },
      hasPicture: isNew && picture?.isOwn === true,
    });
    known.set(badge.key, badgeId);
  }
}

/** The badges of a file from which others of their names are created, by name of the created one. */
const findModels = (badges: readonly MovedBadge[]): Map<string, MovedBadge> =>
  new Map(badges.toReversed().map((badge) => [nameCreated(badge), badge]));

function addMovedBadge(
  deps: BatchDeps,
  trx: Trx,
  { accountId, issuerId }: MoveIn,
  { name, description, criteria }: MovedBadge,
  image: StoredImage,
  now: Date,
): Promise<string> {
  const input = { name, description, criteria };
  return addBadge(trx, deps, { accountId, issuerId }, input, image, now);
}

/** Badges by key that a dry run would create, with the hashes of their criteria: each for its first new row. */
function listCreated(
  badges: readonly MovedBadge[],
  targets: ReadonlyMap<string, string>,
  usedKeys: readonly string[],
  present: ReadonlySet<string>,
): Map<string, Buffer> {
  const used = new Set(usedKeys);
  const seen = new Set(present);
  const models = findModels(badges);
  const created = new Map<string, Buffer>();
  for (const badge of badges) {
    const target = targets.get(badge.key) ?? '';
    if (!used.has(badge.key) || seen.has(target)) continue;
    seen.add(target);
    created.set(badge.key, (models.get(target) ?? badge).criteriaHash);
  }
  return created;
}

/** Counts the next rows without creating anything. */
export async function checkBatch(
  { clock }: BatchDeps,
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
): Promise<void> {
  const batch = await lockBatch(trx, run, read);
  if (!batch) return;
  const { migration, rows, credentials, offers, failed, skipped } = batch;
  const { id, accountId, issuerId, mode } = migration;
  const isHold = mode === 'hold';
  const badges = listMovedBadges(credentials);
  const existingBadges = await findKnownBadges(trx, migration, badges);
  const planned = await listPlannedBadges(trx, id);
  const targets = planBadges(badges, existingBadges, planned);
  const issued = identifyRows(credentials, existingBadges, targets);
  const all = isHold ? offers : issued;
  const moved = isHold
    ? await findOffered(trx, issuerId, offers)
    : await findMoved(trx, migration, issued);
  const hashed = all.map(hashRecipient);
  const checked = await findChecked(trx, id, hashed);
  const known = moved.map((each, at) => (each === 'new' ? (checked[at] ?? each) : each));
  const { fresh, conflicts } = divideRows<(typeof all)[number]>(all, known);
  await addChecked(trx, id, fresh.map(hashRecipient));
  const left = isHold
    ? migrationLimits.offers - (await lockAndCountOffers(trx, accountId))
    : (await lockRemainingQuota(trx, accountId, clock())).left;
  const over = fresh.slice(Math.max(0, left - migration.created));
  const overError = isHold ? tooManyOffers : quotaError;
  const errors = [
    ...failed,
    ...failConflicts(conflicts),
    ...over.map(({ row }) => ({ row, errors: [overError] })),
  ];
  await closeRows(trx, id, listNumbers(rows), errors);
  const present = new Set([...existingBadges.values(), ...planned.map(nameCreated)]);
  const added = listCreated(badges, targets, listKeys(isHold ? [] : fresh), present);
  await recordDryRunBadges(trx, id, existingBadges, added);
  if (hasOriginals(migration)) await addBadgeRows(trx, id, listKeys(all));
  const created = new Set(fresh.slice(0, fresh.length - over.length).map(({ row }) => row));
  const signers = credentials.flatMap(({ row, signer }) =>
    signer && created.has(row) ? [signer] : [],
  );
  if (signers.length > 0) await addSigners(trx, id, signers);
  await addCounts(trx, id, {
    created: created.size,
    existing: all.length - fresh.length - conflicts.length,
    ...{ skipped, failed: errors.length },
  });
}

const listNumbers = (rows: readonly { row: number }[]): number[] => rows.map(({ row }) => row);

const tooManyOffers: MovedRowError = {
  ...{ field: '', reason: 'offer_limit' },
  message: `At most ${migrationLimits.offers} badges can be offered at a time. Wait until recipients have answered, or undo a migration.`,
};

/** Offers the badges of the next rows to their recipients. */
export async function offerBatch(
  { clock }: BatchDeps,
  trx: Trx,
  run: Run,
  read: ReadonlyMap<number, MovedRow>,
): Promise<void> {
  const batch = await lockBatch(trx, run, read);
  if (!batch) return;
  const { migration, rows, offers, failed, skipped } = batch;
  const { id, accountId, issuerId } = migration;
  const { fresh, conflicts } = divideRows(offers, await findOffered(trx, issuerId, offers));
  const left = migrationLimits.offers - (await lockAndCountOffers(trx, accountId));
  const within = fresh.slice(0, Math.max(0, left));
  const over = fresh.slice(within.length);
  await insertOffers(trx, migration, within, clock());
  const errors = [
    ...failed,
    ...failConflicts(conflicts),
    ...over.map(({ row }) => ({ row, errors: [tooManyOffers] })),
  ];
  await closeRows(trx, id, listNumbers(rows), errors);
  await addBadgeRows(trx, id, listKeys(offers));
  const existing = offers.length - fresh.length - conflicts.length;
  await addCounts(trx, id, { created: within.length, existing, skipped, failed: errors.length });
}
