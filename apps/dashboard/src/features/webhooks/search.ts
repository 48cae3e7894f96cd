import { deliveryEvents, deliveryStates } from '@insignia/contract/calls';
import { oneOf, searchOf, text } from '../../shared/search.ts';

/** What the address says: which deliveries, and which of them is open. */
export const searchOfWebhook = searchOf({
  state: oneOf(deliveryStates),
  event: oneOf(deliveryEvents),
  delivery: text,
});
