import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { tokenLifetimeMs } from './rules.ts';

export async function endSession(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth."session" where id = ${sessionId} and "userId" = ${personId}`.execute(db);
  return numAffectedRows === 1n;
}

export async function endOtherSessions(
  db: Database | Trx,
  personId: string,
  keep: string | undefined,
): Promise<void> {
  await sql`delete from auth."session"
    where "userId" = ${personId} and id is distinct from ${keep ?? null}::uuid`.execute(db);
}

/**
 * Ends sessions whose cookies are no longer accepted. Tokens outlive them by their own lifetime.
 */
export async function capSessionExpiry(trx: Trx): Promise<void> {
  await sql`update auth."session"
    set "expiresAt" = least("expiresAt", now() + make_interval(secs => ${tokenLifetimeMs / 1_000}))`.execute(
    trx,
  );
}

/** Ends all sessions and tokens immediately. */
export async function endAllSessions(trx: Trx): Promise<void> {
  await sql`delete from auth."session"`.execute(trx);
}

export function deleteExpiredSessions(trx: Trx): Promise<'again' | undefined> {
  const where = sql`"expiresAt" < now()`;
  return deleteBatch(trx, { table: 'auth.session', by: 'expiresAt', where });
}
