import type { BodyOf, sendPublic as definition } from '@insignia/contract';
import { mailboxOf, plainSubject, withoutLinks } from '../../kernel/plain-words.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type NewMail, post } from '../../platform/mail/index.ts';
import type { Cap } from '../../platform/throttle.ts';
import type { SharingDeps } from './deps.ts';
import { visitorMail } from './kinds.ts';
import { visitorLetter } from './letters.ts';
import { credentialToMail, isErased, type MailableCredential } from './store.ts';
import { suppressedAmong } from './suppression-store.ts';

// Open to anyone (decisions, "Public send-email").
const day = 86_400;
const callsByAddress: Cap = { name: 'visitor-calls', points: 5, seconds: 3_600 };
const mailsByRecipient: Cap = { name: 'visitor-recipient', points: 3, seconds: day };
const mailsByCredential: Cap = { name: 'visitor-credential', points: 20, seconds: day };
const mailsByAccount: Cap = { name: 'visitor-account', points: 100, seconds: day };

/** Sends a visitor's email. The response doesn't reveal suppressed addresses. */
export async function sendPublic(
  { db, clock, urls, throttle }: SharingDeps,
  id: string,
  input: Omit<BodyOf<typeof definition>, 'guid'>,
  client: string,
): Promise<void> {
  await throttle.take(callsByAddress, client);
  const { accountId } = await find(db, id);
  const points = input.recipients.length;
  await throttle.takeAll([
    ...input.recipients.map((to) => ({ cap: mailsByRecipient, who: mailboxOf(to), points: 1 })),
    { cap: mailsByCredential, who: id, points },
    { cap: mailsByAccount, who: accountId, points },
  ]);
  await db.transaction().execute(async (trx) => {
    const credential = await find(trx, id);
    const suppressed = await suppressedAmong(trx, accountId, input.recipients);
    const words = {
      subject: plainSubject(input.subject ?? ''),
      message: withoutLinks(input.message ?? ''),
    };
    const letter = visitorLetter(credential, words, urls);
    const common = { letter, kind: visitorMail, accountId, about: id };
    const mails = input.recipients
      .filter((to) => !suppressed.has(to.toLowerCase()))
      .map((to): NewMail => ({ to, ...common }));
    await post(trx, mails, clock());
  });
}

async function find(db: Database | Trx, id: string): Promise<MailableCredential> {
  const credential = await credentialToMail(db, id);
  if (!credential)
    throw new Problem((await isErased(db, id)) ? 'credential_gone' : 'credential_not_found');
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}
