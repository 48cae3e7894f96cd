import type { sendPublic as definition, OperationBody } from '@insignia/contract';
import { normalizeMailbox, plainSubject, removeLinks } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { type NewMail, queueMails } from '../../platform/mail/index.ts';
import { visitorEmail, visitorMailKind } from './emails.ts';
import type { SendDeps } from './send.ts';
import { isErasedOrLeaving, lockCredentialToMail, type MailableCredential } from './store.ts';
import { findSuppressed } from './suppression-store.ts';

// Open to anyone (decisions, "Emails from visitors").
const day = 86_400;
const addressLimit: RateLimit = { name: 'visitor-calls', points: 5, seconds: 3_600 };
const recipientLimit: RateLimit = { name: 'visitor-recipient', points: 3, seconds: day };
const credentialLimit: RateLimit = { name: 'visitor-credential', points: 20, seconds: day };
const accountLimit: RateLimit = { name: 'visitor-account', points: 100, seconds: day };

export type VisitorMailDeps = Pick<SendDeps, 'db' | 'clock' | 'urls'> & { throttle: Throttle };

/** Sends a visitor's email. The response doesn't reveal suppressed addresses. */
export async function sendVisitorMail(
  { db, clock, urls, throttle }: VisitorMailDeps,
  id: string,
  input: Omit<OperationBody<typeof definition>, 'guid'>,
  client: string,
): Promise<void> {
  await throttle.take(addressLimit, client);
  const { accountId } = await requireMailable(db, id);
  const points = input.recipients.length;
  await throttle.takeAll([
    ...input.recipients.map((to) => ({
      cap: recipientLimit,
      who: normalizeMailbox(to),
      points: 1,
    })),
    { cap: credentialLimit, who: id, points },
    { cap: accountLimit, who: accountId, points },
  ]);
  await db.write(async (trx) => {
    const credential = await requireMailable(trx, id);
    const suppressed = await findSuppressed(trx, accountId, input.recipients);
    const words = {
      subject: plainSubject(input.subject ?? ''),
      message: removeLinks(input.message ?? ''),
    };
    const email = visitorEmail(credential, words, urls);
    const common = { email, kind: visitorMailKind, accountId, about: id };
    const mails = input.recipients
      .filter((to) => !suppressed.has(to.toLowerCase()))
      .map((to): NewMail => ({ to, ...common }));
    await queueMails(trx, mails, clock());
  });
}

async function requireMailable(db: Database | Trx, id: string): Promise<MailableCredential> {
  const credential = await lockCredentialToMail(db, id);
  if (!credential)
    throw new Problem(
      (await isErasedOrLeaving(db, id)) ? 'credential_gone' : 'credential_not_found',
    );
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}
