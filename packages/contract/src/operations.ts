import * as accounts from './accounts.ts';
import { lookUpAlignment } from './alignments.ts';
import * as audit from './audit.ts';
import * as badges from './badges.ts';
import { previewBrand } from './brand-preview.ts';
import * as brands from './brands.ts';
import * as bulk from './bulk.ts';
import * as credentials from './credentials.ts';
import * as deliveries from './deliveries.ts';
import * as designs from './designs.ts';
import * as didDocuments from './did-documents.ts';
import * as documents from './documents.ts';
import * as engagement from './engagement.ts';
import * as files from './files.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as issuerKeys from './issuer-keys.ts';
import * as issuers from './issuers.ts';
import * as keys from './keys.ts';
import * as mail from './mail.ts';
import * as mailing from './mailing.ts';
import * as members from './members.ts';
import * as oembedding from './oembed.ts';
import type { Operation } from './operation.ts';
import * as people from './people.ts';
import * as sessions from './sessions.ts';
import * as signed from './signed.ts';
import * as statusLists from './status-lists.ts';
import * as verification from './verify.ts';
import { walletExchange } from './wallet-exchange.ts';
import * as webhooks from './webhooks.ts';

/**
 * Every operation of the API. Routes, tests, OpenAPI and the reference are derived from this table.
 */
export const operations = {
  signUp: people.signUp,
  confirmEmail: people.confirmEmail,
  signIn: people.signIn,
  signOut: people.signOut,
  requestPasswordReset: people.requestPasswordReset,
  resetPassword: people.resetPassword,
  getToken: sessions.getToken,
  getJwks: sessions.getJwks,
  getSession: sessions.getSession,
  listSessions: sessions.listSessions,
  revokeSession: sessions.revokeSession,
  revokeOtherSessions: sessions.revokeOtherSessions,
  changePassword: people.changePassword,

  createKey: keys.createKey,
  listKeys: keys.listKeys,
  revokeKey: keys.revokeKey,

  getAccount: accounts.getAccount,
  updateAccount: accounts.updateAccount,
  exportAccount: accounts.exportAccount,
  deleteAccount: accounts.deleteAccount,
  listMembers: members.listMembers,
  inviteMember: members.inviteMember,
  acceptInvitation: members.acceptInvitation,
  changeRole: members.changeRole,
  removeMember: members.removeMember,

  createIssuer: issuers.createIssuer,
  listIssuers: issuers.listIssuers,
  getIssuer: issuers.getIssuer,
  verifyIssuer: issuers.verifyIssuer,
  rotateIssuerCode: issuers.rotateIssuerCode,
  updateIssuer: issuers.updateIssuer,
  deleteIssuer: issuers.deleteIssuer,
  getBrand: brands.getBrand,
  updateBrand: brands.updateBrand,
  previewBrand,
  listIssuerKeys: issuerKeys.listIssuerKeys,
  rotateIssuerKey: issuerKeys.rotateIssuerKey,
  previewKeyRevocation: issuerKeys.previewKeyRevocation,
  revokeIssuerKeys: issuerKeys.revokeIssuerKeys,

  createBadge: badges.createBadge,
  listBadges: badges.listBadges,
  getBadge: badges.getBadge,
  updateBadge: badges.updateBadge,
  updateShareText: badges.updateShareText,
  deleteBadge: badges.deleteBadge,
  listDesignTemplates: designs.listDesignTemplates,
  addDesignPicture: designs.addDesignPicture,
  findHolders: badges.findHolders,
  lookUpAlignment,

  createAward: credentials.createAward,
  listAwards: credentials.listAwards,
  countAwards: credentials.countAwards,
  getAward: credentials.getAward,

  exportAwards: credentials.exportAwards,
  revokeAwards: bulk.revokeAwards,
  sendAwards: bulk.sendAwards,
  getJob: bulk.getJob,
  createImport: imports.createImport,
  listImports: imports.listImports,
  getImport: imports.getImport,
  pauseImport: imports.pauseImport,
  resumeImport: imports.resumeImport,
  cancelImport: imports.cancelImport,
  importErrors: imports.importErrors,
  sendAward: mailing.sendAward,
  shareAward: mailing.shareAward,
  awardEvents: credentials.awardEvents,
  revokeAward: credentials.revokeAward,
  deleteAward: credentials.deleteAward,
  recordEngagement: engagement.recordEngagement,
  awardStats: engagement.awardStats,
  stats: engagement.stats,
  badgeStats: engagement.badgeStats,

  publicIssuer: documents.publicIssuer,
  publicBadge: documents.publicBadge,
  publicAward: documents.publicAward,
  publicShareText: documents.publicShareText,
  sendPublic: mailing.sendPublic,
  verifyIssuerLink: documents.verifyIssuerLink,
  getImage: documents.getImage,
  awardPdf: files.awardPdf,
  certificatePicture: files.certificatePicture,
  credentialBadge: files.credentialBadge,
  credentialCard: files.credentialCard,
  credentialQr: files.credentialQr,
  signedCredential: signed.signedCredential,
  signedJwt: signed.signedJwt,
  signedBadge: signed.signedBadge,
  walletExchange,
  issuerDid: didDocuments.issuerDid,
  statusList: statusLists.statusList,
  verify: verification.verify,
  verifyPosted: verification.verifyPosted,
  oembed: oembedding.oembed,

  listMail: mail.listMail,
  resendMail: mail.resendMail,
  unsubscribePage: mail.unsubscribePage,
  unsubscribe: mail.unsubscribe,
  reportBounces: mail.reportBounces,

  createWebhook: webhooks.createWebhook,
  listWebhooks: webhooks.listWebhooks,
  deleteWebhook: webhooks.deleteWebhook,
  enableWebhook: webhooks.enableWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: deliveries.testWebhook,
  listDeliveries: deliveries.listDeliveries,
  redeliver: deliveries.redeliver,
  redeliverSince: deliveries.redeliverSince,

  listAuditLog: audit.listAuditLog,

  health: health.health,
  ready: health.ready,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

export function configureOperations(settings: {
  recipientNameMin: number;
}): Record<string, Operation> {
  const body = credentials.createAwardBody(settings.recipientNameMin);
  return { ...operations, createAward: { ...operations.createAward, body } };
}
