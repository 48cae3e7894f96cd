export { type Actor, createOperatorActor, recordAction } from './record.ts';
export { maintainAuditLog } from './retention.ts';
export { registerAudit } from './routes.ts';
export { registerAuditWork } from './work.ts';
