export type { IssuerDeps } from './deps.ts';
export { issuerRoutes } from './routes.ts';
