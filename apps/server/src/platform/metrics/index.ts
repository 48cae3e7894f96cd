export type { DatabaseReader } from './database-metrics.ts';
export type { MetricFamily } from './families.ts';
export { logsReader } from './log-metrics.ts';
export {
  type MetricsSnapshot,
  mergeMetrics,
  sameInAll,
  selectCounters,
  sumMetrics,
} from './metrics-snapshot.ts';
export { measureQueues } from './of-queues.ts';
export { measurePool } from './pool-metrics.ts';
export { measureReplicas } from './replica-metrics.ts';
export { measureSchema, schemaReader } from './schema-metrics.ts';
export { serveMetrics } from './serve.ts';
export {
  type ExposeMetrics,
  type Metrics,
  openRegistry,
  readMetrics,
  startMetrics,
} from './start.ts';
export { measureThreads } from './thread-metrics.ts';
