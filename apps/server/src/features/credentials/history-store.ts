import { sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { eraseFromEditions, type ReplacedEdition } from './rules.ts';

/**
 * Locks credentials that a correction moved away from this folded address. Also returns the address
 * in the forms in which it was written.
 */
export async function lockMovedFrom(
  trx: Trx,
  accountId: string,
  address: string,
  limit: number,
): Promise<{ ids: string[]; emails: string[] }> {
  const { rows } = await sql<{ id: string; email: string }>`${customPlan}
    select c.id, r.email from replaced_addresses r join credentials c on c.id = r.credential_id
    where r.account_id = ${accountId} and r.address = ${address} and c.email_search <> r.address
    order by c.id desc limit ${limit} for update of c`.execute(trx);
  return { ids: rows.map(({ id }) => id), emails: [...new Set(rows.map(({ email }) => email))] };
}

/** Removes a folded address, and the names it had, from the history of locked credentials. */
export async function eraseFromHistory(trx: Trx, ids: string[], address: string): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<ReplacedEdition & { id: string; current: string }>`${customPlan}
    select e.credential_id as id, c.email_search as current, e.number, e.previous, e.reason
    from credential_editions e join credentials c on c.id = e.credential_id
    where e.credential_id = any(${ids}::uuid[]) order by e.credential_id, e.number desc`.execute(
    trx,
  );
  const changed = Object.values(Object.groupBy(rows, ({ id }) => id)).flatMap((editions = []) =>
    eraseFromEditions(editions, editions[0]?.current ?? '', address),
  );
  await sql`${customPlan}
    update credential_editions e set previous = n.previous, reason = n.reason
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map((each) => each.number)}::int[],
      ${changed.map(({ previous }) => previous && JSON.stringify(previous))}::json[], ${changed.map(({ reason }) => reason)}::text[])
      as n(id, number, previous, reason)
    where e.credential_id = n.id and e.number = n.number`.execute(trx);
  await sql`delete from replaced_addresses r where r.credential_id = any(${ids}::uuid[]) and r.address = ${address}`.execute(
    trx,
  );
}
