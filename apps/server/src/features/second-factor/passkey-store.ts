import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

/** Time to use a passkey after its challenge was requested. */
const challengeSeconds = 600;

/** `purpose` is what the challenge may be used for. */
export async function insertChallenge(
  db: Database,
  identifier: string,
  purpose: string,
): Promise<void> {
  await sql`insert into auth."verification" (identifier, value, "expiresAt")
    values (${identifier}, ${purpose}, now() + make_interval(secs => ${challengeSeconds}))`.execute(
    db,
  );
}

/** Uses up a challenge. Returns false if it's unknown, expired, used, or for something else. */
export async function takeChallenge(
  db: Database,
  identifier: string,
  purpose: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from auth."verification"
    where identifier = ${identifier} and value = ${purpose} and "expiresAt" > now()`.execute(db);
  return numAffectedRows === 1n;
}

export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export async function listPasskeys(db: Database, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from auth.passkeys
    where user_id = ${personId} order by created_at, id`.execute(db);
  return rows;
}

type CredentialRow = { credentialId: Buffer; transports: string[] };

export async function listPasskeyIds(db: Database, personId: string): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select credential_id as "credentialId", transports from auth.passkeys where user_id = ${personId}`.execute(
    db,
  );
  return rows;
}

export type NewPasskey = CredentialRow & {
  id: string;
  personId: string;
  publicKey: Buffer;
  counter: number;
  name: string;
};

/** Returns false if the credential is someone's already. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey, now: Date): Promise<boolean> {
  const { id, personId, credentialId, publicKey, counter, transports, name } = passkey;
  const { numAffectedRows } = await sql`insert into auth.passkeys
      (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${id}, ${personId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name}, ${now})
    on conflict (credential_id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** The session where a passkey was added counts as opened with a second factor. */
export async function markSession(trx: Trx, sessionId: string, passkeyId: string): Promise<void> {
  await sql`update auth."session" set "passkeyId" = ${passkeyId},
      "secondFactor" = coalesce("secondFactor", case when "openedBy" = 'passkey' then null else 'passkey' end)
    where id = ${sessionId}`.execute(trx);
}

type StoredPasskey = {
  id: string;
  personId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
};

export async function findPasskey(
  db: Database,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select id, user_id as "personId", public_key as "publicKey", sign_count::float8 as counter, transports
    from auth.passkeys where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/**
 * Returns false if the passkey was removed, or another use had this counter or a later one. Passkeys
 * without a counter always send 0.
 */
export async function recordPasskeyUse(
  db: Database,
  id: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth.passkeys set sign_count = ${counter}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${counter} or (sign_count = 0 and ${counter} = 0))`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function setPasskeyName(
  trx: Trx,
  personId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update auth.passkeys set name = ${name}
    where id = ${id} and user_id = ${personId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends the other sessions that the passkey opened. Returns false if the user has no such passkey. */
export async function deletePasskey(
  trx: Trx,
  personId: string,
  id: string,
  sessionId: string | undefined,
): Promise<boolean> {
  await sql`delete from auth."session"
    where "passkeyId" = ${id} and "userId" = ${personId} and "openedBy" = 'passkey'
      and id is distinct from ${sessionId ?? null}::uuid`.execute(trx);
  const { numAffectedRows } = await sql`
    delete from auth.passkeys where id = ${id} and user_id = ${personId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Returns false if the user had none. */
export async function deleteAllPasskeys(trx: Trx, personId: string): Promise<boolean> {
  await sql`delete from auth."session"
    where "userId" = ${personId} and "passkeyId" is not null and "openedBy" = 'passkey'`.execute(
    trx,
  );
  const { numAffectedRows } = await sql`
    delete from auth.passkeys where user_id = ${personId}`.execute(trx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

type FactorState = {
  hasApp: boolean;
  passkeys: number;
  secondFactor: string | null;
  passkeyId: string | null;
};

/** The factors of a user, and those of one of the user's sessions. */
export async function readFactorState(
  db: Database | Trx,
  personId: string,
  sessionId: string | undefined,
): Promise<FactorState | undefined> {
  const { rows } = await sql<FactorState>`
    select u."twoFactorEnabled" is true as "hasApp", s."secondFactor", s."passkeyId",
      (select count(*)::int from auth.passkeys p where p.user_id = u.id) as passkeys
    from auth."user" u
    left join auth."session" s on s."userId" = u.id and s.id = ${sessionId ?? null}::uuid
    where u.id = ${personId}`.execute(db);
  return rows[0];
}
