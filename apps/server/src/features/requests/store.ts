import { fold, type RequestKind } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { isIssuedTo, listStoredKeys, recipientKey, selectAddressKey } from '../credentials/sql.ts';
import { edition, joinBadgeEdition } from '../editions/sql.ts';
import { isSentBy } from './sql.ts';

export type OwnCredential = {
  accountId: string;
  /** As addresses of users are compared. */
  address: string;
  badgeName: string;
  recipientName: string;
  recipientEmail: string;
  revokedAt: Date | null;
};

/** Locks a credential of a user's addresses, of any account, against erasure. */
export async function lockOwnCredential(
  trx: Trx,
  id: string,
  addresses: string[],
): Promise<OwnCredential | undefined> {
  const { rows } = await sql<OwnCredential>`
    select c.account_id as "accountId", ${recipientKey} as address, ${edition.badgeName} as "badgeName", c.recipient_name as "recipientName",
      c.recipient_email as "recipientEmail", c.revoked_at as "revokedAt"
    from credentials c ${joinBadgeEdition}
    where c.id = ${id} and ${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')}
      and not exists (select from issuers where id = b.issuer_id and closed_at is not null) for key share of c`.execute(
    trx,
  );
  return rows[0];
}

type NewRequest = {
  id: string;
  accountId: string;
  credentialId: string;
  kind: RequestKind;
  message: string;
  name: string | null;
  email: string | null;
  /** Address key of the recipient who asked. */
  requester: string;
  createdAt: Date;
};

/** Returns false if the credential has an open request of this kind. */
export async function insertRequest(trx: Trx, r: NewRequest): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into recipient_requests (id, account_id, credential_id, kind, message, name, email, requester, created_at)
    values (${r.id}, ${r.accountId}, ${r.credentialId}, ${r.kind}, ${r.message}, ${r.name}, ${r.email}, ${r.requester}, ${r.createdAt})
    on conflict (credential_id, kind) where state = 'open' do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export type RequestState = 'open' | 'accepted' | 'declined';
export type RequestRow = Omit<NewRequest, 'accountId' | 'requester'> & {
  state: RequestState;
  reason: string | null;
  closedAt: Date | null;
};

const columns = sql`r.id, r.credential_id as "credentialId", r.kind, r.message, r.name, r.email, r.state, r.reason,
  r.created_at as "createdAt", r.closed_at as "closedAt"`;

export type ListedRequest = RequestRow & {
  badgeName: string;
  recipientName: string;
  recipientEmail: string;
  /** Folded. */
  recipientAddress: string;
  /** The recipient who sent it; null if unknown. `address` is folded, or a key. */
  requester: { address: string; email: string } | null;
};

const isSentByRecipient = sql`coalesce(r.requester = ${recipientKey}, c.corrections = 0)`;

/** The address of an earlier recipient as it was typed, if a correction replaced it. */
const earlierEmail = sql`coalesce((
  select x.email from replaced_addresses x
  where x.account_id = r.account_id and x.credential_id = r.credential_id
    and ${selectAddressKey(sql`x.email`, sql`x.address`)} = r.requester limit 1), r.requester)`;

const requesterColumn = sql`case when ${isSentByRecipient} then json_build_object('address', c.email_search, 'email', c.recipient_email)
  when r.requester is not null then json_build_object('address', r.requester, 'email', ${earlierEmail}) end as requester`;

/** Requests of an account newest first, after `lastId`. */
export async function requestsPage(
  db: Database,
  accountId: string,
  state: RequestState | undefined,
  { lastId, limit }: { lastId: string | undefined; limit: number },
): Promise<ListedRequest[]> {
  const owner = [
    { column: sql`r.account_id`, value: sql`${accountId}::uuid` },
    ...(state ? [{ column: sql`r.state`, value: sql`${state}::text` }] : []),
  ];
  const { where, order } = newestFirst(owner, 'r.id', lastId);
  const { rows } = await sql<ListedRequest>`${customPlan}
    with page as materialized (select * from recipient_requests r where ${where} ${order} limit ${limit})
    select ${columns}, ${edition.badgeName} as "badgeName", c.recipient_name as "recipientName", c.recipient_email as "recipientEmail",
      c.email_search as "recipientAddress", ${requesterColumn}
    from page r join credentials c on c.id = r.credential_id ${joinBadgeEdition} order by r.id desc`.execute(
    db,
  );
  return rows;
}

export async function countOpenRequests(
  db: Database,
  accountId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from recipient_requests where account_id = ${accountId} and state = 'open' limit ${limit}) open`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function findRequest(
  db: Database | Trx,
  accountId: string,
  id: string,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from recipient_requests r where r.id = ${id} and r.account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export type RequestDecision = { state: 'accepted' | 'declined'; reason: string | null; now: Date };

/** Returns false if it was closed before. */
export async function closeRequest(
  trx: Trx,
  id: string,
  { state, reason, now }: RequestDecision,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recipient_requests set state = ${state}, reason = ${reason}, closed_at = ${now}
    where id = ${id} and state = 'open'`.execute(trx);
  return numAffectedRows === 1n;
}

type EarlierRequest = { id: string; email: string | null };

/**
 * The open request of this kind that somebody else sent before a correction moved the credential to
 * these addresses. `email` is null if it is unknown who asked.
 */
export async function findEarlierRequest(
  trx: Trx,
  {
    credentialId,
    kind,
    addresses,
  }: { credentialId: string; kind: RequestKind; addresses: string[] },
): Promise<EarlierRequest | undefined> {
  const { rows } = await sql<EarlierRequest>`
    select r.id, r.requester as email from recipient_requests r join credentials c on c.id = r.credential_id
    where r.credential_id = ${credentialId} and r.kind = ${kind} and r.state = 'open' and not ${isSentBy(addresses)}`.execute(
    trx,
  );
  return rows[0];
}

export type Requester = {
  state: RequestState;
  /** Null if it is unknown who asked. */
  email: string | null;
  /** False if a correction moved the credential to somebody else. */
  isRecipient: boolean;
};

export async function findRequester(trx: Trx, id: string): Promise<Requester | undefined> {
  const { rows } = await sql<Requester>`
    select asked.state, case when asked.is_recipient then asked.recipient_email else asked.requester end as email, asked.is_recipient as "isRecipient"
    from (select r.state, r.requester, c.recipient_email, ${isSentByRecipient} as is_recipient
      from recipient_requests r join credentials c on c.id = r.credential_id where r.id = ${id}) asked`.execute(
    trx,
  );
  return rows[0];
}

const isOwned = (addresses: string[]) =>
  sql`${isIssuedTo(addresses)} and ${isNotLeaving('c.account_id')}`;

const isAskedBy = (addresses: string[]) =>
  sql`r.requester = any(${listStoredKeys(addresses).keys}::text[])`;

/** Requests that a user's addresses sent, oldest first. */
export async function listOwnRequests(db: Database, addresses: string[]): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from recipient_requests r where r.id in (
      select r.id from recipient_requests r where ${isAskedBy(addresses)} and ${isNotLeaving('r.account_id')}
      union all select r.id from credentials c join recipient_requests r on r.credential_id = c.id
      where ${isOwned(addresses)} and r.requester is null and c.corrections = 0) order by r.id`.execute(
    db,
  );
  return rows;
}

/**
 * Deletes the requests of a user who leaves, and those about their credentials that nobody is known
 * to have sent. Open ones to erase a credential stay until the issuer answers: without them, the
 * data that the user wanted erased would stay.
 */
export async function deleteOwnRequests(trx: Trx, addresses: string[]): Promise<void> {
  await sql`delete from recipient_requests d where (d.kind <> 'erasure' or d.state <> 'open') and d.id in (
      select r.id from recipient_requests r where ${isAskedBy(addresses)} and ${isNotLeaving('r.account_id')}
      union all select r.id from credentials c join recipient_requests r on r.credential_id = c.id
      where ${isOwned(addresses)} and r.requester is null)`.execute(trx);
}

/**
 * Deletes the requests that an erased folded address sent about credentials which others have now, and
 * the answered ones that nobody is known to have sent.
 */
export async function deleteEarlierRequests(
  trx: Trx,
  credentialIds: string[],
  address: string,
): Promise<void> {
  const { rows } = await sql<{ requester: string | null }>`
    select distinct requester from recipient_requests
    where credential_id = any(${credentialIds}::uuid[]) and requester is not null`.execute(trx);
  const erased = rows.flatMap(({ requester }) =>
    requester !== null && fold(requester) === address ? requester : [],
  );
  await sql`delete from recipient_requests where credential_id = any(${credentialIds}::uuid[])
    and (requester = any(${erased}::text[]) or requester is null and state <> 'open')`.execute(trx);
}

export async function isErased(db: Database | Trx, credentialId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from erased_credentials where id = ${credentialId}`.execute(
    db,
  );
  return rows.length > 0;
}
