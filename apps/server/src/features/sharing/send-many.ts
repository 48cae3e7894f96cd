import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type NewMail, queueMails } from '../../platform/mail/index.ts';
import { credentialEmail } from './emails.ts';
import { credentialMailKind } from './mail-kinds.ts';
import { lockCredentialsToMail } from './store.ts';

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
