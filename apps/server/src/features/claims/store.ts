import { type AttributeDefinition, foldAddress, type Plan } from '@insignia/contract';
import { sql } from 'kysely';
import { toAddressKey, toRepeatedKey } from '../../kernel/address-key.ts';
import {
  customPlan,
  type Database,
  deleteBatch,
  newestFirst,
  oldestFirst,
  type Trx,
} from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { listStoredKeys, recipientKey, selectAddressKey } from '../credentials/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

export type ClaimRow = {
  id: string;
  accountId: string;
  badgeId: string;
  code: string;
  places: number | null;
  claimed: number;
  expires: Date | null;
  approval: boolean;
  fields: string[];
  active: boolean;
  createdAt: Date;
};

const columns = sql`c.id, c.account_id as "accountId", c.badge_id as "badgeId", c.code, c.places, c.claimed, c.expires, c.approval,
  c.fields, c.active, c.created_at as "createdAt"`;

export async function insertClaim(trx: Trx, c: ClaimRow): Promise<void> {
  await sql`insert into claims (id, account_id, badge_id, code, places, expires, approval, fields, created_at)
    values (${c.id}, ${c.accountId}, ${c.badgeId}, ${c.code}, ${c.places}, ${c.expires}, ${c.approval}, ${c.fields}, ${c.createdAt})`.execute(
    trx,
  );
}

export type ListedClaim = ClaimRow & { waiting: number };

/** Maximum number of waiting requests counted. More would make the list slow. */
const MAX_COUNTED_REQUESTS = 500;

/** Claim codes of a badge, newest first. */
export async function listBadgeClaims(
  db: Database,
  badgeId: string,
  lastId: string | undefined,
  limit: number,
): Promise<ListedClaim[]> {
  const { where, order } = newestFirst({ 'c.badge_id': badgeId }, 'c.id', lastId);
  const { rows } = await sql<ListedClaim>`
    select ${columns},
      (select count(*)::int from (
        select from claim_requests where claim_id = c.id and credential_id is null limit ${MAX_COUNTED_REQUESTS}) r) as waiting
    from claims c where ${where} ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function findClaim(
  db: Database | Trx,
  accountId: string,
  id: string,
): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from claims c join badges b on b.id = c.badge_id
    where c.id = ${id} and c.account_id = ${accountId} and b.deleted_at is null`.execute(db);
  return rows[0];
}

export type ClaimBadge = { verified: boolean; attributes: AttributeDefinition[] };

/**
 * Locks the badge against changes. Always before its claim codes, because deleting a badge locks
 * it before it deletes them.
 */
export async function lockClaimBadge(
  trx: Trx,
  accountId: string,
  badgeId: string,
): Promise<ClaimBadge | undefined> {
  const { rows } = await sql<ClaimBadge>`
    select i.verified_at is not null and i.closed_at is null as verified, coalesce(b.details->'attributes', '[]') as attributes
    from badges b join issuers i on i.id = b.issuer_id
    where b.id = ${badgeId} and b.account_id = ${accountId} and b.deleted_at is null
      and ${isNotLeaving('b.account_id')} for share of b`.execute(trx);
  return rows[0];
}

export async function setClaimActive(trx: Trx, id: string, active: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update claims set active = ${active} where id = ${id}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * Deletes emailed codes first: people who are entering one have locked it, and wait for the claim
 * code.
 */
export async function deleteClaimRow(trx: Trx, id: string): Promise<boolean> {
  await sql`delete from claim_codes where claim_id = ${id}`.execute(trx);
  const { numAffectedRows } = await sql`delete from claims where id = ${id}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Deletes all claim codes of a badge that the caller has locked, with their waiting requests. */
export async function deleteBadgeClaims(trx: Trx, badgeId: string): Promise<void> {
  await sql`delete from claim_codes where claim_id in (select id from claims where badge_id = ${badgeId})`.execute(
    trx,
  );
  await sql`delete from claims where badge_id = ${badgeId}`.execute(trx);
}

/** Locks the claim code. Everyone who takes a place waits here. */
export async function lockClaim(trx: Trx, id: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from claims c where c.id = ${id} for no key update`.execute(trx);
  return rows[0];
}

/** Counts places taken. The caller has locked the claim code and compared `places`. */
export async function addClaimed(trx: Trx, id: string, count: number): Promise<void> {
  await sql`update claims set claimed = claimed + ${count} where id = ${id}`.execute(trx);
}

/** A claim code as its page shows it. */
export type PublicClaim = ClaimRow & {
  plan: Plan;
  accountCreatedAt: Date;
  badgeName: string;
  pictureCid: string;
  issuerId: string;
  issuerName: string;
  issuerEmail: string;
  isVerified: boolean;
  logoCid: string | null;
  brand: StoredBrand;
  attributes: AttributeDefinition[];
};

export async function findPublicClaim(
  db: Database,
  code: string,
): Promise<PublicClaim | undefined> {
  const { rows } = await sql<PublicClaim>`
    select ${columns}, c.active and i.closed_at is null as active, a.plan, a.created_at as "accountCreatedAt", b.name as "badgeName",
      coalesce((select sized_cid from image_sizes where cid = b.image_cid and side = 512), b.image_cid) as "pictureCid",
      coalesce(b.details->'attributes', '[]') as attributes,
      i.id as "issuerId", i.name as "issuerName", i.email as "issuerEmail", i.verified_at is not null as "isVerified", ${selectVisibleLogo(sql`i.logo_cid`, 512)} as "logoCid", ${selectCurrentBrand(sql`i.id`)} as brand
    from claims c join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id join accounts a on a.id = c.account_id
    where c.code = ${code} and b.deleted_at is null and ${isNotLeaving('c.account_id')}`.execute(
    db,
  );
  return rows[0];
}

export type ClaimCodeRow = {
  id: string;
  claimId: string;
  accountId: string;
  mailId: string;
  name: string;
  email: string;
  attributes: Record<string, string> | null;
  codeHash: Buffer;
  expires: Date;
};

/** `client` is a keyed hash of the address that asked for the code. */
export async function insertClaimCode(
  trx: Trx,
  c: ClaimCodeRow & { client: Buffer },
): Promise<void> {
  await sql`insert into claim_codes (id, claim_id, account_id, mail_id, name, email, attributes, code_hash, client, expires)
    values (${c.id}, ${c.claimId}, ${c.accountId}, ${c.mailId}, ${c.name}, ${c.email}, ${c.attributes && JSON.stringify(c.attributes)}, ${c.codeHash}, ${c.client}, ${c.expires})`.execute(
    trx,
  );
}

/** Counts the client's valid codes whose email waits for an attempt, up to `limit`. */
export async function countWaitingCodes(trx: Trx, client: Buffer, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from (
      select from claim_codes c join jobs j on j.id = c.mail_id
      where c.client = ${client} and c.expires > now() and j.dead_at is null and not j.claimed and j.run_at < 'infinity'
      limit ${limit}) waiting`.execute(trx);
  return rows[0]?.n ?? 0;
}

export type EnteredCode = ClaimCodeRow & { tries: number; requestId: string | null };

export async function lockClaimCode(
  trx: Trx,
  claimId: string,
  id: string,
): Promise<EnteredCode | undefined> {
  const { rows } = await sql<EnteredCode>`
    select id, claim_id as "claimId", account_id as "accountId", mail_id as "mailId", name, email, attributes,
      code_hash as "codeHash", expires, tries, request_id as "requestId"
    from claim_codes where id = ${id} and claim_id = ${claimId} for update`.execute(trx);
  return rows[0];
}

export async function isCodeSent(db: Database, claimId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from claim_codes where id = ${id} and claim_id = ${claimId}`.execute(db);
  return rows.length > 0;
}

export async function countTry(trx: Trx, id: string): Promise<void> {
  await sql`update claim_codes set tries = tries + 1 where id = ${id}`.execute(trx);
}

/** Keeps the code for a repeated request, without the personal data. */
export async function markCodeUsed(trx: Trx, id: string, requestId: string): Promise<void> {
  await sql`update claim_codes set request_id = ${requestId}, name = '', email = '', attributes = null, client = null where id = ${id}`.execute(
    trx,
  );
}

export function deleteExpiredCodes(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`expires < ${now}`;
  return deleteBatch(trx, { table: 'claim_codes', by: 'expires', where });
}

export type ClaimRequestRow = {
  id: string;
  claimId: string;
  accountId: string;
  credentialId: string | null;
  mailId: string;
  name: string;
  email: string;
  emailSearch: string;
  attributes: Record<string, string> | null;
  createdAt: Date;
};

const requestColumns = sql`id, claim_id as "claimId", account_id as "accountId", credential_id as "credentialId", mail_id as "mailId",
  name, email, email_search as "emailSearch", attributes, created_at as "createdAt"`;

/** Earlier versions stored the folded address, which may be somebody else's. */
async function correctKey(trx: Trx, claimId: string, folded: string): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from claim_requests where claim_id = ${claimId} and email_search = ${folded} for update`.execute(
    trx,
  );
  const [{ id, email } = { id: '', email: '' }] = rows;
  const key = toAddressKey(email);
  if (!email || key === folded) return;
  await sql`update claim_requests set email_search = case when exists (
        select from claim_requests o where o.claim_id = ${claimId} and o.email_search = ${key})
      then ${toRepeatedKey(key)}::text else ${key}::text end
    where id = ${id}`.execute(trx);
}

/** Inserts the request, or returns the one that this address already made. */
export async function insertClaimRequest(
  trx: Trx,
  r: Omit<ClaimRequestRow, 'credentialId'>,
): Promise<ClaimRequestRow | undefined> {
  const folded = foldAddress(r.email);
  if (r.emailSearch !== folded) await correctKey(trx, r.claimId, folded);
  const { numAffectedRows } = await sql`
    insert into claim_requests (id, claim_id, account_id, mail_id, name, email, email_search, attributes, created_at)
    values (${r.id}, ${r.claimId}, ${r.accountId}, ${r.mailId}, ${r.name}, ${r.email}, ${r.emailSearch}, ${r.attributes && JSON.stringify(r.attributes)}, ${r.createdAt})
    on conflict (claim_id, email_search) do nothing`.execute(trx);
  if (numAffectedRows === 1n) return undefined;
  const { rows } = await sql<ClaimRequestRow>`
    select ${requestColumns} from claim_requests where claim_id = ${r.claimId} and email_search = ${r.emailSearch} for update`.execute(
    trx,
  );
  const [earlier] = rows;
  if (earlier && toAddressKey(earlier.email) === r.emailSearch) return earlier;
  // Declined between the two statements, or somebody else's.
  if (earlier) await correctKey(trx, r.claimId, r.emailSearch);
  return insertClaimRequest(trx, r);
}

export async function findClaimRequest(
  db: Database | Trx,
  claimId: string,
  id: string,
): Promise<ClaimRequestRow | undefined> {
  const { rows } = await sql<ClaimRequestRow>`
    select ${requestColumns} from claim_requests where id = ${id} and claim_id = ${claimId}`.execute(
    db,
  );
  return rows[0];
}

/** Requests that wait for approval, oldest first. */
export async function listWaitingRequests(
  db: Database,
  claimId: string,
  lastId: string | undefined,
  limit: number,
): Promise<ClaimRequestRow[]> {
  const { where, order } = oldestFirst({ claim_id: claimId }, 'id', lastId);
  const { rows } = await sql<ClaimRequestRow>`
    select ${requestColumns} from claim_requests where ${where} and credential_id is null ${order} limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function lockWaitingRequests(
  trx: Trx,
  claimId: string,
  ids: string[],
): Promise<ClaimRequestRow[]> {
  const { rows } = await sql<ClaimRequestRow>`
    select ${requestColumns} from claim_requests
    where claim_id = ${claimId} and id = any(${ids}::uuid[]) and credential_id is null order by id for update`.execute(
    trx,
  );
  return rows;
}

export async function setRequestCredentials(
  trx: Trx,
  issued: { requestId: string; credentialId: string }[],
): Promise<void> {
  await sql`update claim_requests r set credential_id = i.credential_id
    from unnest(${issued.map((each) => each.requestId)}::uuid[], ${issued.map((each) => each.credentialId)}::uuid[]) as i(id, credential_id)
    where r.id = i.id`.execute(trx);
}

const entryKey = selectAddressKey(sql`r.email`, sql`r.email_search`);

/**
 * Deletes what an address entered on the account's claim pages: codes to confirm, and requests that
 * wait for approval. Requests with a credential are deleted with it, or lose their personal data if a
 * correction moved it to another address.
 */
export async function deleteEntries(trx: Trx, accountId: string, email: string): Promise<void> {
  // Letters beyond ASCII are stored in lower case.
  await sql`delete from claim_codes where account_id = ${accountId}
    and lower(email collate "C") = lower(${email}::text collate "C")`.execute(trx);
  const { keys, folded } = listStoredKeys([toAddressKey(email)]);
  const isEntered = sql`claim_id in (select id from claims where account_id = ${accountId})
    and email_search = any(${[...keys, ...keys.map(toRepeatedKey), ...folded]}::text[]) and ${entryKey} = any(${keys}::text[])`;
  await sql`delete from claim_requests r where ${isEntered} and credential_id is null`.execute(trx);
  await sql`update claim_requests r set name = '', email = '', email_search = r.id::text, attributes = null
    where ${isEntered} and exists (select from credentials c where c.id = r.credential_id and ${recipientKey} <> ${entryKey})`.execute(
    trx,
  );
}

export async function deleteRequests(trx: Trx, ids: string[]): Promise<void> {
  await sql`delete from claim_requests where id = any(${ids}::uuid[])`.execute(trx);
}
