export { forgetInImports } from './forget-store.ts';
export { importRoutes, takeFiles } from './routes.ts';
export { tidyImports } from './store.ts';
export { importHandlers } from './work.ts';
