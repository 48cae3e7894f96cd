export { registerBulk } from './routes.ts';
export { registerBulkWork } from './work.ts';
