import { pagePaths } from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { accountMailKind } from '../people/index.ts';
import { findReader } from './store.ts';

type Warning = (name: string, resetUrl: string) => EmailContent;

/** Emails a change of the second factor to its user, in case someone else made it. */
export async function queueWarning(
  trx: Trx,
  { urls, now }: { urls: Urls; now: Date },
  personId: string,
  warn: Warning,
): Promise<void> {
  const reader = await findReader(trx, personId);
  if (!reader) return;
  const email = warn(reader.name, urls.base + pagePaths.forgotPassword);
  await queueMails(trx, [{ to: reader.email, email, kind: accountMailKind }], now);
}
