export {
  type ActiveSpan,
  currentSpan,
  extractParent,
  getTraceparent,
  isTracing,
  recordSpanError,
  runInSpan,
  setSpanRoute,
  traceRequests,
  traceStatement,
  withTraceparent,
} from './spans.ts';
export type { SamplerName } from './start.ts';
