import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { emptyStatusList, MIN_STATUS_LIST_ENTRIES } from '@insignia/openbadges/v3';
import { sql } from 'kysely';
import { newRoutedId, type RoutedId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { isNotLeaving } from '../accounts/index.ts';

export const LIST_ENTRIES = MIN_STATUS_LIST_ENTRIES;

export const statusCacheTag = 'status';
export const statusListCacheTag = (id: string): string => `status/${id}`;

/** Sets the revocation bits of these credentials permanently. */
export async function markRevokedInLists(
  trx: Trx,
  credentialIds: string[],
  now: Date,
): Promise<void> {
  const lists = await lockStatusLists(trx, credentialIds);
  if (lists.length === 0) return;
  await setStatusBits(trx, credentialIds, now);
  trx.onCommit.wake(statusCacheTag);
  await invalidateOnCommit(trx, ...lists.map(statusListCacheTag));
}

/**
 * Assigns a place that no other credential has or had. The place stays taken, even if the caller
 * fails.
 */
export async function assignStatusIndex(
  trx: Database | Trx,
  issuerId: string,
  now: Date,
): Promise<{ listId: string; index: number }> {
  for (;;) {
    const place = await claimListPosition(trx, issuerId, LIST_ENTRIES);
    if (place) return { listId: place.listId, index: permuteIndex(place.seed, place.nth) };
    await addStatusList(trx, issuerId, now);
  }
}

/** Like `assignStatusIndex`, for `count` credentials. */
export async function assignStatusIndexes(
  trx: Trx,
  issuerId: string,
  now: Date,
  count: number,
): Promise<{ listId: string; listIndex: number }[]> {
  const places: { listId: string; listIndex: number }[] = [];
  while (places.length < count) {
    const wanted = count - places.length;
    const found = await claimListPositions(trx, issuerId, LIST_ENTRIES, wanted);
    if (!found) await addStatusList(trx, issuerId, now);
    else
      for (let nth = found.first; nth < found.first + found.count; nth++)
        places.push({ listId: found.listId, listIndex: permuteIndex(found.seed, nth) });
  }
  return places;
}

async function addStatusList(trx: Database | Trx, issuerId: string, now: Date): Promise<void> {
  const bits = Buffer.from(emptyStatusList());
  const id = newRoutedId(await readIssuerAccount(trx, issuerId));
  const seed = randomBytes(16);
  await insertStatusList(trx, { id, issuerId, seed, bits, entries: LIST_ENTRIES, now });
}

const HALF_BITS = 9;
const HALF_MASK = (1 << HALF_BITS) - 1;
const FEISTEL_ROUNDS = 8;

/**
 * The `nth` position of a list: a permutation, so no position repeats, and without the seed a
 * position doesn't reveal when it was assigned (Bitstring Status List 1.0, §6.1). An 18-bit Feistel
 * network with cycle walking.
 */
export function permuteIndex(seed: Buffer, nth: number): number {
  const key = createSecretKey(seed);
  let place = nth;
  do place = shuffle(key, place);
  while (place >= LIST_ENTRIES);
  return place;
}

function shuffle(key: KeyObject, value: number): number {
  let [left, right] = [value >> HALF_BITS, value & HALF_MASK];
  for (let round = 0; round < FEISTEL_ROUNDS; round++) {
    const digest = createHmac('sha256', key).update(`${round} ${right}`).digest();
    [left, right] = [right, left ^ (digest.readUInt16BE(0) & HALF_MASK)];
  }
  return (left << HALF_BITS) | right;
}

export type StatusListRow = {
  id: string;
  issuerId: string;
  accountId: string;
  bits: Buffer;
  changedAt: Date;
};

export async function findStatusList(db: Database, id: string): Promise<StatusListRow | undefined> {
  const { rows } = await sql<StatusListRow>`
    select l.id, l.issuer_id as "issuerId", i.account_id as "accountId", l.bits, l.changed_at as "changedAt"
    from status_lists l join issuers i on i.id = l.issuer_id
    where l.id = ${id} and ${isNotLeaving('i.account_id')}`.execute(db);
  return rows[0];
}

type ListPosition = { listId: string; seed: Buffer; nth: number };

// Evaluated once per statement.
const currentHistory = sql`(select database_history())`;

/**
 * Claims the next place of the newest list, because all others are full. Returns undefined if the
 * newest list is full too or belongs to another history.
 */
async function claimListPosition(
  trx: Database | Trx,
  issuerId: string,
  entries: number,
): Promise<ListPosition | undefined> {
  const { rows } = await sql<ListPosition>`
    update status_lists set given = given + 1, history = ${currentHistory}
    where given < ${entries} and coalesce(history = ${currentHistory}, true) and id = (
      select id from status_lists where issuer_id = ${issuerId} order by number desc limit 1)
    returning id as "listId", seed, given - 1 as nth`.execute(trx);
  return rows[0];
}

type ListPositions = { listId: string; seed: Buffer; first: number; count: number };

/** Claims up to `count` next places of the newest list at once, under the same conditions. */
async function claimListPositions(
  trx: Trx,
  issuerId: string,
  entries: number,
  count: number,
): Promise<ListPositions | undefined> {
  const { rows } = await sql<ListPositions>`
    with newest as materialized (
      select id, given from status_lists where issuer_id = ${issuerId} order by number desc limit 1 for no key update)
    update status_lists l set given = least(n.given + ${count}, ${entries}), history = ${currentHistory}
    from newest n where l.id = n.id and n.given < ${entries} and coalesce(l.history = ${currentHistory}, true)
    returning l.id as "listId", l.seed, n.given as first, l.given - n.given as count`.execute(trx);
  return rows[0];
}

async function readIssuerAccount(trx: Database | Trx, issuerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from issuers where id = ${issuerId}`.execute(trx);
  return rows[0]?.id ?? '';
}

/**
 * Inserts another list when no list has a free place. Does nothing if another process has inserted
 * one meanwhile.
 */
async function insertStatusList(
  trx: Database | Trx,
  {
    id,
    issuerId,
    seed,
    bits,
    entries,
    now,
  }: { id: RoutedId; issuerId: string; seed: Buffer; bits: Buffer; entries: number; now: Date },
): Promise<void> {
  await sql`
    insert into status_lists (id, issuer_id, number, seed, given, bits, changed_at, history)
    select ${id}, ${issuerId}, coalesce(max(number), 0) + 1, ${seed}, 0, ${bits}, ${now}, ${currentHistory}
    from status_lists where issuer_id = ${issuerId}
    having coalesce(bool_and(given >= ${entries} or coalesce(history <> ${currentHistory}, false)), true)
    on conflict (issuer_id, number) do nothing`.execute(trx);
}

/** Locks the lists of these credentials in a fixed order. */
async function lockStatusLists(trx: Trx, credentialIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from status_lists
    where id in (select list_id from signed_credentials where credential_id = any(${credentialIds}::uuid[]))
    order by id for no key update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The caller has locked the lists. */
async function setStatusBits(trx: Trx, credentialIds: string[], now: Date): Promise<void> {
  await sql`
    update status_lists l set bits = set_status_bits(p_bits => l.bits, p_indexes => m.indexes), changed_at = ${now}
    from (select list_id, array_agg(list_index) as indexes from signed_credentials
      where credential_id = any(${credentialIds}::uuid[]) group by list_id) m
    where l.id = m.list_id`.execute(trx);
}

/**
 * Closes the existing lists for new places: after a restore, the next places may be in copies
 * fetched since the backup. The lists are served and updated as before. Returns the number of
 * credentials without an entry, which may have got one since the backup.
 */
export async function closeStatusLists(db: Database | Trx): Promise<number> {
  // A backup may be older than status lists.
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('public.status_lists') is not null as exists`.execute(db);
  if (!found[0]?.exists) return 0;
  await sql`update status_lists set given = ${LIST_ENTRIES} where given < ${LIST_ENTRIES}`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credentials c
    where not exists (select from signed_credentials where credential_id = c.id)`.execute(db);
  return rows[0]?.n ?? 0;
}
