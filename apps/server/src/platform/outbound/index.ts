export { createAddressRule } from './addresses.ts';
export type { OutboundAnswer } from './exchange.ts';
export { createOutbound, type Outbound, type OutboundRequest, type Target } from './outbound.ts';
export { httpsOnly, refuseTarget } from './target.ts';
export { whyNot } from './why-not.ts';
