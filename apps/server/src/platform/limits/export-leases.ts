import { sql } from 'kysely';
import type { Database } from '../db/index.ts';

export const MAX_EXPORTS_PER_ACCOUNT = 2;
/** Exports of a process that dies free their places after this time. */
export const LEASE_MS = 30_000;

/**
 * Takes a free place of the account. A place whose lease has expired is free. Only the database's
 * clock counts.
 */
export async function takeLease(db: Database, accountId: string, holder: string): Promise<boolean> {
  for (let slot = 1; slot <= MAX_EXPORTS_PER_ACCOUNT; slot++) {
    const { numAffectedRows } = await sql`
      insert into export_leases as l (account_id, slot, holder, expires_at)
      values (${accountId}, ${slot}, ${holder}, now() + ${LEASE_MS} * interval '1 millisecond')
      on conflict (account_id, slot) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where l.expires_at <= now()`.execute(db);
    if (numAffectedRows === 1n) return true;
  }
  return false;
}

export async function renewLeases(db: Database, holders: string[]): Promise<void> {
  await sql`update export_leases set expires_at = now() + ${LEASE_MS} * interval '1 millisecond'
    where holder = any(${holders})`.execute(db);
}

/** Deletes the leases of processes that died. */
export async function deleteExpiredLeases(db: Database): Promise<void> {
  await sql`delete from export_leases where expires_at < now() - interval '1 hour'`.execute(db);
}

export async function deleteLease(db: Database, accountId: string, holder: string): Promise<void> {
  await sql`delete from export_leases where account_id = ${accountId} and holder = ${holder}`.execute(
    db,
  );
}
