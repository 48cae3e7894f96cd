export type { Family } from './families.ts';
export type { DatabaseReader } from './of-database.ts';
export { measurePool } from './of-pool.ts';
export { measureSchema, schemaReader } from './of-schema.ts';
export { measureThreads } from './of-threads.ts';
export { type Metrics, startMetrics } from './start.ts';
