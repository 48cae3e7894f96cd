import { forgetMonths, type Trx } from '../../platform/db/index.ts';
import { keptMs } from './rules.ts';
import { dropActsBefore } from './store.ts';

export function forgetActs(trx: Trx, now: Date): Promise<'again' | undefined> {
  return forgetMonths(trx, { table: 'audit_log', keptMs, dropRows: dropActsBefore }, now);
}
