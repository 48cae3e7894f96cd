import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { ssoSessionLifetimeMs, tokenLifetimeMs } from './rules.ts';
import { isOwnSession, type SessionUser } from './sql.ts';

export async function endSession(
  db: Database,
  user: SessionUser,
  sessionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth."session" where id = ${sessionId} and ${isOwnSession(user)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends the other sessions that the user can see in this one. */
export async function endSessionsBeside(db: Database, user: SessionUser): Promise<void> {
  const { personId, sessionId } = user;
  if (!user.isSsoOnly) return void (await endOtherSessions(db, personId, sessionId));
  await sql`delete from auth."session"
    where ${isOwnSession(user)} and id is distinct from ${sessionId ?? null}::uuid`.execute(db);
}

/** Waiting second steps end too: their first step may have been someone else's. Returns the number of sessions. */
export async function endOtherSessions(
  db: Database | Trx,
  personId: string,
  keep: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ isOpen: boolean }>`delete from auth."session"
    where "userId" = ${personId} and id is distinct from ${keep ?? null}::uuid
    returning "expiresAt" > now() as "isOpen"`.execute(db);
  await sql`delete from auth."verification"
    where value <> ${personId} and split_part(value, ' ', 1) = ${personId}`.execute(db);
  return rows.filter(({ isOpen }) => isOpen).length;
}

/** Ends a session by its token, and second steps that wait for the user with this primary address. */
export async function endNewAccess(
  trx: Trx,
  primary: string,
  token: string | undefined,
): Promise<void> {
  await sql`delete from auth."session" where token = ${token ?? null}`.execute(trx);
  const user = sql`select id::text from auth."user" where email = ${primary}`;
  await sql`delete from auth."verification" v using (${user}) u
    where v.value <> u.id and split_part(v.value, ' ', 1) = u.id`.execute(trx);
}

export type EndedAccess = { sessions: number; apps: number };

/**
 * Also disconnects all apps: any session may have connected them. A consent that is under way keeps its
 * session from being deleted until it commits, or finds that it is gone.
 */
export async function endOtherAccess(
  trx: Trx,
  personId: string,
  keep: string | undefined,
): Promise<EndedAccess> {
  const sessions = await endOtherSessions(trx, personId, keep);
  const { rows } = await sql<{ appId: string }>`
    delete from app_grants where person_id = ${personId} returning app_id as "appId"`.execute(trx);
  return { sessions, apps: new Set(rows.map(({ appId }) => appId)).size };
}

/**
 * Ends what the providers of an account opened for a user, also waiting second steps: they vouch for its members
 * alone.
 */
export async function endSsoSessions(trx: Trx, personId: string, accountId: string): Promise<void> {
  const isOwn = sql`(select id from sso_connections where account_id = ${accountId})`;
  await sql`delete from auth."session"
    where "userId" = ${personId} and "ssoConnection" in ${isOwn}`.execute(trx);
  await sql`delete from auth."verification" where split_part(value, ' ', 1) = ${personId}
    and split_part(value, ' ', 3) in (select id::text from ${isOwn} c)`.execute(trx);
}

/** Keeps a session until the transaction ends. False if it has ended. */
export async function lockSession(trx: Trx, personId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."session" where id = ${sessionId} and "userId" = ${personId} for key share`.execute(
    trx,
  );
  return rows.length > 0;
}

/** A link may have been emailed to an address that is no longer the user's. */
export async function deletePasswordLinks(trx: Trx, personId: string): Promise<void> {
  await sql`delete from auth."verification" where value = ${personId}`.execute(trx);
}

export async function deleteVerifications(trx: Trx, identifiers: string[]): Promise<void> {
  await sql`delete from auth."verification" where identifier = any(${identifiers}::text[])`.execute(
    trx,
  );
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
  const table = 'auth.session';
  const lifetime = sql`make_interval(secs => ${ssoSessionLifetimeMs / 1_000})`;
  return deleteBatch(
    trx,
    { table, by: 'expiresAt', where: sql`"expiresAt" < now()` },
    {
      ...{ table, by: 'createdAt' },
      where: sql`"ssoConnection" is not null and "createdAt" < now() - ${lifetime}`,
    },
  );
}
