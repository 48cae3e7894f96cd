export { readFiles } from './files.ts';
export { dashboardPages } from './routes.ts';
