import { periodStart } from '../../kernel/calendar.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { insertAccount } from './store.ts';

/** Creates an account without members and returns its id. */
export async function createEmptyAccount(
  trx: Trx,
  name: string,
  plan: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await insertAccount(trx, { id, name, plan }, now, periodStart(now, now));
  return id;
}
