import type { Plan } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { findUserIdByEmail, insertUser } from '../people/index.ts';
import { createOwnAccount } from './create-own-account.ts';

type Deps = { db: Database; clock: Clock };
type NewOwner = { email: string; name: string; accountName: string; plan: Plan };
type NewAccountIds = { accountId: string; personId: string };

/**
 * Creates a user vouched for by the operator, with an account. `then` adds their way to sign in, in
 * the same transaction. Undefined if the address is taken.
 */
export function createAccountForOwner(
  { db, clock }: Deps,
  { email, name, accountName, plan }: NewOwner,
  then: (trx: Trx, made: NewAccountIds) => Promise<void>,
): Promise<NewAccountIds | undefined> {
  const personId = newId();
  const making = db.write(async (trx) => {
    if (await findUserIdByEmail(trx, email)) return undefined;
    const now = clock();
    await insertUser(trx, personId, { email, name }, now);
    const accountId = await createOwnAccount(
      trx,
      { personId, email, name: accountName },
      plan,
      now,
    );
    const act = { action: 'createAccount', target: accountId, fields: { plan } } as const;
    await recordAction(trx, createOperatorActor(accountId), act, now);
    await then(trx, { accountId, personId });
    return { accountId, personId };
  });
  return making.catch((error: unknown) => {
    // A concurrent request was faster.
    if (sqlState(error) === '23505' && (error as { table?: string }).table === 'user')
      return undefined;
    throw error;
  });
}
