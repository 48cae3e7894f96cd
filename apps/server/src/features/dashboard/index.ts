export { provideDashboard, readDashboardFiles } from './files.ts';
export { registerDashboard } from './routes.ts';
