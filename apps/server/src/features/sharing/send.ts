import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { type Mail, post } from '../../platform/mail/index.ts';
import { recordAct } from '../audit/index.ts';
import { recordDelivered } from '../events/index.ts';
import type { SharingDeps } from './deps.ts';
import { credentialMail } from './kinds.ts';
import { credentialLetter, forwardedLetter } from './letters.ts';
import { credentialToMail, type MailableCredential } from './store.ts';
import { suppressedAmong } from './suppression-store.ts';

/**
 * Queues the email to any address. credential.delivered follows once the mail server accepts it.
 */
export async function send(
  { db, clock, urls, takeMails }: SharingDeps,
  who: Caller,
  id: string,
  to: string,
  once: Once | undefined,
): Promise<Answered<{ sent: true }>> {
  return doOnce(db, who.accountId, once, clock(), async (trx) => {
    const credential = await mailable(trx, id, who.accountId);
    if ((await suppressedAmong(trx, who.accountId, [to])).size > 0)
      throw new Problem('recipient_unsubscribed');
    await takeMails(trx, who, 1);
    const isTheirs = to.toLowerCase() === credential.recipientEmail.toLowerCase();
    const letter = isTheirs
      ? credentialLetter(credential, urls, clock())
      : forwardedLetter(credential, urls);
    const { accountId } = who;
    await post(trx, [{ to, letter, kind: credentialMail, accountId, about: id }], clock());
    await recordAct(trx, who, { action: 'sendAward', target: id, fields: { email: to } }, clock());
    return { sent: true } as const;
  });
}

export async function mailable(
  trx: Trx,
  id: string,
  accountId: string,
): Promise<MailableCredential> {
  const credential = await credentialToMail(trx, id, accountId);
  if (!credential) throw new Problem('credential_not_found');
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}

/** Runs when a mail server has accepted the email. */
export async function recordDelivery(trx: Trx, mail: Mail, now: Date): Promise<void> {
  if (mail.kind === credentialMail.name && mail.about) await recordDelivered(trx, mail.about, now);
}
