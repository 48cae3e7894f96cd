import {
  type AuditTargetKind,
  type DirectoryAction,
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
  removeSecondFactor: 'member',
};

const directoryKinds: Record<DirectoryAction, AuditTargetKind> = {
  provisionMember: 'member',
  changeProvisionedMember: 'member',
  deprovisionMember: 'member',
  restoreMember: 'member',
  changeProvisionedRole: 'member',
  createDirectoryGroup: 'account',
  changeDirectoryGroup: 'account',
  deleteDirectoryGroup: 'account',
};

const kinds = new Map<string, AuditTargetKind>(
  Object.entries({ ...operatorKinds, ...directoryKinds }),
);
for (const { id, audit } of Object.values<Operation>(operations)) if (audit) kinds.set(id, audit);

export const findActionKind = (action: string): AuditTargetKind | undefined => kinds.get(action);

export const auditRetentionMs = 400 * 86_400_000;
