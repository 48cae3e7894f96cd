export { revokeKeysOf } from './keys.ts';
export { keyPages } from './pages.ts';
export { keyRoutes } from './routes.ts';
