export {
  type ActiveSpan,
  currentSpan,
  extractParent,
  getTraceparent,
  isTracing,
  recordSpanError,
  resumeSpan,
  runInSpan,
  setSpanRoute,
  traceRequests,
  traceStatement,
  withTraceparent,
} from './spans.ts';
export type { SamplerName } from './start.ts';
