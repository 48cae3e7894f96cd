export { type EngagementDeps, engagementRoutes } from './routes.ts';
export { forgetClients } from './store.ts';
