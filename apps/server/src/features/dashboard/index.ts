export { readDashboardFiles } from './files.ts';
export { provideDashboard } from './provide.ts';
export { registerDashboard } from './register.ts';
