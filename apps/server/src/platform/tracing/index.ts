export { resumeSpan, setSpanRoute, traceRequests } from './requests.ts';
export {
  type ActiveSpan,
  currentSpan,
  extractParent,
  getTraceparent,
  isTracing,
  recordSpanError,
  runInSpan,
} from './spans.ts';
export type { SamplerName } from './start.ts';
export { traceStatement, withTraceparent } from './statements.ts';
