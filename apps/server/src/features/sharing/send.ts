import { MAX_SENT_WRITTEN } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import {
  type EmailContent,
  type Mail,
  type MailKind,
  type NewMail,
  queueMails,
  requeueMails,
} from '../../platform/mail/index.ts';
import type { TakeMails, TakeStrangerMail } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import { recordEmailDelivered, recordEvent } from '../events/index.ts';
import {
  credentialEmail,
  credentialMailKind,
  forwardedEmail,
  shareEmail,
  shareMailKind,
} from './emails.ts';
import { lockMail, lockWrittenMails } from './mail-store.ts';
import { lockCredentialsToMail, lockCredentialToMail, type MailableCredential } from './store.ts';
import { findSuppressed } from './suppression-store.ts';

export type SendDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** All kinds of email an account may have. */
  mailKinds: MailKind[];
  takeMails: TakeMails;
  takeStranger: TakeStrangerMail;
};

/**
 * Queues the email to any address. credential.delivered follows once the mail server accepts it.
 */
export async function sendCredential(
  { db, clock, urls, takeMails }: SendDeps,
  who: Caller,
  id: string,
  to: string,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ sent: true }>> {
  return runIdempotent(db, who.accountId, once, clock(), async (trx) => {
    const credential = await requireMailableCredential(trx, id, who.accountId);
    if ((await findSuppressed(trx, who.accountId, [to])).size > 0)
      throw new Problem('recipient_unsubscribed');
    await takeMails(trx, who, 1);
    const isTheirs = to.toLowerCase() === credential.recipientEmail.toLowerCase();
    const email = isTheirs
      ? credentialEmail(credential, urls, clock())
      : forwardedEmail(credential, urls);
    const { accountId } = who;
    await queueMails(trx, [{ to, email, kind: credentialMailKind, accountId, about: id }], clock());
    await recordAction(
      trx,
      who,
      { action: 'sendAward', target: id, fields: { email: to } },
      clock(),
    );
    return { sent: true } as const;
  });
}

/** One email per recipient, so that addresses stay private. Skips suppressed ones. */
export async function shareCredential(
  { db, clock, urls, takeMails }: SendDeps,
  who: Caller,
  id: string,
  input: { recipients: string[]; subject: string; message: string },
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ shared: true }>> {
  const { accountId } = who;
  return runIdempotent(db, accountId, once, clock(), async (trx) => {
    const credential = await requireMailableCredential(trx, id, accountId);
    await takeMails(trx, who, input.recipients.length);
    const suppressed = await findSuppressed(trx, accountId, input.recipients);
    const to = input.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
    const email = shareEmail(credential, input, urls);
    const common = { email, kind: shareMailKind, accountId, about: id };
    const now = clock();
    await queueMails(
      trx,
      to.map((address): NewMail => ({ to: address, ...common })),
      now,
    );
    // For the activity list only, not for webhooks.
    const event = { type: 'credential.shared', data: { recipients: to.length } } as const;
    await recordEvent(trx, event, { accountId, credentialId: id, by: who, now });
    await recordAction(trx, who, { action: 'shareAward', target: id, fields: input }, now);
    return { shared: true } as const;
  });
}

/** Sends the same email as a new one, so that the history stays. */
export async function resendOne(
  deps: Omit<SendDeps, 'urls'>,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  id: string,
): Promise<string> {
  const { db, clock } = deps;
  return db.write(async (trx) => {
    const mail = await lockMail(trx, who.accountId, id);
    if (!mail) throw new Problem('mail_not_found');
    if (mail.state === 'queued' || !mail.email) throw new Problem('mail_not_resendable');
    const kind = deps.mailKinds.find(({ name }) => name === mail.kind) ?? { name: mail.kind };
    if (kind.isUnasked && (await findSuppressed(trx, who.accountId, [mail.to])).size > 0)
      throw new Problem('recipient_unsubscribed');
    const { to, email } = mail;
    await (kind.goesToStrangers ? deps.takeStranger(trx, who, to) : deps.takeMails(trx, who, 1));
    const about = mail.credentialId ?? undefined;
    const copy = { to, kind, email: email as EmailContent, accountId: who.accountId, about };
    const [copyId = ''] = await queueMails(trx, [copy], clock());
    await recordAction(trx, who, { action: 'resendMail', target: id }, clock());
    return copyId;
  });
}

/** Returns the number of emails queued. */
export async function sendWrittenMails(
  { db, clock, takeMails }: Pick<SendDeps, 'db' | 'clock' | 'takeMails'>,
  who: Caller,
): Promise<number> {
  return db.write(async (trx) => {
    const ids = await lockWrittenMails(trx, who.accountId, MAX_SENT_WRITTEN);
    if (ids.length > 0) await takeMails(trx, who, ids.length);
    await requeueMails(trx, ids);
    const [target] = ids;
    await recordAction(trx, who, { action: 'sendWrittenMail', ...(target && { target }) }, clock());
    return ids.length;
  });
}

async function requireMailableCredential(
  trx: Trx,
  id: string,
  accountId: string,
): Promise<MailableCredential> {
  const credential = await lockCredentialToMail(trx, id, accountId);
  if (!credential) throw new Problem('credential_not_found');
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}

/** Runs when a mail server has accepted the email. */
export async function recordDelivery(trx: Trx, mail: Mail, now: Date): Promise<void> {
  if (mail.kind === credentialMailKind.name && mail.about)
    await recordEmailDelivered(trx, { credentialId: mail.about, to: mail.to }, now);
}

type SendContext = {
  accountId: string;
  urls: Urls;
  now: Date;
  /** Skips credentials whose recipient was already emailed, or whose address bounced. */
  skipsEmailed?: boolean;
};

/**
 * Emails credentials to their recipients, except revoked ones and suppressed addresses. Returns the
 * ids emailed.
 */
export async function sendMany(
  trx: Trx,
  { accountId, urls, now, skipsEmailed = false }: SendContext,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const credentials = await lockCredentialsToMail(trx, accountId, ids);
  const mailed = credentials.filter(
    ({ revokedAt, isSuppressed, isEmailed, isBounced }) =>
      !(revokedAt || isSuppressed || (skipsEmailed && (isEmailed || isBounced))),
  );
  const mails = mailed.map((credential): NewMail => {
    const { id, recipientEmail: to } = credential;
    const email = credentialEmail(credential, urls, now);
    return { to, email, kind: credentialMailKind, accountId, about: id };
  });
  await queueMails(trx, mails, now);
  return mailed.map(({ id }) => id);
}
