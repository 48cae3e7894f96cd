export { readFiles } from './files.ts';
export { registerDashboard } from './register.ts';
