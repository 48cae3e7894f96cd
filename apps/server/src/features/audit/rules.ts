import type { actKinds, OperationId, OperatorAct } from '@insignia/contract';

type Kind = (typeof actKinds)[number];

/** Subject of each action. A test requires one for every write of the contract. */
const kinds: Partial<Record<OperationId | OperatorAct, Kind>> = {
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

export const kindOf = (action: string): Kind | undefined =>
  Object.hasOwn(kinds, action) ? kinds[action as OperationId | OperatorAct] : undefined;

/** Retention of the audit log. */
export const keptMs = 400 * 86_400_000;
