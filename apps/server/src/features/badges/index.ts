export type { BadgeDeps } from './deps.ts';
export { type Dropped, dropUnusedBadge } from './drop-unused.ts';
export { badgeRoutes } from './routes.ts';
export { badgeImages } from './store.ts';
