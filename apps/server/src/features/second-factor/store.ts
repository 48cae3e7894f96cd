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
