export { registerBulk, startErasing } from './routes.ts';
export { startUpdateJob } from './start-update.ts';
export { registerBulkWork } from './work.ts';
