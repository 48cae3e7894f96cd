import type { Plan } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { operatorOf, recordAct } from '../audit/index.ts';
import { insertUser, personIdByEmail } from '../people/index.ts';
import { foundAccount } from './found.ts';

type Deps = { db: Database; clock: Clock };
type NewOwner = { email: string; name: string; accountName: string; plan: Plan };
type Made = { accountId: string; personId: string };

/**
 * Creates a user vouched for by the operator, with an account. `then` adds their way to sign in, in
 * the same transaction. Undefined if the address is taken.
 */
export function createAccount(
  { db, clock }: Deps,
  { email, name, accountName, plan }: NewOwner,
  then: (trx: Trx, made: Made) => Promise<void>,
): Promise<Made | undefined> {
  const personId = newId();
  const making = db.transaction().execute(async (trx) => {
    if (await personIdByEmail(trx, email)) return undefined;
    const now = clock();
    await insertUser(trx, personId, { email, name }, now);
    const accountId = await foundAccount(trx, { personId, email, name: accountName }, plan, now);
    const act = { action: 'createAccount', target: accountId, fields: { plan } } as const;
    await recordAct(trx, operatorOf(accountId), act, now);
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
