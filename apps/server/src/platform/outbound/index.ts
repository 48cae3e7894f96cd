export { createAddressRule, findTargetRefusal, httpsOnly } from './allowed-targets.ts';
export {
  createOutbound,
  describeOutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundTarget,
} from './outbound.ts';
export {
  createProviderClient,
  type ProviderClient,
  type ProviderRequest,
  unresolvedHost,
} from './provider-client.ts';
