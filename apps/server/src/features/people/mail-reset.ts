import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { post } from '../../platform/mail/index.ts';
import { accountMail, resetLetter } from './letters.ts';

type Deps = { db: Database; clock: Clock; urls: Urls };

/** Emails a link to set a new password. */
export async function mailReset(
  { db, clock, urls }: Deps,
  person: { email: string; name: string },
  token: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const letter = resetLetter(person.name, urls.resetPassword(token));
    await post(trx, [{ to: person.email, letter, kind: accountMail }], clock());
  });
}
