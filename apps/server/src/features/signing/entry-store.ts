import type { BadgeDetails, CredentialDetails } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { edition, hasFixedVersion, joinBadgeUpgrade, joinEdition } from '../editions/sql.ts';
import { type IssuerKeyJson, type IssuerKeyRow, parseKeyJson, selectKeysAsJson } from './sql.ts';

/** Signed credentials refer to these pictures. */
export const badgeVersionImages = { table: 'badge_versions', column: 'image_cid', of: 'badge_id' };
export const signedLogos = { table: 'signed_credentials', column: 'logo_cid', of: 'credential_id' };

/** Signature parameters, fixed at the first request. */
export type SigningEntry = {
  keyId: string;
  listId: string;
  listIndex: number;
  subjectId: string;
  salt: string;
  logoCid: string | null;
};

/** The versions of badge and issuer that a credential shows, and how often it was corrected. */
export type CredentialEdition = {
  badgeVersion: number;
  issuerVersion: number;
  corrections: number;
};

/** Content of the credential's edition. */
export type IssuedContent = CredentialEdition & {
  id: string;
  accountId: string;
  recipientName: string;
  recipientEmail: string;
  issuedOn: Date;
  expires: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
  badgeId: string;
  badgeName: string;
  description: string;
  criteria: string;
  imageCid: string;
  details: BadgeDetails | null;
  credentialDetails: CredentialDetails | null;
  issuerId: string;
  issuerName: string;
  issuerUrl: string;
  issuerEmail: string;
  /** A closed issuer signs no more: another installation does. */
  isClosed: boolean;
};
export type SigningRecord = IssuedContent & (SigningEntry | { keyId: null });
/** `keys` are the keys of its issuer, newest first. */
export type SigningRecordWithKeys = { record: SigningRecord; keys: IssuerKeyRow[] };

const entryColumns = sql`s.key_id as "keyId", s.list_id as "listId", s.list_index as "listIndex", s.subject_id as "subjectId",
  s.salt, s.logo_cid as "logoCid"`;

/** Uses one statement, because every first read waits for it. */
export async function readSigningRecord(
  db: Database,
  id: string,
): Promise<SigningRecordWithKeys | undefined> {
  const { rows } = await sql<SigningRecord & { keys: IssuerKeyJson[] | null }>`
    select c.id, c.account_id as "accountId", c.recipient_name as "recipientName", c.recipient_email as "recipientEmail", c.issued_on as "issuedOn",
      c.expires, c.created_at as "createdAt", c.revoked_at as "revokedAt", b.id as "badgeId",
      ${edition.badgeName} as "badgeName", ${edition.description} as description,
      ${edition.criteria} as criteria, ${edition.imageCid} as "imageCid",
      ${edition.details} as details, c.details as "credentialDetails",
      i.id as "issuerId", ${edition.issuerName} as "issuerName", ${edition.issuerUrl} as "issuerUrl",
      ${edition.issuerEmail} as "issuerEmail", ${edition.badgeVersion} as "badgeVersion", c.issuer_version as "issuerVersion", c.corrections,
      i.closed_at is not null as "isClosed", ${entryColumns},
      ${selectKeysAsJson('i.id')} as keys
    from credentials c ${joinEdition} left join signed_credentials s on s.credential_id = c.id
    where c.id = ${id} and ${isNotLeaving('c.account_id')}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { keys, ...record } = row;
  return { record: record as SigningRecord, keys: (keys ?? []).map(parseKeyJson) };
}

type LockedEntry = CredentialEdition & {
  accountId: string;
  createdAt: Date;
  isRevoked: boolean;
  keyId: string | null;
};

/**
 * Locks the credential against revocation, erasure, other editions and signing until the
 * transaction ends.
 */
export async function lockEntry(trx: Trx, id: string): Promise<LockedEntry | undefined> {
  await sql`select 1 from credentials where id = ${id} for no key update`.execute(trx);
  const { rows } = await sql<LockedEntry>`
    select c.account_id as "accountId", c.created_at as "createdAt", c.revoked_at is not null as "isRevoked", s.key_id as "keyId",
      ${edition.badgeVersion} as "badgeVersion", c.issuer_version as "issuerVersion", c.corrections
    from credentials c ${joinBadgeUpgrade}
      left join signed_credentials s on s.credential_id = c.id where c.id = ${id}`.execute(trx);
  return rows[0];
}

export async function insertEntry(
  trx: Trx,
  credentialId: string,
  entry: Omit<SigningEntry, 'logoCid'>,
): Promise<SigningEntry | undefined> {
  const { keyId, listId, listIndex, subjectId, salt } = entry;
  // A credential from before editions shows the badge's version of then. Fixed before it is signed.
  await sql`update credentials c set badge_version = bu.version from badge_upgrades bu
    where c.id = ${credentialId} and bu.badge_id = c.badge_id and c.badge_version < bu.version
      and not ${hasFixedVersion}`.execute(trx);
  const { rows } = await sql<Pick<SigningEntry, 'logoCid'>>`
    insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt, logo_cid)
    select c.id, ${keyId}, ${listId}, ${listIndex}, ${subjectId}, ${salt}, ${edition.logoCid}
    from credentials c ${joinEdition} where c.id = ${credentialId} returning logo_cid as "logoCid"`.execute(
    trx,
  );
  return rows[0] && { ...entry, ...rows[0] };
}

/**
 * Inserts the entry of a credential that is neither revoked nor signed, still has this edition and
 * didn't move, with a key that may sign. One statement locks both rows, as revoking and erasing do. Returns
 * undefined if any of these conditions is no longer true; `assignEntry` finds out which.
 */
export async function insertFirstEntry(
  db: Database,
  {
    id,
    accountId,
    badgeVersion,
    issuerVersion,
    corrections,
  }: CredentialEdition & { id: string; accountId: string },
  { keyId, listId, listIndex, subjectId, salt }: Omit<SigningEntry, 'logoCid'>,
): Promise<Pick<SigningEntry, 'logoCid'> | undefined> {
  const { rows } = await sql<Pick<SigningEntry, 'logoCid'>>`
    with c as (
      select id, badge_id, badge_version, issuer_version from credentials
      where id = ${id} and account_id = ${accountId} and revoked_at is null and badge_version = ${badgeVersion} and issuer_version = ${issuerVersion}
        and corrections = ${corrections}
      for no key update
    ), held_key as (
      select id from issuer_keys where id = ${keyId} and revoked_at is null for share
    )
    insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt, logo_cid)
    select c.id, held_key.id, ${listId}, ${listIndex}, ${subjectId}, ${salt}, ${edition.logoCid}
    from held_key cross join c ${joinEdition}
    on conflict (credential_id) do nothing returning logo_cid as "logoCid"`.execute(db);
  return rows[0];
}

/**
 * Returns the credentials that weren't signed, in the order of their ids. The caller has locked
 * them.
 */
export async function listUnsigned(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; isRevoked: boolean }[]> {
  const { rows } = await sql<{ id: string; isRevoked: boolean }>`${customPlan}
    select id, revoked_at is not null as "isRevoked" from credentials c
    where id = any(${[...ids]}::uuid[]) and not exists (select from signed_credentials where credential_id = c.id)
    order by id`.execute(trx);
  return rows;
}

/** Returns the credentials that were signed with these keys. */
export async function listSignedBy(
  trx: Trx,
  ids: readonly string[],
  keys: readonly { id: string }[],
): Promise<{ id: string; keyId: string; createdAt: Date; isRevoked: boolean }[]> {
  const { rows } = await sql<{
    id: string;
    keyId: string;
    createdAt: Date;
    isRevoked: boolean;
  }>`${customPlan}
    select c.id, s.key_id as "keyId", c.created_at as "createdAt", c.revoked_at is not null as "isRevoked"
    from signed_credentials s join credentials c on c.id = s.credential_id
    where s.credential_id = any(${[...ids]}::uuid[]) and s.key_id = any(${keys.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  );
  return rows;
}

export async function insertEntries(
  trx: Trx,
  entries: readonly (Omit<SigningEntry, 'logoCid'> & { id: string })[],
): Promise<void> {
  await sql`${customPlan}
    insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt, logo_cid)
    select c.id, e."keyId", e."listId", e."listIndex", e."subjectId", e.salt, ${edition.logoCid}
    from jsonb_to_recordset(${JSON.stringify(entries)}) as e(id uuid, "keyId" uuid, "listId" uuid, "listIndex" int, "subjectId" uuid, salt text)
      join credentials c on c.id = e.id ${joinEdition}`.execute(trx);
}

export async function setEntryKey(trx: Trx, credentialId: string, keyId: string): Promise<void> {
  await sql`update signed_credentials set key_id = ${keyId} where credential_id = ${credentialId}`.execute(
    trx,
  );
}

/** Unrevoked credentials signed with these keys and issued since then, newest first. */
export async function listSignedSince(
  trx: Trx,
  keyIds: string[],
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from signed_credentials s join credentials c on c.id = s.credential_id
    where s.key_id = any(${keyIds}::uuid[]) and c.created_at >= ${since} and c.revoked_at is null
    order by c.id desc limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Counts the credentials signed with these keys, and how many of them `listSignedSince` would find. */
export async function countSignedCredentials(
  db: Database,
  keyIds: string[],
  since: Date | undefined,
): Promise<{ signed: number; revoked: number }> {
  const { rows } = await sql<{ signed: number; revoked: number }>`
    select count(*)::int as signed,
      count(*) filter (where c.created_at >= ${since ?? null}::timestamptz and c.revoked_at is null)::int as revoked
    from signed_credentials s join credentials c on c.id = s.credential_id
    where s.key_id = any(${keyIds}::uuid[])`.execute(db);
  return rows[0] ?? { signed: 0, revoked: 0 };
}
