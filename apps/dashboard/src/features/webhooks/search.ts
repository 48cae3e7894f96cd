import { listDeliveries } from '@insignia/contract';
import { z } from 'zod';

const { event, state } = listDeliveries.query.shape;

/** What the address says: which deliveries, and which of them is open. What makes no sense is as if it was not there. */
export const searchOfWebhook = z.object({
  state: state.catch(undefined),
  event: event.catch(undefined),
  delivery: z.string().max(200).optional().catch(undefined),
});
