export { type Actor, recordAct } from './record.ts';
export { auditRoutes } from './routes.ts';
export { forgetActs } from './store.ts';
