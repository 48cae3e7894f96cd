export { registerBulk } from './routes.ts';
export { tidyBulkJobs } from './store.ts';
export { bulkHandlers } from './work.ts';
