import type { Language } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

/** `secret` and `backupCodes` are encrypted. */
export type StoredFactor = {
  id: string;
  secret: string;
  backupCodes: string;
  isConfirmed: boolean;
  lockedUntil: Date | null;
  /** Step of the newest code that was used. */
  lastStep: number;
};

/** Requests with codes of the same user wait until the transaction ends. */
export async function lockFactor(trx: Trx, personId: string): Promise<StoredFactor | undefined> {
  const { rows } = await sql<StoredFactor>`
    select id, secret, "backupCodes", verified is not false as "isConfirmed", "lockedUntil", "lastStep"
    from auth."twoFactor" where "userId" = ${personId} for update`.execute(trx);
  return rows[0];
}

type FactorStatus = { hasPassword: boolean; backupCodes: string | null };

/** `backupCodes` is null without a confirmed authenticator app. */
export async function readFactorStatus(db: Database, personId: string): Promise<FactorStatus> {
  const { rows } = await sql<FactorStatus>`
    select exists (select 1 from auth."account"
        where "userId" = ${personId} and "providerId" = 'credential') as "hasPassword",
      (select "backupCodes" from auth."twoFactor"
        where "userId" = ${personId} and verified is not false) as "backupCodes"`.execute(db);
  return rows[0] as FactorStatus;
}

/** Counts a wrong code. The last one allowed locks the factor and starts the count again. Returns true then. */
export async function recordWrongCode(
  trx: Trx,
  id: string,
  limit: number,
  lockedUntil: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`update auth."twoFactor" set
      "lockedUntil" = case when "failedVerificationCount" + 1 >= ${limit}::integer then ${lockedUntil}::timestamptz end,
      "failedVerificationCount" = case when "failedVerificationCount" + 1 >= ${limit}::integer then 0
        else "failedVerificationCount" + 1 end
    where id = ${id} returning "lockedUntil" is not null as "isLocked"`.execute(trx);
  return rows[0]?.isLocked ?? false;
}

type Reader = { name: string; email: string; language: Language | null };

export async function findReader(trx: Trx, personId: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select name, email, language from auth."user" where id = ${personId}`.execute(trx);
  return rows[0];
}

/** Uses up a code of the app, or writes the recovery codes that are left. */
export async function recordUse(
  trx: Trx,
  id: string,
  { lastStep, backupCodes }: Pick<StoredFactor, 'lastStep' | 'backupCodes'>,
): Promise<void> {
  await sql`update auth."twoFactor" set "lastStep" = ${lastStep}, "backupCodes" = ${backupCodes},
      "failedVerificationCount" = 0, "lockedUntil" = null
    where id = ${id}`.execute(trx);
}

/**
 * The session in which setup was completed counts as opened with the factor. Sessions of a removed
 * factor don't: its codes may be someone else's.
 */
export async function confirmFactor(
  trx: Trx,
  personId: string,
  sessionId: string | undefined,
): Promise<void> {
  await sql`update auth."session"
    set "secondFactor" = case when id = ${sessionId ?? null}::uuid then 'totp'
      when "secondFactor" = 'passkey' then 'passkey' end
    where "userId" = ${personId}`.execute(trx);
  await sql`update auth."twoFactor" set verified = true where "userId" = ${personId}`.execute(trx);
  await sql`update auth."user" set "twoFactorEnabled" = true, "updatedAt" = now()
    where id = ${personId}`.execute(trx);
}

/** True if one of the user's accounts requires a second factor. */
export async function isFactorRequired(db: Database, personId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from members m join accounts a on a.id = m.account_id
    where m.person_id = ${personId} and m.status = 'active' and a.requires_second_factor limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Returns false if sign-in needs no code. The row alone doesn't show it: better-auth may have
 * replaced a setup that was completed meanwhile by one that was only started, whose codes nobody
 * has.
 */
export async function deleteFactor(trx: Trx, personId: string): Promise<boolean> {
  await sql`delete from auth."twoFactor" where "userId" = ${personId}`.execute(trx);
  const { numAffectedRows } = await sql`
    update auth."user" set "twoFactorEnabled" = false, "updatedAt" = now()
    where id = ${personId} and "twoFactorEnabled"`.execute(trx);
  return numAffectedRows === 1n;
}

export type SealedFactor = Pick<StoredFactor, 'id' | 'secret' | 'backupCodes'>;

export async function readFactorsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<Pick<SealedFactor, 'id' | 'secret'>[]> {
  const { rows } = await sql<Pick<SealedFactor, 'id' | 'secret'>>`
    select id, secret from auth."twoFactor" where id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Rows after an id, in order, locked until the transaction ends. */
export async function lockFactorsAfter(
  trx: Trx,
  after: string,
  limit: number,
): Promise<SealedFactor[]> {
  const { rows } = await sql<SealedFactor>`
    select id, secret, "backupCodes" from auth."twoFactor" where id > ${after}
    order by id limit ${limit} for update`.execute(trx);
  return rows;
}

export async function saveSealed(
  trx: Trx,
  { id, secret, backupCodes }: SealedFactor,
): Promise<void> {
  await sql`update auth."twoFactor" set secret = ${secret}, "backupCodes" = ${backupCodes}
    where id = ${id}`.execute(trx);
}

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
