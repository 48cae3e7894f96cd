export { registerBulk, startErasing, startUpdateJob } from './routes.ts';
export { registerBulkWork } from './work.ts';
