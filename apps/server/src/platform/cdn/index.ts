export { createEdge } from './edge.ts';
export { openHook } from './hook.ts';
export { pagesSource, purgeKind } from './names.ts';
export type { Cdn } from './rules.ts';
export { startEdge } from './start.ts';
export { measurePurges, registerPurges } from './work.ts';
