export type { Cdn } from './rules.ts';
export { pagesCacheTag, purgeKind } from './rules.ts';
export { createEdge, purgeOnCommit, startEdge } from './start.ts';
export { createPurgeClient, measurePurges, registerPurges } from './work.ts';
