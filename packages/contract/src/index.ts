export { deleteAccount, exportAccount, getAccount, updateAccount } from './accounts.ts';
export { asciiDomain, canonicalAddress } from './addresses.ts';
export { lookUpAlignment } from './alignments.ts';
export {
  type AttributeDefinition,
  type AttributeValue,
  areFaults,
  attributeLimits,
  readAttributes,
  resultTypeOf,
  resultTypes,
} from './attributes.ts';
export { actKinds, listAuditLog, type OperatorAct, operatorActs } from './audit.ts';
export {
  awardDetailLimits,
  type CredentialDetails,
  credentialDetails,
  type Evidence,
  type GivenDetails,
} from './award-details.ts';
export { achievementTypes, alignment, type BadgeDetails, detailLimits } from './badge-details.ts';
export {
  badge,
  createBadge,
  deleteBadge,
  findHolders,
  getBadge,
  holdersLimit,
  listBadges,
  updateBadge,
  updateShareText,
} from './badges.ts';
export { type PreviewFile, previewBrand } from './brand-preview.ts';
export {
  brand,
  brandFields,
  type CertificateStyle,
  certificateStyles,
  defaultBrand,
  getBrand,
  type Language,
  languages,
  mostSignatures,
  type Orientation,
  orientations,
  type Paper,
  papers,
  updateBrand,
} from './brands.ts';
export { getJob, revokeAwards, sendAwards } from './bulk.ts';
export { type AwardEvent, type CredentialFilter, credentialFilter } from './credential-schemas.ts';
export {
  awardEvents,
  countAwards,
  createAward,
  createAwardBody,
  deleteAward,
  exportAwards,
  getAward,
  listAwards,
  mostCounted,
  recipientNameMin,
  revokeAward,
} from './credentials.ts';
export { credentialDates, dateFault, dayOf, readDate } from './dates.ts';
export { listDeliveries, redeliver, redeliverSince, testWebhook } from './deliveries.ts';
export { addDesignPicture, listDesignTemplates, mostDesignPictures } from './designs.ts';
export { issuerDid } from './did-documents.ts';
export {
  getImage,
  publicAward,
  publicBadge,
  publicIssuer,
  publicShareText,
  verifyIssuerLink,
} from './documents.ts';
export { expiryAfter, readDuration } from './durations.ts';
export { awardStats, badgeStats, recordEngagement, stats } from './engagement.ts';
export {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorBody,
  errors,
  unseenFaults,
} from './errors.ts';
export {
  type CredentialEvent,
  deliveryBodies,
  deliveryExamples,
  type EventData,
  type EventName,
  eventData,
  timelineNames,
  type WebhookEvent,
  type WebhookEventName,
  webhookEvents,
} from './events.ts';
export { type ExampleRequest, exampleRequest } from './example-request.ts';
export { exampleIds, exampleParam } from './examples.ts';
export {
  awardPdf,
  certificatePicture,
  credentialBadge,
  credentialCard,
  credentialQr,
} from './files.ts';
export { fold, foldAddress } from './fold.ts';
export { bareHeader, type HeaderField, headerFields } from './header-fields.ts';
export { health, ready } from './health.ts';
export { exportColumns, isExport, type LeftOut, leftOutOfExport } from './import-exports.ts';
export {
  attributeIn,
  attributePrefix,
  foreignAttributes,
  foreignFault,
  type ImportColumns,
  knownImportColumns,
  ownAttributes,
  readImportHeader,
} from './import-header.ts';
export {
  type ImportFault,
  type ImportRowSchema,
  type ImportShape,
  readImportRow,
  withoutGuards,
} from './import-rows.ts';
export {
  cancelImport,
  createImport,
  getImport,
  importErrors,
  importLimits,
  importRowWith,
  listImports,
  pauseImport,
  resumeImport,
} from './imports.ts';
export {
  listIssuerKeys,
  previewKeyRevocation,
  revokeIssuerKeys,
  rotateIssuerKey,
} from './issuer-keys.ts';
export {
  createIssuer,
  deleteIssuer,
  getIssuer,
  listIssuers,
  rotateIssuerCode,
  updateIssuer,
  verifyIssuer,
} from './issuers.ts';
export { createKey, keyPrefix, listKeys, revokeKey } from './keys.ts';
export {
  listMail,
  mostSearchedCredentials,
  mostSearchedMails,
  reportBounces,
  resendMail,
  unsubscribe,
  unsubscribePage,
} from './mail.ts';
export { sendAward, sendPublic, shareAward } from './mailing.ts';
export {
  acceptInvitation,
  changeRole,
  inviteMember,
  listMembers,
  removeMember,
} from './members.ts';
export { messageOf } from './messages.ts';
export { nouns, pagedLists, withoutMethod } from './nouns.ts';
export { oembed } from './oembed.ts';
export {
  type Access,
  answerOf,
  type BodyOf,
  bodyLimitOf,
  bodyLimits,
  type Operation,
  operation,
  type ParamsOf,
  type PayloadOf,
  type QueryOf,
  sentBodyOf,
  statusOf,
} from './operation.ts';
export { type OperationId, operations, operationsWith } from './operations.ts';
export type { Other } from './others.ts';
export {
  matchStart,
  type PathValues,
  pagePaths,
  pathMaker,
  pathMatcher,
  withQuery,
} from './paths.ts';
export {
  changePassword,
  confirmEmail,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from './people.ts';
export { noLimit, type Plan, plans } from './plans.ts';
export { byStatus, othersOf, refusalsOf } from './refusals.ts';
export { type Role, roles, type Scope } from './roles.ts';
export {
  getJwks,
  getSession,
  getToken,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from './sessions.ts';
export { defaultShareText, fillShareText, placeholders } from './share-text.ts';
export { signedBadge, signedCredential, signedJwt } from './signed.ts';
export { statusList } from './status-lists.ts';
export { tags } from './tags.ts';
export { email as emailSchema, idOrUrl, paged } from './text.ts';
export { verify, verifyLimit, verifyPosted } from './verify.ts';
export { type Version, versions } from './versions.ts';
export { walletExchange } from './wallet-exchange.ts';
export {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhooks,
  rotateWebhookSecret,
  webhookLimits,
} from './webhooks.ts';
