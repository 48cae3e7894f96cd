export type { BadgeDeps } from './deps.ts';
export { badgeRoutes } from './routes.ts';
