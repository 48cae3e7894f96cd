import { sql } from 'kysely';
import type { RoutedId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';

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
export async function claimListPosition(
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
export async function claimListPositions(
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

export async function readIssuerAccount(trx: Database | Trx, issuerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from issuers where id = ${issuerId}`.execute(trx);
  return rows[0]?.id ?? '';
}

/**
 * Inserts another list when no list has a free place. Does nothing if another process has inserted
 * one meanwhile.
 */
export async function insertStatusList(
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
export async function lockStatusLists(trx: Trx, credentialIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from status_lists
    where id in (select list_id from signed_credentials where credential_id = any(${credentialIds}::uuid[]))
    order by id for no key update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The caller has locked the lists. */
export async function setStatusBits(trx: Trx, credentialIds: string[], now: Date): Promise<void> {
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
export async function closeLists(db: Database | Trx, entries: number): Promise<number> {
  // A backup may be older than status lists.
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('public.status_lists') is not null as exists`.execute(db);
  if (!found[0]?.exists) return 0;
  await sql`update status_lists set given = ${entries} where given < ${entries}`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credentials c
    where not exists (select from signed_credentials where credential_id = c.id)`.execute(db);
  return rows[0]?.n ?? 0;
}
