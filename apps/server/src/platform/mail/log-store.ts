import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import type { Database } from '../db/index.ts';
import { type MailStatus, statusColumn } from './sql.ts';

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
  most: number,
): Promise<MailLogEntry[]> {
  const { rows } = await sql<MailLogEntry>`
    select id as "mailId", account_id as "accountId", kind, recipient as "to", subject, state, ${statusColumn} as status, attempts,
      last_error as "lastError", created_at as "createdAt"
    from mails where id >= ${firstIdAt(since)} and state = any(${states}::text[])
    order by id desc limit ${most}`.execute(db);
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
