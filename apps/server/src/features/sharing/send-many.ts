import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type NewMail, post } from '../../platform/mail/index.ts';
import { credentialMail } from './kinds.ts';
import { credentialLetter } from './letters.ts';
import { credentialsToMail } from './store.ts';

type Sending = { accountId: string; urls: Urls; now: Date };

/**
 * Emails credentials to their recipients, except revoked ones and suppressed addresses. Returns the
 * ids emailed.
 */
export async function sendMany(
  trx: Trx,
  { accountId, urls, now }: Sending,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const credentials = await credentialsToMail(trx, accountId, ids);
  const mailed = credentials.filter((each) => !(each.revokedAt || each.isSuppressed));
  const mails = mailed.map((credential): NewMail => {
    const { id, recipientEmail: to } = credential;
    const letter = credentialLetter(credential, urls, now);
    return { to, letter, kind: credentialMail, accountId, about: id };
  });
  await post(trx, mails, now);
  return mailed.map(({ id }) => id);
}
