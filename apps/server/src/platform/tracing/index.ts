export { resume, tellRoute, tracingRequests } from './requests.ts';
export {
  currentSpan,
  fail,
  inSpan,
  isTracing,
  parentOf,
  type Traced,
  traceparent,
} from './spans.ts';
export type { SamplerName } from './start.ts';
export { beginning, inStatement } from './statements.ts';
