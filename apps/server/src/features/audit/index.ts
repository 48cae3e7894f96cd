export {
  type Actor,
  type AuditEntry,
  createOperatorActor,
  createReference,
  recordAction,
  recordActions,
  recordRefusal,
} from './record.ts';
export { maintainAuditLog, registerAudit, registerAuditWork } from './routes.ts';
