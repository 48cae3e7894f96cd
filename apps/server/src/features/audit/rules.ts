import type { auditTargetKinds, OperationId, OperatorAction } from '@insignia/contract';

type ActionKind = (typeof auditTargetKinds)[number];

/** Subject of each action. A test requires one for every write of the contract. */
const actionKindByName: Partial<Record<OperationId | OperatorAction, ActionKind>> = {
  updateAccount: 'account',
  createIssuer: 'issuer',
  updateIssuer: 'issuer',
  deleteIssuer: 'issuer',
  updateBrand: 'issuer',
  verifyIssuer: 'issuer',
  verifyIssuerLink: 'issuer',
  rotateIssuerCode: 'issuer',
  rotateIssuerKey: 'issuer',
  revokeIssuerKeys: 'issuer',
  createBadge: 'badge',
  updateBadge: 'badge',
  updateShareText: 'badge',
  deleteBadge: 'badge',
  addDesignPicture: 'badge',
  createAward: 'credential',
  revokeAward: 'credential',
  deleteAward: 'credential',
  sendAward: 'credential',
  shareAward: 'credential',
  revokeAwards: 'credential',
  sendAwards: 'credential',
  createImport: 'import',
  pauseImport: 'import',
  resumeImport: 'import',
  cancelImport: 'import',
  resendMail: 'mail',
  createKey: 'key',
  revokeKey: 'key',
  inviteMember: 'member',
  acceptInvitation: 'member',
  changeRole: 'member',
  removeMember: 'member',
  createWebhook: 'webhook',
  deleteWebhook: 'webhook',
  enableWebhook: 'webhook',
  rotateWebhookSecret: 'webhook',
  testWebhook: 'webhook',
  redeliver: 'webhook',
  redeliverSince: 'webhook',
  createAccount: 'account',
  changePlan: 'account',
  sendPasswordLink: 'member',
  disablePerson: 'member',
  enablePerson: 'member',
};

export const findActionKind = (action: string): ActionKind | undefined =>
  Object.hasOwn(actionKindByName, action)
    ? actionKindByName[action as OperationId | OperatorAction]
    : undefined;

/** Retention of the audit log. */
export const auditRetentionMs = 400 * 86_400_000;
