export { type Actor, operatorOf, recordAct } from './record.ts';
export { registerAudit } from './routes.ts';
export { forgetActs } from './store.ts';
export { registerAuditWork } from './work.ts';
