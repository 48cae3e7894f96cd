import { forgetMonths, type Trx } from '../../platform/db/index.ts';
import { dropDeliveriesBefore, hasWaiting } from './drop-store.ts';
import { keptMs } from './rules.ts';

export function forgetDeliveries(trx: Trx, now: Date): Promise<'again' | undefined> {
  return forgetMonths(
    trx,
    {
      ...{ table: 'deliveries', keptMs, isHeld: hasWaiting, dropRows: dropDeliveriesBefore },
      // Leaves space for the result, which is written later.
      fillfactor: 50,
    },
    now,
  );
}
