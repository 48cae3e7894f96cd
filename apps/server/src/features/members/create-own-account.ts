import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { createEmptyAccount } from '../accounts/index.ts';
import { insertOwner } from './store.ts';

/** Creates an account owned by a new user and returns its id. */
export async function createOwnAccount(
  trx: Trx,
  { personId, email, name }: { personId: string; email: string; name: string },
  plan: string,
  now: Date,
): Promise<string> {
  const accountId = await createEmptyAccount(trx, name, plan, now);
  await insertOwner(trx, { memberId: newId(), accountId, personId, email, now });
  return accountId;
}
