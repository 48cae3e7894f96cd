import { mostSearchedMails } from '@insignia/contract';
import { sql } from 'kysely';
import { byValues, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { type MailStatus, statusColumn } from '../../platform/mail/sql.ts';

export type MailState = 'queued' | 'sent' | 'bounced' | 'failed';
export type MailWanted = MailState | MailStatus;
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
  state?: MailWanted | undefined;
  credentialId?: string | undefined;
};

const isSent = (state: MailWanted) => ['sent', 'written', 'accepted'].includes(state);

/** What was sent is most of an account's: it needs no index. */
function indexOf(accountId: string, { state, credentialId }: MailFilter): Record<string, string> {
  if (credentialId !== undefined) return { credential_id: credentialId };
  return state === undefined || isSent(state)
    ? { account_id: accountId }
    : { account_id: accountId, state };
}

const columns = sql`id, credential_id as "credentialId", kind, recipient as "to", subject, state, ${statusColumn} as status, attempts,
  last_error as "lastError", created_at as "createdAt", done_at as "doneAt"`;

/** Newest first, after `lastId`. */
export async function mailsPage(
  db: Database,
  accountId: string,
  filter: MailFilter,
  lastId: string | undefined,
  most: number,
): Promise<MailRow[]> {
  const { state, credentialId } = filter;
  const { where, order } = newestFirst(indexOf(accountId, filter), 'id', lastId);
  const { rows } = await sql<MailRow>`${byValues}
    select ${columns} from mails where ${where} and ${isIn(state)}
      ${credentialId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    ${order} limit ${most}`.execute(db);
  return rows;
}

const isIn = (state: MailWanted | undefined) => {
  if (state === 'written') return sql`state = 'sent' and handed_to = 'file'`;
  if (state === 'accepted') return sql`state = 'sent' and handed_to = 'server'`;
  return state === undefined ? sql`true` : sql`state = ${sql.lit(state)}`;
};

/** What is looked for: mails about these credentials, and those to an address with these words. */
export type MailSearch = { amongIds: readonly string[]; words: string | undefined };

/**
 * Those about few credentials are found by the index of these: an account may have far more mails than they. Addresses have no
 * index of words, which each mail would pay for: the newest are looked through.
 */
export async function mailsFound(
  db: Database,
  accountId: string,
  { state, credentialId }: MailFilter,
  { amongIds, words }: MailSearch,
  lastId: string | undefined,
  most: number,
): Promise<MailRow[]> {
  const older = lastId === undefined ? sql`true` : sql`id < ${lastId}::uuid`;
  const own = sql`account_id = ${accountId} and ${isIn(state)}
    and ${credentialId === undefined ? sql`true` : sql`credential_id = ${credentialId}`}`;
  const page = sql`order by id desc limit ${most}`;
  const about = sql`(select ${columns} from mails
    where credential_id = any(${[...amongIds]}::uuid[]) and ${own} and ${older} ${page})`;
  if (words === undefined) return (await sql<MailRow>`${byValues} ${about}`.execute(db)).rows;
  const newest = newestFirst(indexOf(accountId, { state, credentialId }), 'id', undefined);
  const { rows } = await sql<MailRow>`${byValues}
    with near as materialized (
      select ${columns} from mails where ${newest.where} and ${own} ${newest.order} limit ${mostSearchedMails})
    ${about} union
    (select * from near where strpos(lower("to" collate "C"), ${words}) > 0 and ${older} ${page})
    ${page}`.execute(db);
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
