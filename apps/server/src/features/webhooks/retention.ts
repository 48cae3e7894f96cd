import { maintainPartitions, type Trx } from '../../platform/db/index.ts';
import { deleteDeliveriesBefore, hasWaitingDeliveries } from './delete-store.ts';
import { deliveryRetentionMs } from './rules.ts';

export function maintainDeliveryLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    {
      ...{
        table: 'deliveries',
        keptMs: deliveryRetentionMs,
        isHeld: hasWaitingDeliveries,
        dropRows: deleteDeliveriesBefore,
      },
      // Leaves space for the result, which is written later.
      fillfactor: 50,
    },
    now,
  );
}
