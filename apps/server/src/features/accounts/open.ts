import { periodStart } from '../../kernel/calendar.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { insertAccount } from './store.ts';

/** An account of their own for somebody new. */
export function openAccount(
  trx: Trx,
  owner: { personId: string; email: string; name: string },
  plan: string,
  now: Date,
): Promise<void> {
  const account = { id: newId(), memberId: newId(), plan, ...owner };
  return insertAccount(trx, account, now, periodStart(now, now));
}
