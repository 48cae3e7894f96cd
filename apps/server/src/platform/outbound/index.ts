export { createAddressRule } from './addresses.ts';
export { createOutbound, type Outbound, type OutboundAnswer } from './outbound.ts';
export { httpsOnly, refuseTarget } from './target.ts';
