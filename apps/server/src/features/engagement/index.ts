export { type EngagementDeps, engagementRoutes } from './routes.ts';
export { statsRoutes } from './stats-routes.ts';
export { forgetClients } from './store.ts';
