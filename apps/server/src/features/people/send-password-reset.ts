import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { accountMailKind, passwordResetEmail } from './emails.ts';

type Deps = { db: Database; clock: Clock; urls: Urls };

/** Emails a link to set a new password. */
export async function sendPasswordReset(
  { db, clock, urls }: Deps,
  person: { email: string; name: string },
  token: string,
): Promise<void> {
  await db.write(async (trx) => {
    const letter = passwordResetEmail(person.name, urls.resetPassword(token));
    await queueMails(trx, [{ to: person.email, letter, kind: accountMailKind }], clock());
  });
}
