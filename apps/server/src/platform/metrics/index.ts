export type { DatabaseReader } from './database-metrics.ts';
export type { MetricFamily } from './families.ts';
export {
  type MetricsSnapshot,
  mergeMetrics,
  sameInAll,
  selectCounters,
  sumMetrics,
} from './metrics-snapshot.ts';
export {
  logsReader,
  measurePool,
  measureReplicas,
  measureSchema,
  schemaReader,
} from './schema-metrics.ts';
export {
  type ExposeMetrics,
  type Metrics,
  openRegistry,
  readMetrics,
  serveMetrics,
  startMetrics,
} from './start.ts';
export { measureQueues, measureThreads } from './thread-metrics.ts';
