export { privacyHandlers } from './remove.ts';
export { privacyRoutes } from './routes.ts';
