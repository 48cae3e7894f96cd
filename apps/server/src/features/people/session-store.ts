import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { toAlias } from './address-alias.ts';
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

/** Waiting second steps end too: their first step may have been someone else's. */
export async function endOtherSessions(
  db: Database | Trx,
  personId: string,
  keep: string | undefined,
): Promise<void> {
  await sql`delete from auth."session"
    where "userId" = ${personId} and id is distinct from ${keep ?? null}::uuid`.execute(db);
  await sql`delete from auth."verification"
    where value <> ${personId} and split_part(value, ' ', 1) = ${personId}`.execute(db);
}

/** A link may have been emailed to an address that is no longer the user's. */
export async function deletePasswordLinks(trx: Trx, personId: string): Promise<void> {
  await sql`delete from auth."verification" where value = ${personId}`.execute(trx);
}

/**
 * A code may have been emailed to an address that is no longer the user's. Codes belong to the
 * primary address, whichever address they were sent to.
 */
export async function voidSignInCodes(trx: Trx, primary: string): Promise<void> {
  // better-auth hashes the names of what it stores.
  const identifier = sha256(`sign-in-otp-${toAlias(primary)}`).toString('base64url');
  await sql`delete from auth."verification" where identifier = ${identifier}`.execute(trx);
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
