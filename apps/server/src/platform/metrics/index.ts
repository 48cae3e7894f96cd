export { addUp, countedIn, type Exposed, sameInAll, together } from './exposed.ts';
export type { Family } from './families.ts';
export type { DatabaseReader } from './of-database.ts';
export { measurePool } from './of-pool.ts';
export { measureReplicas } from './of-replicas.ts';
export { measureSchema, schemaReader } from './of-schema.ts';
export { measureThreads } from './of-threads.ts';
export { serveMetrics } from './serve.ts';
export { type Expose, exposedBy, type Metrics, openRegistry, startMetrics } from './start.ts';
