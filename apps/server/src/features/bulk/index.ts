export { registerBulk, startErasing } from './routes.ts';
export { registerBulkWork } from './work.ts';
