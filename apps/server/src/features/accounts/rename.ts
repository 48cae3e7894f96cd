import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { recordAct } from '../audit/index.ts';
import { setName } from './store.ts';

export async function rename(
  { db, clock }: { db: Database; clock: Clock },
  who: Caller,
  name: string,
): Promise<void> {
  const { accountId } = who;
  await db.transaction().execute(async (trx) => {
    await setName(trx, accountId, name);
    const act = { action: 'updateAccount', target: accountId, fields: { name } } as const;
    await recordAct(trx, who, act, clock());
  });
}
