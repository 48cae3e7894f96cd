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

// Asked once in a statement.
const presentHistory = sql`(select database_history())`;

/** The next place of the newest list, since all others are full; undefined when that is full or of another history too. */
export async function claimListPosition(
  trx: Database | Trx,
  issuerId: string,
  entries: number,
): Promise<ListPosition | undefined> {
  const { rows } = await sql<ListPosition>`
    update status_lists set given = given + 1, history = ${presentHistory}
    where given < ${entries} and coalesce(history = ${presentHistory}, true) and id = (
      select id from status_lists where issuer_id = ${issuerId} order by number desc limit 1)
    returning id as "listId", seed, given - 1 as nth`.execute(trx);
  return rows[0];
}

export async function readIssuerAccount(trx: Database | Trx, issuerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from issuers where id = ${issuerId}`.execute(trx);
  return rows[0]?.id ?? '';
}

/** One more list, once no other has a place to give; nothing when another has made it meanwhile. */
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
    select ${id}, ${issuerId}, coalesce(max(number), 0) + 1, ${seed}, 0, ${bits}, ${now}, ${presentHistory}
    from status_lists where issuer_id = ${issuerId}
    having coalesce(bool_and(given >= ${entries} or coalesce(history <> ${presentHistory}, false)), true)
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
    update status_lists l set bits = set_status_bits(l.bits, m.indexes), changed_at = ${now}
    from (select list_id, array_agg(list_index) as indexes from signed_credentials
      where credential_id = any(${credentialIds}::uuid[]) group by list_id) m
    where l.id = m.list_id`.execute(trx);
}

/**
 * No more places are given in the lists that exist: after a restore the next ones may be in copies that were fetched since the
 * backup. They are served and updated as before. Returns how many credentials have no entry, and may have got one since.
 */
export async function closeLists(db: Database | Trx, entries: number): Promise<number> {
  // A backup may be older than the lists.
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('public.status_lists') is not null as exists`.execute(db);
  if (!found[0]?.exists) return 0;
  await sql`update status_lists set given = ${entries} where given < ${entries}`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credentials c
    where not exists (select from signed_credentials where credential_id = c.id)`.execute(db);
  return rows[0]?.n ?? 0;
}
