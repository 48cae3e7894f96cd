export type { MemberDeps } from './deps.ts';
export { memberPages } from './pages.ts';
export { memberRoutes } from './routes.ts';
