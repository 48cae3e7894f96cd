import {
  type AuditTargetKind,
  type Operation,
  type OperatorAction,
  operations,
} from '@insignia/contract';

/** Subjects of the operator's actions. The other actions have none. */
const operatorKinds: Partial<Record<OperatorAction, AuditTargetKind>> = {
  createAccount: 'account',
  changePlan: 'account',
  sendPasswordLink: 'member',
  disablePerson: 'member',
  enablePerson: 'member',
};

const kinds = new Map<string, AuditTargetKind>(Object.entries(operatorKinds));
for (const { id, audit } of Object.values<Operation>(operations)) if (audit) kinds.set(id, audit);

/** The kind of thing that an action was done to. */
export const findActionKind = (action: string): AuditTargetKind | undefined => kinds.get(action);

/** Retention of the audit log. */
export const auditRetentionMs = 400 * 86_400_000;
