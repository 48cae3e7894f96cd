import { MAX_SEARCHED_MAILS } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  customPlan,
  type Database,
  readPage,
  selectPage,
  splitIntoWindows,
  type Trx,
  type Window,
} from '../../platform/db/index.ts';
import { mailRetentionMs } from '../../platform/mail/rules.ts';
import { type MailStatus, statusColumn } from '../../platform/mail/sql.ts';
import { containsText, isSearchIndexed } from '../credentials/sql.ts';
import { isRevoked, isSuppressed } from './sql.ts';

export type MailState = 'queued' | 'sent' | 'bounced' | 'failed';
export type MailStatusFilter = MailState | MailStatus;
export type MailRow = {
  id: string;
  credentialId: string | null;
  kind: 'invitation' | 'issuer-code' | 'credential' | 'share' | 'visitor' | 'webhook-disabled';
  to: string;
  subject: string;
  state: MailState;
  status: MailStatus | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  doneAt: Date | null;
};

export type MailFilter = {
  state?: MailStatusFilter | undefined;
  credentialId?: string | undefined;
};

const toStoredState = (status: MailStatusFilter) =>
  status === 'written' || status === 'accepted' ? 'sent' : status;

/** Columns of the index that the list follows. */
function indexColumns(
  accountId: string,
  { state, credentialId }: MailFilter,
): Record<string, string> {
  if (credentialId !== undefined) return { 'm.credential_id': credentialId };
  return {
    'm.account_id': accountId,
    ...(state !== undefined && { 'm.state': toStoredState(state) }),
  };
}

const pageColumns = sql`m.id, m.account_id, m.credential_id, m.kind, m.recipient, m.subject, m.state, m.attempts, m.last_error,
  m.handed_to, m.created_at, m.done_at`;
const columns = sql`m.id, m.credential_id as "credentialId", m.kind, m.recipient as "to", m.subject, m.state,
  ${statusColumn} as status, m.attempts, m.last_error as "lastError", m.created_at as "createdAt", m.done_at as "doneAt"`;

type Paging = { lastId: string | undefined; limit: number; now: Date };

/** Returns emails newest first, after `lastId`. */
export function mailsPage(
  db: Database,
  accountId: string,
  filter: MailFilter,
  { lastId, limit, now }: Paging,
): Promise<MailRow[]> {
  return readPage(
    { before: lastId, retentionMs: mailRetentionMs, now },
    limit,
    async (windows, left) => {
      const { rows } = await sql<MailRow>`${customPlan}
      with ${selectMailPage(windows, accountId, filter, left)}
      select ${columns} from page m order by m.id desc`.execute(db);
      return rows;
    },
  );
}

const hasState = (state: MailStatusFilter | undefined) => {
  if (state === 'written') return sql`m.state = 'sent' and m.handed_to = 'file'`;
  if (state === 'accepted') return sql`m.state = 'sent' and m.handed_to = 'server'`;
  return state === undefined ? sql`true` : sql`m.state = ${sql.lit(state)}`;
};

const selectMailPage = (windows: Window[], accountId: string, filter: MailFilter, limit: number) =>
  selectPage(windows, {
    select: sql`select ${pageColumns} from mails m`,
    owner: indexColumns(accountId, filter),
    id: 'm.id',
    also: isAmong(accountId, filter),
    limit,
  });

/**
 * An index of the account already bounds its columns. An equality condition would let PostgreSQL
 * follow another index.
 */
const isAmong = (accountId: string, { state, credentialId }: MailFilter): RawBuilder<unknown> =>
  credentialId !== undefined
    ? sql`m.credential_id is not null and m.account_id = ${accountId} and ${hasState(state)}`
    : state === 'written' || state === 'accepted'
      ? hasState(state)
      : sql`true`;

/**
 * A search finds emails about these credentials, and emails to addresses that contain the words.
 */
export type MailSearch = { amongIds: readonly string[]; words: string | undefined };

const address = sql`lower(m.recipient collate "C")`;

/**
 * Common words occur in the newest emails, which are read first. The index of addresses finds all
 * others; words too short for it are found only among the newest.
 */
export async function searchMails(
  db: Database,
  accountId: string,
  filter: MailFilter,
  { amongIds, words }: MailSearch,
  { lastId, limit, now }: Paging,
): Promise<MailRow[]> {
  const { state, credentialId } = filter;
  const own = sql`m.account_id = ${accountId}
    and ${hasState(state)}
    ${credentialId === undefined ? sql`` : sql`and m.credential_id = ${credentialId}`}
    ${lastId === undefined ? sql`` : sql`and m.id < ${lastId}::uuid`}`;
  const about = sql`about as materialized (select ${pageColumns} from mails m where m.credential_id = any(${[...amongIds]}::uuid[]))`;
  if (words === undefined) {
    const { rows } = await sql<MailRow>`${customPlan}
      with ${about} select ${columns} from about m where ${own} order by m.id desc limit ${limit}`.execute(
      db,
    );
    return rows;
  }
  const windows = splitIntoWindows({ before: lastId, retentionMs: mailRetentionMs, now });
  const isFarNeeded = !isSearchIndexed(words)
    ? sql`false`
    : sql`(select count(*) from page) = ${MAX_SEARCHED_MAILS} and (select count(*) from near) < ${limit}`;
  const { rows } = await sql<MailRow>`${customPlan}
    with ${selectMailPage(windows, accountId, filter, MAX_SEARCHED_MAILS)},
    near as materialized (
      select m.* from page m where ${containsText(address, words)} order by m.id desc limit ${limit}),
    far as materialized (
      select ${pageColumns} from mails m
      where recipient_keys(p_account => m.account_id, p_name => '', p_email => ${address})
        @> recipient_keys(p_account => ${accountId}::uuid, p_name => '', p_email => ${words})
        and m.account_id is not null and ${isFarNeeded}),
    ${about}
    select ${columns} from (
      select * from near
      union select * from far m where ${own} and ${containsText(address, words)}
      union select * from about m where ${own}) m
    order by m.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the newest emails about these credentials. */
export async function listMailsAbout(
  db: Database,
  accountId: string,
  credentialIds: readonly string[],
  limit: number,
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`${customPlan}
    select ${columns} from mails m
    where m.credential_id = any(${[...credentialIds]}::uuid[]) and m.account_id = ${accountId}
    order by m.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A correction moved the credential from the email's address to another one. */
const isReplacedAddress = sql`exists (
  select from credential_editions e join credentials c on c.id = e.credential_id
  where e.credential_id = m.credential_id and lower(e.previous->>'recipient.email' collate "C") = lower(m.recipient collate "C")
    and lower(c.recipient_email collate "C") <> lower(m.recipient collate "C"))`;

/** Emails of earlier releases have no position. Their ids have the clocks of their processes. */
const isLater = sql`case when later.position is null and m.position is null then later.id > m.id
  else coalesce(later.position, 0) > coalesce(m.position, 0) end`;

/**
 * Emails about credentials that reached only a file and should still be sent. A later email to the
 * same address replaces them, unless it failed, and so does a correction of that address.
 */
const isOnlyWritten = (accountId: string) => sql`m.account_id = ${accountId}
  and m.state = 'sent' and m.handed_to = 'file' and m.kind in ('credential', 'share') and m.letter is not null
  and exists (select from credentials c where c.id = m.credential_id and c.revoked_at is null)
  and not ${isSuppressed('m.account_id', 'm.recipient')}
  and not ${isReplacedAddress}
  and not exists (select from mails later where later.credential_id = m.credential_id and ${isLater}
    and later.kind = m.kind and later.state <> 'failed'
    and lower(later.recipient collate "C") = lower(m.recipient collate "C"))`;

/** Counts up to `limit`. */
export async function countWrittenMails(
  db: Database | Trx,
  accountId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from (
      select from mails m where ${isOnlyWritten(accountId)} limit ${limit}) written`.execute(db);
  return rows[0]?.n ?? 0;
}

export type LockedMail = Pick<MailRow, 'id' | 'credentialId' | 'kind' | 'to'>;

/**
 * Locks the oldest until the transaction ends. A concurrent request waits and then finds the next.
 * Emails whose last job still ends are left for a later request. Locks the credentials first, as
 * corrections do, and reads their addresses with a later statement, which sees what others committed
 * before the lock.
 */
export async function lockWrittenMails(
  trx: Trx,
  accountId: string,
  limit: number,
): Promise<LockedMail[]> {
  const isReady = sql`${isOnlyWritten(accountId)} and not exists (select from jobs j where j.id = m.id)`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`written mail ${accountId}`}, 0))`.execute(
    trx,
  );
  const { rows: credentials } = await sql<{ id: string }>`${customPlan}
    select c.id from credentials c
    where c.id in (select m.credential_id from mails m where ${isReady} order by m.id limit ${limit})
    order by c.id desc for key share`.execute(trx);
  const { rows } = await sql<LockedMail>`${customPlan}
    select m.id, m.credential_id as "credentialId", m.kind, m.recipient as "to" from mails m where ${isReady} and m.credential_id = any(${credentials.map(({ id }) => id)}::uuid[])
    order by m.id limit ${limit} for update of m`.execute(trx);
  return rows;
}

/**
 * The email is null if its content was deleted after sending. `to` is the current address of a
 * credential whose address was corrected.
 */
export type StoredMail = Pick<MailRow, 'credentialId' | 'kind' | 'to' | 'state'> & {
  email: object | null;
  isRevoked: boolean;
};

/** Locks the credential that the email is about first, as `lockWrittenMails` does. */
export async function lockMail(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<StoredMail | undefined> {
  await sql`
    select 1 from credentials where id = (select credential_id from mails where id = ${id} and account_id = ${accountId})
    for key share`.execute(trx);
  const { rows } = await sql<StoredMail>`
    select m.credential_id as "credentialId", m.kind, m.state, m.letter as email, ${isRevoked(sql`m.credential_id`)} as "isRevoked",
      case when m.kind in ('credential', 'reminder') and ${isReplacedAddress}
        then (select c.recipient_email from credentials c where c.id = m.credential_id) else m.recipient end as "to"
    from mails m where m.id = ${id} and m.account_id = ${accountId} for update of m`.execute(trx);
  return rows[0];
}
