export {
  type Actor,
  type AuditEntry,
  createOperatorActor,
  recordAction,
  recordActions,
} from './record.ts';
export { registerAudit } from './routes.ts';
export { maintainAuditLog, registerAuditWork } from './work.ts';
