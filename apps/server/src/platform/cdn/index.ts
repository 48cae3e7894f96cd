export { createEdge } from './edge.ts';
export { pagesCacheTag, purgeKind } from './names.ts';
export { createPurgeClient } from './purge-client.ts';
export type { Cdn } from './rules.ts';
export { startEdge } from './start.ts';
export { measurePurges, registerPurges } from './work.ts';
