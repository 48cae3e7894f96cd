export { createPurgeClient } from './purge-client.ts';
export type { Cdn } from './rules.ts';
export { pagesCacheTag, purgeKind } from './rules.ts';
export { createEdge, startEdge } from './start.ts';
export { measurePurges, registerPurges } from './work.ts';
