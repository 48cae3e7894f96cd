import { deliveryEvents, deliveryStates } from '@insignia/contract/calls';
import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

/** Reads from the URL which deliveries are listed, and which of them is open. */
export const parseWebhookSearch = createSearchParser({
  state: oneOfParam(deliveryStates),
  event: oneOfParam(deliveryEvents),
  delivery: textParam,
});
