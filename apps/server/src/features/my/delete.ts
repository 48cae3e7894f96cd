import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { deleteUserMails } from '../accounts/index.ts';
import { deleteUserWithoutAccount, findOwnAddresses, isRecentSignIn } from '../people/index.ts';
import { deleteOwnRequests } from '../requests/index.ts';

export type DeleteDeps = { db: Database; clock: Clock };

/** Deletes the user and everything that they made. Their credentials belong to the issuers. */
export async function deleteMe(
  { db, clock }: DeleteDeps,
  { personId, signedInAt }: Pick<User, 'personId' | 'signedInAt'>,
): Promise<void> {
  if (!isRecentSignIn(signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  const addresses = await findOwnAddresses(db, personId);
  await db.write(async (trx) => {
    const emails = await deleteUserWithoutAccount(trx, personId);
    for (const email of emails) await deleteUserMails(trx, email);
    await deleteOwnRequests(trx, addresses);
  });
}
