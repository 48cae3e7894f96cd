import { sql } from 'kysely';
import { firstIdAt, newId } from '../../kernel/id.ts';
import type { Trx } from '../db/index.ts';
import type { EmailContent } from './email-content.ts';
import type { AwaitedQueue, MailKind } from './rules.ts';
import { aboutColumn } from './sql.ts';

/** Job kinds that send email, by queue. */
export const mailJobKinds = { awaited: 'own-mail', claims: 'claim-mail', other: 'mail' } as const;

export type NewMail = {
  to: string;
  email: EmailContent;
  kind: MailKind;
  /** Emails to users belong to no account. */
  accountId?: string;
  /** Id of the thing the email is about. Deleted with it. */
  about?: string | undefined;
};

// Covers a mail server outage of more than a day.
const MAX_ATTEMPTS = 36;

/** Queues emails again that were only written to files. Their content must still be stored. */
export async function requeueMails(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with queued as (
      update mails set state = 'queued', handed_to = null, attempts = 0, last_error = null, done_at = null
      where id = any(${ids}::uuid[]) returning id, account_id)
    insert into jobs (id, kind, payload, account_id, max_attempts)
    select id, ${mailJobKinds.other}, '{}', account_id, ${MAX_ATTEMPTS} from queued`.execute(trx);
  trx.onCommit.wake(mailJobKinds.other);
}

type QueueLength = { waiting: number; delayMs: number };

/**
 * Counts the account's emails that wait for an attempt, up to `limit`, and measures the longest
 * wait for a first attempt. Emails to retry count too, until they are `lifetimeMs` old: while the
 * mail server is down, first attempts fail immediately. Emails paused by a restore don't count.
 */
export async function readQueueLength(
  trx: Trx,
  queue: AwaitedQueue,
  accountId: string,
  { limit, lifetimeMs }: { limit: number; lifetimeMs: number },
): Promise<QueueLength> {
  const oldest = firstIdAt(new Date(Date.now() - lifetimeMs));
  const { rows } = await sql<QueueLength>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts = 0)) * 1000, 0)::float as "delayMs" from (
      select run_at, attempts from jobs
      where dead_at is null and line = ${`${mailJobKinds[queue]}/${accountId}`} and not claimed
        and run_at <= now() + ${lifetimeMs} * interval '1 millisecond' and (attempts = 0 or id >= ${oldest})
      order by run_at limit ${limit}) waiting`.execute(trx);
  return rows[0] ?? { waiting: 0, delayMs: 0 };
}

/** Queues emails in the caller's transaction and returns their ids. */
export async function queueMails(trx: Trx, mails: NewMail[], now: Date): Promise<string[]> {
  const rows = mails.map(({ to, email, kind, accountId, about }) => ({
    id: newId(),
    account_id: accountId ?? null,
    about: about ?? null,
    kind: kind.name,
    line: mailJobKinds[kind.queue ?? 'other'],
    recipient: to,
    subject: email.subject,
    letter: email,
  }));
  if (rows.length === 0) return [];
  await sql`with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as r(id uuid, account_id uuid, about uuid, kind text, line text, recipient text, subject text, letter jsonb)),
    posted as (
      insert into mails (id, account_id, ${aboutColumn}, kind, recipient, subject, letter, created_at)
      select id, account_id, about, kind, recipient, subject, letter, ${now} from r)
    insert into jobs (id, kind, payload, account_id, max_attempts)
    select id, line, '{}', account_id, ${MAX_ATTEMPTS} from r`.execute(trx);
  for (const { line } of rows) trx.onCommit.wake(line);
  return rows.map(({ id }) => id);
}

/**
 * Queues an email, or takes the same statements without sending one, so that the time of a response
 * doesn't show whether anybody gets an email.
 */
export async function queueMailIf(
  trx: Trx,
  isWanted: boolean,
  mail: NewMail,
  now: Date,
): Promise<void> {
  const ids = await queueMails(trx, [mail], now);
  const unwanted = isWanted ? [] : ids;
  await sql`with gone as (delete from mails where id = any(${unwanted}::uuid[]) returning id)
    delete from jobs using gone where jobs.id = gone.id`.execute(trx);
}
