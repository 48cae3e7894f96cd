export { deleteAccount, exportAccount, getAccount, updateAccount } from './accounts.ts';
export { asciiDomain, canonicalAddress, storedForms } from './addresses.ts';
export { lookUpAlignment } from './alignments.ts';
export {
  type AttributeDefinition,
  type AttributeValue,
  areErrorDetails,
  attributeLimits,
  getResultType,
  readAttributes,
  resultTypes,
} from './attributes.ts';
export { auditTargetKinds, listAuditLog, type OperatorAction, operatorActions } from './audit.ts';
export {
  awardDetailLimits,
  type CredentialDetails,
  type CredentialDetailsInput,
  credentialDetails,
  type Evidence,
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
  MAX_SIGNATURES,
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
  MAX_COUNTED_AWARDS,
  recipientNameMin,
  revokeAward,
} from './credentials.ts';
export { credentialDates, describeDateError, formatIsoDay, readDate } from './dates.ts';
export { listDeliveries, redeliver, redeliverSince, testWebhook } from './deliveries.ts';
export { addDesignPicture, listDesignTemplates, MAX_DESIGN_PICTURES } from './designs.ts';
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
  filterNewErrors,
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
export { exampleIds, getExampleParam } from './examples.ts';
export {
  awardPdf,
  certificatePicture,
  credentialBadge,
  credentialCard,
  credentialQr,
} from './files.ts';
export { fold, foldAddress } from './fold.ts';
export { type HeaderField, matchHeaderFields, normalizeHeader } from './header-fields.ts';
export { health, ready } from './health.ts';
export {
  createExportRowFilter,
  type ExportSkipReason,
  exportColumns,
  isExport,
} from './import-exports.ts';
export {
  attributePrefix,
  countKnownColumns,
  describeUnknownAttributes,
  findUnknownAttributes,
  type ImportColumns,
  keepKnownAttributes,
  parseAttributeHeader,
  readImportHeader,
} from './import-header.ts';
export {
  type ImportRowContext,
  type ImportRowError,
  type ImportRowSchema,
  readImportRow,
  removeFormulaGuards,
} from './import-rows.ts';
export {
  cancelImport,
  createImport,
  createImportRowSchema,
  getImport,
  importErrors,
  importLimits,
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
  MAX_SEARCHED_CREDENTIALS,
  MAX_SEARCHED_MAILS,
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
export { getIssueMessage } from './messages.ts';
export { nouns, operationsWithoutMethod, pagedLists } from './nouns.ts';
export { oembed } from './oembed.ts';
export {
  type Access,
  bodyLimits,
  defineOperation,
  getBodyLimit,
  type Operation,
  type OperationBody,
  type OperationParams,
  type OperationPayload,
  type OperationQuery,
  replySchema,
  requestBodySchema,
  successStatus,
} from './operation.ts';
export { configureOperations, type OperationId, operations } from './operations.ts';
export type { OtherResponse } from './other-responses.ts';
export {
  createPathBuilder,
  createPathMatcher,
  matchPathPrefix,
  type PathValues,
  pagePaths,
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
export { groupByStatus, listErrorCodes, listOtherResponses } from './responses.ts';
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
