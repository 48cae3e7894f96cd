import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { type Mail, type NewMail, queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { recordEmailDelivered } from '../events/index.ts';
import type { SharingDeps } from './deps.ts';
import { credentialEmail, forwardedEmail } from './emails.ts';
import { credentialMailKind } from './mail-kinds.ts';
import { lockCredentialsToMail, lockCredentialToMail, type MailableCredential } from './store.ts';
import { findSuppressed } from './suppression-store.ts';

/**
 * Queues the email to any address. credential.delivered follows once the mail server accepts it.
 */
export async function sendCredential(
  { db, clock, urls, takeMails }: SharingDeps,
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
    const letter = isTheirs
      ? credentialEmail(credential, urls, clock())
      : forwardedEmail(credential, urls);
    const { accountId } = who;
    await queueMails(
      trx,
      [{ to, letter, kind: credentialMailKind, accountId, about: id }],
      clock(),
    );
    await recordAction(
      trx,
      who,
      { action: 'sendAward', target: id, fields: { email: to } },
      clock(),
    );
    return { sent: true } as const;
  });
}

export async function requireMailableCredential(
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
    await recordEmailDelivered(trx, mail.about, now);
}

type SendContext = { accountId: string; urls: Urls; now: Date };

/**
 * Emails credentials to their recipients, except revoked ones and suppressed addresses. Returns the
 * ids emailed.
 */
export async function sendMany(
  trx: Trx,
  { accountId, urls, now }: SendContext,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const credentials = await lockCredentialsToMail(trx, accountId, ids);
  const mailed = credentials.filter((each) => !(each.revokedAt || each.isSuppressed));
  const mails = mailed.map((credential): NewMail => {
    const { id, recipientEmail: to } = credential;
    const letter = credentialEmail(credential, urls, now);
    return { to, letter, kind: credentialMailKind, accountId, about: id };
  });
  await queueMails(trx, mails, now);
  return mailed.map(({ id }) => id);
}
