export type { DatabaseReader } from './database-metrics.ts';
export {
  type MetricFamily,
  type MetricsSnapshot,
  mergeMetrics,
  sameInAll,
  selectCounters,
  sumMetrics,
} from './families.ts';
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
