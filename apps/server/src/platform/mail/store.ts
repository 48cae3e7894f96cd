import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import {
  customPlan,
  type Database,
  deleteBatch,
  MAX_STEP_ROWS,
  repeatInSteps,
  type Trx,
} from '../db/index.ts';
import type { EmailContent } from './email-content.ts';
import { type MailPayload, mailFilesWork } from './rules.ts';
import {
  aboutColumn,
  byAddress,
  isTo,
  type MailDestination,
  type MailStatus,
  selectBounceReason,
  statusColumn,
} from './sql.ts';

export type Mail = {
  id: string;
  accountId: string | null;
  /** Id of the thing the email is about, as its kind defines. */
  about: string | null;
  kind: string;
  to: string;
  email: EmailContent;
  isSuppressed: boolean;
  /** The credential that it is about was revoked. */
  isRevoked: boolean;
  hasTemplates: boolean;
  /** Bounce or complaint recorded for the address. */
  bounced: 'hard' | 'complaint' | null;
};

/** SQL conditions that features add. Arguments are columns. */
export type MailFacts = {
  isStaying: (accountId: string) => RawBuilder<boolean>;
  isSuppressed: (accountId: string, address: string) => RawBuilder<boolean>;
  isRevoked: (about: RawBuilder<unknown>) => RawBuilder<boolean>;
  hasTemplates: (accountId: string) => RawBuilder<boolean>;
};

/** A queued email. Undefined once it was sent or erased, or its account deleted. */
export async function readQueuedMail(
  db: Database,
  id: string,
  { isStaying, isSuppressed, isRevoked, hasTemplates }: MailFacts,
): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`
    select m.id, m.account_id as "accountId", m.${aboutColumn} as about, m.kind, m.recipient as "to", m.letter as email,
      ${isSuppressed('m.account_id', 'm.recipient')} as "isSuppressed",
      ${isRevoked(sql`m.${aboutColumn}`)} as "isRevoked",
      ${hasTemplates('m.account_id')} as "hasTemplates",
      ${selectBounceReason('m.recipient')} as bounced
    from mails m where m.id = ${id} and m.state = 'queued' and m.letter is not null
      and (m.account_id is null or ${isStaying('m.account_id')})`.execute(db);
  return rows[0];
}

type SentMail = {
  keepsContent: boolean;
  keepsAddress: boolean;
  handedTo: MailDestination;
  subject: string;
};

/** Returns false if it was erased meanwhile. */
export async function markSent(
  trx: Database | Trx,
  id: string,
  attempts: number,
  { keepsContent, keepsAddress, handedTo, subject }: SentMail,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mails set state = 'sent', handed_to = ${handedTo}, attempts = ${attempts}, last_error = null, done_at = ${now},
      subject = ${subject}, letter = case when ${keepsContent} then letter end,
      recipient = case when ${keepsAddress} then recipient else '' end
    where id = ${id} and state = 'queued'`.execute(trx);
  return numAffectedRows === 1n;
}

/** Age of the oldest queued email; 0 if there is none. */
export async function readOldestQueuedSeconds(db: Database | Trx): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float as age from mails where state = 'queued'`.execute(
    db,
  );
  return Math.max(0, rows[0]?.age ?? 0);
}

export type MailFailure = {
  attempts: number;
  error: string;
  state: 'queued' | 'bounced' | 'failed';
  subject: string;
};

export async function markFailed(
  trx: Trx,
  id: string,
  { attempts, error, state, subject }: MailFailure,
  now: Date,
): Promise<void> {
  await sql`update mails set state = ${state}, attempts = ${attempts}, last_error = ${error}, subject = ${subject},
      done_at = case when ${state} <> 'queued' then ${now}::timestamptz end
    where id = ${id} and state = 'queued'`.execute(trx);
}

/** Fails emails paused by a restore, and deletes their jobs. */
export async function failPausedMails(trx: Trx, error: string): Promise<number> {
  let failed = 0;
  await repeatInSteps(async () => {
    const { rows } = await sql<{ paused: number; failed: number }>`
      with paused as (
          delete from jobs where id = any(array(
            select j.id from jobs j join mails m on m.id = j.id
            where j.dead_at is null and j.run_at = 'infinity' limit ${MAX_STEP_ROWS} for update of j)) returning id),
        failed as (
          update mails m set state = 'failed', last_error = ${error}, done_at = now()
          from paused where m.id = paused.id and m.state = 'queued' returning 1)
      select (select count(*)::int from paused) as paused, (select count(*)::int from failed) as failed`.execute(
      trx,
    );
    failed += rows[0]?.failed ?? 0;
    return rows[0]?.paused ?? 0;
  });
  return failed;
}

/**
 * Deletes emails, sent or not, and the jobs that would send them. Workers then delete the files of
 * those that were written to files.
 */
export async function deleteMailsAbout(trx: Trx, ids: string[]): Promise<void> {
  trx.onCommit.wake(mailFilesWork);
  await sql`with gone as (delete from mails where ${aboutColumn} = any(${ids}::uuid[]) returning id)
    delete from jobs using gone where jobs.id = gone.id`.execute(trx);
}

export type QueuedMail = {
  id: string;
  about: string | null;
  kind: string;
  to: string;
  email: EmailContent;
  /** The result of an attempt isn't recorded, so the server may have accepted the email. */
  isTried: boolean;
  /** On hold after a restore, until the operator releases it. */
  isPaused: boolean;
};

/**
 * Locks queued emails about these ids, of these kinds, until the transaction ends: no attempt starts
 * and no result is recorded meanwhile.
 */
export async function lockQueuedMails(
  trx: Trx,
  ids: string[],
  kinds: readonly string[],
): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`${customPlan}
    select m.id, m.${aboutColumn} as about, m.kind, m.recipient as "to", m.letter as email,
      j.claimed or j.attempts > m.attempts as "isTried",
      j.run_at = 'infinity' as "isPaused"
    from mails m join jobs j on j.id = m.id
    where m.${aboutColumn} = any(${ids}::uuid[]) and m.state = 'queued' and m.kind = any(${[...kinds]}::text[])
      and m.letter is not null and j.dead_at is null
    order by m.id for update of m, j`.execute(trx);
  return rows;
}

const withdrawn: MailPayload = { isWithdrawn: true };

/**
 * Withdraws emails locked by `lockQueuedMails`. An attempt that is running is the last one: the email
 * stays with its result, or fails. The payload stays when a restore or an operator gives the job all
 * attempts again.
 */
export async function withdrawQueuedMails(trx: Trx, mails: readonly QueuedMail[]): Promise<void> {
  const { tried = [], untried = [] } = Object.groupBy(mails, ({ isTried }) =>
    isTried ? 'tried' : 'untried',
  );
  await sql`with gone as (delete from mails where id = any(${untried.map(({ id }) => id)}::uuid[]) returning id),
      ended as (update jobs set max_attempts = attempts, payload = ${JSON.stringify(withdrawn)} where id = any(${tried.map(({ id }) => id)}::uuid[]))
    delete from jobs using gone where jobs.id = gone.id`.execute(trx);
}

/** Puts queued emails on hold, as a restore does. */
export async function pauseQueuedMails(trx: Trx, ids: string[]): Promise<void> {
  await sql`update jobs set run_at = 'infinity' where id = any(${ids}::uuid[])`.execute(trx);
}

/** Replaces the content of queued emails. */
export async function setQueuedContent(
  trx: Trx,
  mails: readonly Pick<QueuedMail, 'id' | 'email'>[],
): Promise<void> {
  await sql`update mails m set letter = n.letter, subject = n.letter->>'subject'
    from jsonb_to_recordset(${JSON.stringify(mails.map(({ id, email }) => ({ id, letter: email })))}) as n(id uuid, letter jsonb)
    where m.id = n.id and m.state = 'queued'`.execute(trx);
}

/** Deletes an account's emails of one kind to an address, sent or not, likewise with their jobs. */
export async function deleteMailsTo(
  trx: Trx,
  { accountId, kind, to }: { accountId: string; kind: string; to: string },
): Promise<void> {
  const { column, value } = byAddress(to);
  trx.onCommit.wake(mailFilesWork);
  await sql`with gone as (
      delete from mails where ${column} = ${value} and ${isTo(to)} and account_id = ${accountId} and kind = ${kind} returning id)
    delete from jobs using gone where jobs.id = gone.id`.execute(trx);
}

/** Deletes emails to an address about anything, such as a credential. Returns their number. */
export async function deleteMailsAboutAnything(
  trx: Trx,
  { accountId, to, limit }: { accountId: string; to: string; limit: number },
): Promise<number> {
  const { column, value } = byAddress(to);
  trx.onCommit.wake(mailFilesWork);
  const { rows } = await sql<{ count: number }>`${customPlan}
    with gone as (
        delete from mails where id in (
          select id from mails where ${column} = ${value} and ${isTo(to)} and account_id = ${accountId} and ${aboutColumn} is not null limit ${limit})
        returning id),
      unsent as (delete from jobs using gone where jobs.id = gone.id)
    select count(*)::int as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}

type MailAbout = { mailId: string; about: string };

/** Links emails to what they turned out to be about, so that both are erased together. */
export async function setMailsAbout(trx: Trx, links: readonly MailAbout[]): Promise<void> {
  await sql`update mails m set ${aboutColumn} = link.about
    from unnest(${links.map(({ mailId }) => mailId)}::uuid[], ${links.map(({ about }) => about)}::uuid[]) as link(id, about)
    where m.id = link.id`.execute(trx);
}

/** Fails emails whose last attempt crashed its worker. */
export async function failDeadMails(trx: Trx): Promise<void> {
  await sql`update mails m set state = 'failed', last_error = coalesce(m.last_error, j.last_error, 'the worker died'), done_at = now()
    from jobs j where j.id = m.id and j.dead_at is not null and m.state = 'queued'`.execute(trx);
}

export function deleteMailsBefore(trx: Trx, end: string): Promise<'again' | undefined> {
  const where = sql`id < ${end} and state <> 'queued'`;
  return deleteBatch(trx, { table: 'mails', by: 'id', where });
}

/** True if an email with an id below `end` is still queued. */
export async function hasQueuedMails(trx: Trx, begin: string, end: string): Promise<boolean> {
  const { rows } = await sql`
    select from mails where state = 'queued' and id >= ${begin} and id < ${end} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Moves new addresses into the search index. Until then, each search reads them one by one. */
export async function indexNewAddresses(trx: Trx): Promise<void> {
  await sql`select gin_clean_pending_list(inhrelid::regclass) from pg_inherits
    where inhparent = 'mails_keys'::regclass`.execute(trx);
}

export type MailLogEntry = {
  mailId: string;
  accountId: string | null;
  kind: string;
  to: string;
  subject: string;
  state: 'queued' | 'sent' | 'bounced' | 'failed';
  /** null if the email was sent and its destination is unknown. */
  status: MailStatus | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
};

/** Emails of all accounts since a time, newest first. */
export async function listMailsSince(
  db: Database,
  since: Date,
  states: readonly MailLogEntry['state'][],
  limit: number,
): Promise<MailLogEntry[]> {
  const { rows } = await sql<MailLogEntry>`
    select id as "mailId", account_id as "accountId", kind, recipient as "to", subject, state, ${statusColumn} as status, attempts,
      last_error as "lastError", created_at as "createdAt"
    from mails where id >= ${firstIdAt(since)} and state = any(${states}::text[])
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findMailAccount(
  db: Database,
  id: string,
): Promise<{ accountId: string | null } | undefined> {
  const { rows } = await sql<{ accountId: string | null }>`
    select account_id as "accountId" from mails where id = ${id}`.execute(db);
  return rows[0];
}

export async function listExistingMails(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from mails where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Marks emails that a release before 0068 sent and whose files are here. */
export async function markWritten(db: Database, ids: string[]): Promise<void> {
  await sql`update mails set handed_to = 'file'
    where id = any(${ids}::uuid[]) and state = 'sent' and handed_to is null`.execute(db);
}
