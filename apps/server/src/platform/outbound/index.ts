export { createAddressRule } from './addresses.ts';
export type { OutboundResponse } from './exchange.ts';
export { describeOutboundError } from './exchange.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  type OutboundTarget,
} from './outbound.ts';
export { findTargetRefusal, httpsOnly } from './target.ts';
