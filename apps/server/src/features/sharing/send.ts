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
  setQueuedContent,
} from '../../platform/mail/index.ts';
import type { TakeMails, TakeStrangerMail } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import { recordEmailDelivered, recordEvent } from '../events/index.ts';
import type { RenderReminder } from './correct-queued-mails.ts';
import {
  credentialEmail,
  credentialMailKind,
  forwardedEmail,
  reminderMailKind,
  shareEmail,
  shareMailKind,
} from './emails.ts';
import { type LockedMail, lockMail, lockWrittenMails, type StoredMail } from './mail-store.ts';
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
  renderReminder: RenderReminder;
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
    const email = renderCredentialEmail(credential, to, urls, clock());
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

/** Refers to the recipient in the third person if someone else gets the email. */
function renderCredentialEmail(
  credential: MailableCredential,
  to: string,
  urls: Urls,
  now: Date,
): EmailContent {
  const isTheirs = to.toLowerCase() === credential.recipientEmail.toLowerCase();
  return isTheirs ? credentialEmail(credential, urls, now) : forwardedEmail(credential, urls);
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

/**
 * Sends the same email as a new one, so that the history stays. An email with a credential, or a
 * reminder of its end, shows the credential's current content.
 */
export async function resendOne(
  deps: SendDeps,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  id: string,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ mailId: string; state: 'queued' }>> {
  const { db, clock } = deps;
  return runIdempotent(db, who.accountId, once, clock(), async (trx) => {
    const mail = await lockMail(trx, who.accountId, id);
    if (!mail) throw new Problem('mail_not_found');
    if (mail.state === 'queued' || !mail.email) throw new Problem('mail_not_resendable');
    const kind = deps.mailKinds.find(({ name }) => name === mail.kind) ?? { name: mail.kind };
    if (kind.isUnasked) await assertWelcome(trx, who, mail);
    const { to, credentialId } = mail;
    await (kind.goesToStrangers ? deps.takeStranger(trx, who, to) : deps.takeMails(trx, who, 1));
    const { accountId } = who;
    const [current = mail] = await renderCurrent(trx, deps, accountId, [{ ...mail, id }]);
    const email = current.email as EmailContent;
    const copy = { to, kind, email, accountId, about: credentialId ?? undefined };
    const [copyId = ''] = await queueMails(trx, [copy], clock());
    await recordAction(trx, who, { action: 'resendMail', target: id }, clock());
    return { mailId: copyId, state: 'queued' } as const;
  });
}

/** For emails that nobody asked for. */
async function assertWelcome(
  trx: Trx,
  { accountId }: Pick<Caller, 'accountId'>,
  { to, isRevoked }: StoredMail,
): Promise<void> {
  if (isRevoked) throw new Problem('credential_revoked');
  if ((await findSuppressed(trx, accountId, [to])).size > 0)
    throw new Problem('recipient_unsubscribed');
}

const currentKinds = [credentialMailKind, reminderMailKind].map(({ name }) => name);

/**
 * Content of those emails that have a credential or remind of its end, as it is now. Shared ones keep
 * their message.
 */
async function renderCurrent(
  trx: Trx,
  { clock, urls, renderReminder }: Pick<SendDeps, 'clock' | 'urls' | 'renderReminder'>,
  accountId: string,
  mails: readonly LockedMail[],
): Promise<{ id: string; email: EmailContent }[]> {
  const sent = mails.filter(({ kind }) => currentKinds.includes(kind));
  const ids = new Set(sent.flatMap(({ credentialId }) => credentialId ?? []));
  const credentials = await lockCredentialsToMail(trx, accountId, [...ids]);
  const byId = new Map(credentials.map((each) => [each.id, each]));
  const now = clock();
  return sent.flatMap(({ id, kind, credentialId, to }) => {
    const credential = byId.get(credentialId ?? '');
    if (!credential) return [];
    if (kind === reminderMailKind.name)
      return credential.expires && credential.expires > now
        ? [{ id, email: renderReminder(credential, urls, now) }]
        : [];
    return [{ id, email: renderCredentialEmail(credential, to, urls, now) }];
  });
}

/** Returns the number of emails queued. */
export async function sendWrittenMails(
  deps: Pick<SendDeps, 'db' | 'clock' | 'urls' | 'takeMails' | 'renderReminder'>,
  who: Caller,
): Promise<number> {
  const { db, clock, takeMails } = deps;
  return db.write(async (trx) => {
    const mails = await lockWrittenMails(trx, who.accountId, MAX_SENT_WRITTEN);
    const ids = mails.map(({ id }) => id);
    if (ids.length > 0) await takeMails(trx, who, ids.length);
    await requeueMails(trx, ids);
    await setQueuedContent(trx, await renderCurrent(trx, deps, who.accountId, mails));
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
