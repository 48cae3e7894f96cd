export {
  type Actor,
  type AuditEntry,
  countRefusal,
  createOperatorActor,
  recordAction,
  recordActions,
} from './record.ts';
export { maintainAuditLog, registerAudit, registerAuditWork } from './routes.ts';
