import { type ErrorCode, MAX_LISTED_TRANSFERS } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import type { MoveObstacles, StoredTransferState } from './rules.ts';

export type TransferRow = {
  id: string;
  issuerId: string;
  name: string;
  fromAccountId: string;
  toAccountId: string | null;
  email: string | null;
  state: StoredTransferState;
  reason: string | null;
  createdAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
};
export type ListedTransfer = TransferRow & { account: string };

const columns = sql`t.id, t.issuer_id as "issuerId", t.name, t.from_account_id as "fromAccountId", t.to_account_id as "toAccountId",
  t.email, t.state, t.reason, t.created_at as "createdAt", t.expires_at as "expiresAt", t.closed_at as "closedAt"`;

/** Transfers of the account, and open offers to its owner's addresses, newest first. */
export async function listTransfers(
  db: Database,
  accountId: string,
  addresses: string[],
): Promise<ListedTransfer[]> {
  const newest = sql`order by id desc limit ${MAX_LISTED_TRANSFERS}`;
  const { rows } = await sql<ListedTransfer>`
    select ${columns}, coalesce(a.name, '') as account
    from issuer_transfers t left join accounts a on a.id = t.from_account_id
    where t.id in (
      (select id from issuer_transfers where from_account_id = ${accountId} ${newest})
      union (select id from issuer_transfers where to_account_id = ${accountId} ${newest})
      union (select id from issuer_transfers where email = any(${addresses}::text[]) and state = 'offered' and ${isNotLeaving('from_account_id')} ${newest}))
    order by t.id desc limit ${MAX_LISTED_TRANSFERS}`.execute(db);
  return rows;
}

export async function findTransfer(
  db: Database | Trx,
  id: string,
): Promise<ListedTransfer | undefined> {
  const { rows } = await sql<ListedTransfer>`
    select ${columns}, coalesce(a.name, '') as account
    from issuer_transfers t left join accounts a on a.id = t.from_account_id where t.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Lock the issuer or the accounts first, if they are needed. */
export async function lockTransfer(trx: Trx, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from issuer_transfers t where t.id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Returns false if the issuer has an open offer. */
export async function insertTransfer(
  trx: Trx,
  t: Omit<TransferRow, 'toAccountId' | 'state' | 'reason' | 'closedAt'>,
): Promise<boolean> {
  await expireOffers(trx, t.createdAt, t.issuerId);
  const { numAffectedRows } = await sql`
    insert into issuer_transfers (id, issuer_id, name, from_account_id, email, state, created_at, expires_at)
    values (${t.id}, ${t.issuerId}, ${t.name}, ${t.fromAccountId}, ${t.email}, 'offered', ${t.createdAt}, ${t.expiresAt})
    on conflict (issuer_id) where state in ('offered', 'accepted') do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function expireOffers(trx: Trx, now: Date, issuerId?: string): Promise<void> {
  await sql`update issuer_transfers set state = 'expired', closed_at = expires_at
    where state = 'offered' and expires_at <= ${now} ${issuerId === undefined ? sql`` : sql`and issuer_id = ${issuerId}`}`.execute(
    trx,
  );
}

export async function markAccepted(trx: Trx, id: string, toAccountId: string): Promise<void> {
  await sql`update issuer_transfers set state = 'accepted', to_account_id = ${toAccountId} where id = ${id}`.execute(
    trx,
  );
}

/** Accepted transfers whose job has died. */
export async function listAbandoned(trx: Trx, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from issuer_transfers t where state = 'accepted' and not exists (
      select from jobs where kind = ${kind} and dead_at is null and payload->>'transferId' = t.id::text)
    order by id limit 100`.execute(trx);
  return rows.map(({ id }) => id);
}

type Closing = {
  state: StoredTransferState;
  reason?: ErrorCode;
  /** The account that declined. */
  toAccountId?: string;
  now: Date;
};

export async function closeTransfer(
  trx: Trx,
  id: string,
  { state, reason, toAccountId, now }: Closing,
): Promise<void> {
  await sql`update issuer_transfers set state = ${state}, reason = ${reason ?? null}, closed_at = ${now},
      to_account_id = coalesce(${toAccountId ?? null}, to_account_id)
    where id = ${id}`.execute(trx);
}

/** Rows of completed moves stay, without the address: they show which accounts inherit an unsubscription. */
export async function tidyTransfers(trx: Trx, before: Date): Promise<'again' | undefined> {
  await sql`update issuer_transfers set email = null
    where state = 'completed' and closed_at < ${before} and email is not null`.execute(trx);
  return deleteBatch(trx, {
    table: 'issuer_transfers',
    by: 'id',
    where: sql`closed_at < ${before} and state <> 'completed'`,
  });
}

/**
 * Locks both accounts against deletion until the transaction ends. Returns false if one is being
 * deleted.
 */
export async function lockAccounts(trx: Trx, ids: string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where id = any(${ids}::uuid[]) order by id for share`.execute(trx);
  // A statement of its own: the one that waited for the lock would not see a deletion that it waited for.
  const { rows: leaving } = await sql`
    select 1 from leaving_accounts where id = any(${ids}::uuid[])`.execute(trx);
  return rows.length === ids.length && leaving.length === 0;
}

/** True if an issuer is moving to or from the account. Locks the account against a new move. */
export async function isAccountMoving(trx: Trx, accountId: string): Promise<boolean> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
  const { rows } = await sql`
    select 1 from issuer_transfers where state = 'accepted' and from_account_id = ${accountId}
    union all select 1 from issuer_transfers where state = 'accepted' and to_account_id = ${accountId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** The caller has locked the issuer, so no offer is added meanwhile. */
export async function hasOpenTransfer(trx: Trx, issuerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issuer_transfers
    where issuer_id = ${issuerId} and (state = 'accepted' or state = 'offered' and expires_at > now())`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function readMoveObstacles(
  trx: Trx,
  issuerId: string,
  accountId: string,
): Promise<MoveObstacles> {
  const { rows } = await sql<MoveObstacles>`
    select i.verified_at is not null as "isVerified",
      exists (select from imports m join badges b on b.id = m.badge_id
        where m.account_id = ${accountId} and m.status in ('queued', 'running', 'paused') and b.issuer_id = i.id)
        or exists (select from move_ins v where v.issuer_id = i.id and v.status in ('queued', 'running', 'paused', 'undoing')) as "hasImports",
      exists (select from bulk_jobs j where j.account_id = ${accountId} and j.status in ('queued', 'running')) as "hasBulkJobs",
      exists (select from lti_activities l join badges b on b.id = l.badge_id
        where l.account_id = ${accountId} and b.issuer_id = i.id) as "hasCourses"
    from issuers i where i.id = ${issuerId}`.execute(trx);
  return rows[0] ?? { isVerified: false, hasImports: false, hasBulkJobs: false, hasCourses: false };
}

/** `accountEmail` is the address of the sign-up. */
type AccountOwner = { personId: string; email: string; accountEmail: string };

export async function readOwner(trx: Trx, accountId: string): Promise<AccountOwner | undefined> {
  const { rows } = await sql<AccountOwner>`
    select u.id as "personId", u.email, m.email as "accountEmail" from members m join auth."user" u on u.id = m.person_id
    where m.account_id = ${accountId} and m.role = 'owner' and ${isNotLeaving('m.account_id')}`.execute(
    trx,
  );
  return rows[0];
}
