import {
  type AuditTargetKind,
  type DirectoryAction,
  type Operation,
  type OperatorAction,
  operations,
  type SignInAction,
} from '@insignia/contract';

/** Subjects of actions that aren't operations. The other actions have none. */
const otherKinds: Partial<Record<OperatorAction | SignInAction, AuditTargetKind>> = {
  createAccount: 'account',
  changePlan: 'account',
  sendPasswordLink: 'member',
  disablePerson: 'member',
  enablePerson: 'member',
  removeSecondFactor: 'member',
  lockSecondFactor: 'member',
  disableSso: 'connection',
  enableSso: 'connection',
  unlinkSso: 'member',
  linkSso: 'member',
  joinBySso: 'member',
  changeRoleBySso: 'member',
  refuseSso: 'connection',
  useBreakGlass: 'member',
  loseSsoDomain: 'domain',
  refreshSsoMetadata: 'connection',
  disableLti: 'platform',
  enableLti: 'platform',
  exportIssuer: 'issuer',
  importIssuer: 'issuer',
  closeIssuer: 'issuer',
  reopenIssuer: 'issuer',
  refuseLti: 'platform',
  registerLtiPlatform: 'platform',
  chooseCourseBadge: 'badge',
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
  Object.entries({ ...otherKinds, ...directoryKinds }),
);
for (const { id, audit } of Object.values<Operation>(operations)) if (audit) kinds.set(id, audit);

export const findActionKind = (action: string): AuditTargetKind | undefined => kinds.get(action);

export const auditRetentionMs = 400 * 86_400_000;
