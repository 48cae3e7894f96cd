import type { FirstStep, SecondFactor } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isDisabledUser, isOwnSession, type SessionUser } from '../people/sql.ts';

export type SessionRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
  openedBy: FirstStep | null;
  secondFactor: SecondFactor | null;
};

export async function listUserSessions(db: Database, user: SessionUser): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, "createdAt", "expiresAt", "ipAddress" as address, "userAgent", "openedBy", "secondFactor"
    from auth."session"
    where ${isOwnSession(user)} and "expiresAt" > now() order by "createdAt" desc`.execute(db);
  return rows;
}

type OpenSession = {
  secondFactor: SecondFactor | null;
  openedBy: FirstStep | null;
  passkeyId: string | null;
  hasApp: boolean | null;
  ssoConnectionId: string | null;
};

/** Undefined if the session has ended. */
export async function findOpenSession(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    select s."secondFactor", s."openedBy", s."passkeyId", u."twoFactorEnabled" as "hasApp",
      s."ssoConnection" as "ssoConnectionId"
    from auth."session" s join auth."user" u on u.id = s."userId"
    where s.id = ${sessionId} and s."userId" = ${personId} and s."expiresAt" > now()
      and not ${isDisabledUser('u')}`.execute(db);
  return rows[0];
}

/** Deletes JWT keys encrypted with a lost SECRET. */
export async function deleteTokenKeys(trx: Trx): Promise<void> {
  await sql`delete from auth."jwks"`.execute(trx);
}

/** Stops signing with them. Issued tokens stay valid for their five minutes. */
export async function retireTokenKeys(trx: Trx): Promise<void> {
  await sql`update auth."jwks" set "expiresAt" = now()`.execute(trx);
}

/**
 * Retires keys encrypted with another version of the secret by a process that hadn't heard of the
 * current one.
 */
export async function retireTokenKeysExcept(db: Database, version: number): Promise<void> {
  await sql`
    update auth."jwks" set "expiresAt" = now()
    where ("expiresAt" is null or "expiresAt" > now()) and "privateKey" like '"$ba$%'
      and not starts_with("privateKey", ${`"$ba$${version}$`})`.execute(db);
}
