import { sql } from 'kysely';
import { byValues, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';

export type MailState = 'queued' | 'sent' | 'bounced' | 'failed';
export type MailRow = {
  id: string;
  credentialId: string | null;
  kind: 'invitation' | 'issuer-code' | 'credential' | 'share' | 'visitor' | 'webhook-disabled';
  to: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  doneAt: Date | null;
};

export type MailFilter = {
  state?: MailState | undefined;
  credentialId?: string | undefined;
  /** About one of these. */
  amongIds?: readonly string[] | undefined;
};

/** What was sent is most of an account's: it needs no index. */
function indexOf(accountId: string, { state, credentialId }: MailFilter): Record<string, string> {
  if (credentialId !== undefined) return { credential_id: credentialId };
  return state === undefined || state === 'sent'
    ? { account_id: accountId }
    : { account_id: accountId, state };
}

/** Those about few credentials, by the index of these: an account may have far more mails than they. */
function among(ids: readonly string[], lastId: string | undefined) {
  const older = lastId === undefined ? sql`` : sql`and id < ${lastId}::uuid`;
  return {
    where: sql`credential_id = any(${[...ids]}::uuid[]) ${older}`,
    order: sql`order by id desc`,
  };
}

/** Newest first, after `lastId`. */
export async function mailsPage(
  db: Database,
  accountId: string,
  filter: MailFilter,
  lastId: string | undefined,
  most: number,
): Promise<MailRow[]> {
  const { state, credentialId, amongIds } = filter;
  const { where, order } = amongIds
    ? among(amongIds, lastId)
    : newestFirst(indexOf(accountId, filter), 'id', lastId);
  const { rows } = await sql<MailRow>`${byValues}
    select id, credential_id as "credentialId", kind, recipient as "to", subject, state, attempts,
      last_error as "lastError", created_at as "createdAt", done_at as "doneAt"
    from mails where ${where}
      ${state === undefined ? sql`` : sql`and state = ${sql.lit(state)}`}
      ${credentialId === undefined && !amongIds ? sql`` : sql`and account_id = ${accountId}`}
      ${credentialId === undefined || !amongIds ? sql`` : sql`and credential_id = ${credentialId}`}
    ${order} limit ${most}`.execute(db);
  return rows;
}

/** The letter is null when it is not kept. */
export type StoredMail = Pick<MailRow, 'credentialId' | 'kind' | 'to' | 'state'> & {
  letter: object | null;
};

export async function mailLocked(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<StoredMail | undefined> {
  const { rows } = await sql<StoredMail>`
    select credential_id as "credentialId", kind, recipient as "to", state, letter
    from mails where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}
