export type { BadgeDeps } from './deps.ts';
export { badgeRoutes } from './routes.ts';
export { badgeImages } from './store.ts';
