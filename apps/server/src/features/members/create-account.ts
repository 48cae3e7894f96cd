import type { Plan } from '@insignia/contract';
import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { createEmptyAccount } from '../accounts/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { insertUser, isTaken, lockUserWithoutAccount } from '../people/index.ts';

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
  then: (trx: Trx, ids: NewAccountIds) => Promise<void>,
): Promise<NewAccountIds | undefined> {
  const creating = db.write(async (trx) => {
    const recipientId = await lockUserWithoutAccount(trx, email);
    if (!recipientId && (await isTaken(trx, email))) return undefined;
    const now = clock();
    const personId = recipientId ?? newId();
    if (!recipientId) await insertUser(trx, personId, { email, name }, now);
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
  return creating.catch((error: unknown) => {
    // A concurrent request was faster.
    if (sqlState(error) === '23505' && (error as { table?: string }).table === 'user')
      return undefined;
    throw error;
  });
}

/** Creates an account owned by a new user and returns its id. */
export async function createOwnAccount(
  trx: Trx,
  { personId, email, name }: { personId: string; email: string; name: string },
  plan: string,
  now: Date,
): Promise<string> {
  const accountId = await createEmptyAccount(trx, name, plan, now);
  await insertOwner(trx, { memberId: newId(), accountId, personId, email });
  return accountId;
}

type NewOwnerRow = {
  memberId: string;
  accountId: string;
  personId: string;
  email: string;
};

async function insertOwner(trx: Trx, o: NewOwnerRow): Promise<void> {
  await sql`insert into members (id, account_id, person_id, email, role, status, created_at)
    values (${o.memberId}, ${o.accountId}, ${o.personId}, ${o.email}, 'owner', 'active', clock_timestamp())`.execute(
    trx,
  );
}
