import { deliveryEvents, deliveryStates } from '@insignia/contract/calls';
import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

/** What the address says: which deliveries, and which of them is open. */
export const parseWebhookSearch = createSearchParser({
  state: oneOfParam(deliveryStates),
  event: oneOfParam(deliveryEvents),
  delivery: textParam,
});
