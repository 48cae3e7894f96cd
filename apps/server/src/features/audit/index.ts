export { forgetActs } from './forget.ts';
export { type Actor, operatorOf, recordAct } from './record.ts';
export { registerAudit } from './routes.ts';
export { registerAuditWork } from './work.ts';
