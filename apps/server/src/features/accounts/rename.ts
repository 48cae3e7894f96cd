import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { setAccountName } from './store.ts';

export async function renameAccount(
  { db, clock }: { db: Database; clock: Clock },
  who: Caller,
  name: string,
): Promise<void> {
  const { accountId } = who;
  await db.write(async (trx) => {
    await setAccountName(trx, accountId, name);
    const act = { action: 'updateAccount', target: accountId, fields: { name } } as const;
    await recordAction(trx, who, act, clock());
  });
}
