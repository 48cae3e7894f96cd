import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../db/index.ts';
import type { Letter } from './letter.ts';

/** What a letter is about. `account` letters go to a person and belong to no account. */
export type MailKind =
  | 'account'
  | 'invitation'
  | 'issuer-code'
  | 'credential'
  | 'share'
  | 'visitor'
  | 'webhook-disabled';

/** The kinds that a person is waiting for, to go on: they never wait behind many others. */
const awaited: readonly string[] = ['account', 'invitation', 'issuer-code'] satisfies MailKind[];

/** The kinds of jobs that send mails. */
export const jobKinds = { awaited: 'own-mail', other: 'mail' } as const;

/** The kinds that recipients did not ask for: they can be unsubscribed from. */
export const unasked: readonly string[] = ['credential', 'share', 'visitor'];

/** The kinds that go to whoever an account names, before that mailbox has ever said yes. */
export const toStrangers: readonly string[] = ['invitation', 'issuer-code'];

export type NewMail = {
  to: string;
  letter: Letter;
  kind: MailKind;
  accountId?: string;
  credentialId?: string | undefined;
};

// Long enough for a mail server that is away over a day.
const maxAttempts = 36;

/** Puts letters into the outgoing mail, in the transaction that causes them; returns their ids. */
export async function post(trx: Trx, mails: NewMail[], now: Date): Promise<string[]> {
  const rows = mails.map(({ to, letter, kind, accountId, credentialId }) => ({
    id: newId(),
    account_id: accountId ?? null,
    credential_id: credentialId ?? null,
    kind,
    recipient: to,
    subject: letter.subject,
    letter,
  }));
  if (rows.length === 0) return [];
  await sql`with posted as (
      insert into mails (id, account_id, credential_id, kind, recipient, subject, letter, created_at)
      select id, account_id, credential_id, kind, recipient, subject, letter, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(id uuid, account_id uuid, credential_id uuid, kind text, recipient text, subject text, letter jsonb)
      returning id, account_id, kind)
    insert into jobs (id, kind, payload, account_id, max_attempts)
    select id, case when kind = any(${awaited}::text[]) then ${jobKinds.awaited} else ${jobKinds.other} end, '{}',
      account_id, ${maxAttempts}
    from posted`.execute(trx);
  return rows.map(({ id }) => id);
}
