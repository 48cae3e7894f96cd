export { accountOperations, updateAccount, updateAccountSecurity } from './accounts.ts';
export {
  asciiDomain,
  canonicalAddress,
  fold,
  foldAddress,
  foldSearch,
  storedForms,
} from './addresses.ts';
export {
  type AttributeDefinition,
  type AttributeValue,
  areErrorDetails,
  attributeLimits,
  getResultType,
  readAttributes,
  resultTypes,
} from './attributes.ts';
export {
  auditOperations,
  type DirectoryAction,
  directoryActions,
  type OperatorAction,
  operatorActions,
  type SignInAction,
  signInActions,
} from './audit.ts';
export {
  awardDetailLimits,
  type CredentialDetails,
  type CredentialDetailsInput,
  credentialDetails,
  detailsTooLarge,
  type Evidence,
  isWithinSizeLimit,
} from './award-details.ts';
export {
  achievementTypes,
  alignment,
  alignmentOperations,
  type BadgeDetails,
  defaultShareText,
  detailLimits,
  fillShareText,
  lookUpAlignment,
  placeholders,
} from './badge-details.ts';
export {
  badge,
  badgeOperations,
  createBadge,
  getBadge,
  holderOperations,
  holdersLimit,
  listBadges,
  updateBadge,
  updateShareText,
} from './badges.ts';
export {
  brand,
  brandFields,
  brandOperations,
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
  type PreviewFile,
  papers,
  previewBrand,
  previewOperations,
  updateBrand,
} from './brands.ts';
export { bulkOperations } from './bulk.ts';
export {
  certificateOperations,
  certificatePreviewOperations,
  createCertificate,
  MAX_CERTIFICATES,
} from './certificates.ts';
export {
  claimConfirmation,
  claimLimits,
  claimOperations,
  claimPage,
  claimPageOperations,
  claimStart,
  createClaimCode,
  readClaimCode,
  readClaimEnd,
} from './claims.ts';
export {
  type AwardEdition,
  correctAward,
  correctionOperations,
  type EditionField,
  renewAward,
} from './corrections.ts';
export { type AwardEvent, type CredentialFilter, credentialFilter } from './credential-schemas.ts';
export {
  createAward,
  credentialOperations,
  getAward,
  lifecycleOperations,
  MAX_COUNTED_AWARDS,
  recipientNameMin,
} from './credentials.ts';
export {
  credentialDates,
  describeDateError,
  findDateErrors,
  formatIsoDay,
  readDate,
  readDuration,
} from './dates.ts';
export { deliveryOperations, listDeliveries } from './deliveries.ts';
export { designOperations, listDesignTemplates, MAX_DESIGN_PICTURES } from './designs.ts';
export {
  documentOperations,
  getImage,
  imageOperations,
  issuerLinkOperations,
  publicAward,
  publicBadge,
  publicIssuer,
  publicShareText,
  verifyIssuerLink,
} from './documents.ts';
export {
  emailTemplateOperations,
  previewEmailTemplate,
  testEmailTemplate,
  updateEmailTemplates,
} from './email-templates.ts';
export {
  describeTemplateError,
  type EmailMessage,
  type EmailTemplate,
  type EmailTemplates,
  emailMessages,
  fieldPlaceholder,
  fillPlaceholders,
  findPlaceholders,
  foldPlaceholder,
  hasTemplateField,
  type TemplateField,
  templateFields,
  templateLimits,
  templatePlaceholders,
} from './email-wording.ts';
export { engagementOperations, recordEngagement, stats, statsOperations } from './engagement.ts';
export {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorBody,
  errors,
  filterNewErrors,
  oauthErrorBody,
} from './errors.ts';
export {
  type AccountEvent,
  type AccountEventName,
  accountEventData,
  type CredentialEvent,
  deliveredEvents,
  deliveryBodies,
  deliveryExamples,
  type EventData,
  type EventName,
  eventData,
  optInEvents,
  timelineNames,
  type WebhookEvent,
  type WebhookEventName,
  webhookEvents,
} from './events.ts';
export { exampleClaimCode, exampleIds, exampleOfferToken, getExampleParam } from './examples.ts';
export {
  awardPdf,
  certificatePicture,
  credentialBadge,
  credentialCard,
  credentialQr,
  fileOperations,
} from './files.ts';
export { type HeaderField, matchHeaderFields, normalizeHeader } from './header-fields.ts';
export { health, healthOperations } from './health.ts';
export {
  attributePrefix,
  countKnownColumns,
  createExportRowFilter,
  describeUnknownAttributes,
  type ExportSkipReason,
  exportColumns,
  findIdColumn,
  findUnknownAttributes,
  type HeaderError,
  headerSearchRows,
  type ImportColumns,
  isCredentialId,
  isExport,
  keepKnownAttributes,
  parseAttributeHeader,
  parseCredentialId,
  readCorrectionHeader,
  readImportHeader,
} from './import-header.ts';
export {
  type CorrectionRow,
  type CorrectionRowContext,
  type ImportRowContext,
  type ImportRowError,
  type ImportRowSchema,
  readCorrectionRow,
  readImportRow,
  readRowName,
  removeFormulaGuards,
} from './import-rows.ts';
export {
  createCorrectionRowSchema,
  createImport,
  createImportRowSchema,
  type ImportSkipReason,
  importLimits,
  importOperations,
} from './imports.ts';
export { issuerKeyOperations, previewKeyRevocation, revokeIssuerKeys } from './issuer-keys.ts';
export {
  correctIssuerName,
  createIssuer,
  getIssuer,
  issuerOperations,
  updateIssuer,
  verifyIssuer,
} from './issuers.ts';
export { createKey, keyOperations, keyPrefix, MAX_API_KEYS } from './keys.ts';
export {
  createLtiPlatform,
  type LtiCheck,
  type LtiFailure,
  type LtiPlatformChange,
  type LtiPlatformInput,
  type LtiRule,
  ltiOperations,
  ltiRules,
  MAX_LTI_PLATFORMS,
  updateLtiPlatform,
} from './lti.ts';
export {
  bounceOperations,
  listMail,
  MAX_SEARCHED_CREDENTIALS,
  MAX_SEARCHED_MAILS,
  MAX_SENT_WRITTEN,
  mailOperations,
  unsubscribe,
  unsubscribeOperations,
} from './mail.ts';
export {
  sendAward,
  sendingOperations,
  sendPublic,
  shareAward,
  visitorOperations,
} from './mailing.ts';
export { acceptInvitation, inviteMember, memberOperations } from './members.ts';
export { getIssueMessage } from './messages.ts';
export {
  type createMigration,
  type MigrationErrorReason,
  type MigrationMode,
  type MigrationSource,
  migrationErrorReasons,
  migrationFileTypes,
  migrationLimits,
  migrationModes,
  migrationOperations,
  migrationSources,
} from './migrations.ts';
export {
  exportMine,
  listMyCredentials,
  MAX_REQUEST_MESSAGE,
  myDataOperations,
  myFilter,
  myOperations,
  newRequest,
} from './my.ts';
export { addAddress, addressOperations, confirmAddress, MAX_ADDRESSES } from './my-addresses.ts';
export {
  collectionLimits,
  collectionOperations,
  createCollection,
  MAX_COLLECTIONS,
  MAX_SELECTED,
  updateCollection,
} from './my-collections.ts';
export {
  deleteImported,
  type IssuerProof,
  importCredential,
  importedOperations,
  MAX_IMPORTED,
  MAX_IMPORTED_BYTES,
  type VerifiedStatus,
} from './my-imports.ts';
export {
  foldHandle,
  handle,
  profileLimits,
  profileOperations,
  updateProfile,
} from './my-profile.ts';
export { oembed, oembedOperations } from './oembed.ts';
export {
  type Access,
  type AuditTargetKind,
  addFormerNames,
  auditTargetKinds,
  bodyLimits,
  bodySchema,
  defineOperation,
  getBodyLimit,
  type Operation,
  type OperationBody,
  type OperationParams,
  type OperationPayload,
  type OperationQuery,
  type Operations,
  type OtherResponse,
  replySchema,
  requestBodySchema,
  type SchemaSettings,
  SMALL_BODY_BYTES,
  successStatus,
  type Version,
  versions,
} from './operation.ts';
export {
  type AuditedOperationId,
  nouns,
  type OperationId,
  operations,
  operationsWithoutMethod,
  pagedLists,
} from './operations.ts';
export {
  MAX_PASSKEYS,
  passkeyOperations,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkeys.ts';
export {
  buildLtiPaths,
  createPathBuilder,
  createPathMatcher,
  hostPaths,
  matchPathPrefix,
  oauthPaths,
  pagePaths,
  withQuery,
} from './paths.ts';
export {
  changePassword,
  confirmEmail,
  emailCode,
  emailCodeOperations,
  emailConfirmation,
  emailLink,
  passwordOperations,
  requestEmailCode,
  requestPasswordReset,
  resetPassword,
  signIn,
  signInOperations,
  signUp,
} from './people.ts';
export {
  createProvisioningToken,
  MAX_PROVISIONING_TOKENS,
  type ProvisionedRole,
  provisionedRoles,
  provisioningOperations,
  provisioningTokenPrefix,
  scimPath,
  updateProvisioning,
} from './provisioning.ts';
export {
  correctRecipient,
  MAX_CORRECTED_AWARDS,
  MAX_COUNTED_RECIPIENT_AWARDS,
  MAX_RECIPIENT_MAILS,
  recipientOperations,
} from './recipients.ts';
export { redirectLimits, redirectOperations, type replaceRedirects } from './redirects.ts';
export { reminderDays, reminderOperations, setReminders } from './reminders.ts';
export { declineRequest, MAX_COUNTED_REQUESTS, requestOperations } from './requests.ts';
export { groupByStatus, listErrorCodes, listOtherResponses } from './responses.ts';
export {
  disableTotp,
  enableTotp,
  replaceRecoveryCodes,
  secondFactorOperations,
  verifyTotp,
} from './second-factor.ts';
export {
  type FirstStep,
  parseUserAgent,
  type SecondFactor,
  secondFactors,
  sessionOperations,
} from './sessions.ts';
export {
  signedBadge,
  signedCredential,
  signedJwt,
  signedOperations,
  walletExchange,
  walletOperations,
} from './signed.ts';
export {
  addSsoDomain,
  createSsoConnection,
  deleteSsoConnection,
  deleteSsoDomain,
  getSsoConnection,
  MAX_SSO_CONNECTIONS,
  MAX_SSO_DOMAINS,
  type SsoConnectionChange,
  type SsoConnectionInput,
  type SsoProtocolName,
  type SsoRole,
  type SsoWarning,
  ssoOperations,
  ssoProtocols,
  ssoRoles,
  testSsoConnection,
  updateSsoConnection,
  verifySsoDomain,
} from './sso.ts';
export {
  didOperations,
  issuerDid,
  statusList,
  statusListOperations,
  statusListToken,
} from './status-lists.ts';
export { email as emailSchema, idOrUrl, line, paged, readShortCode } from './text.ts';
export {
  MAX_LISTED_TRANSFERS,
  offerIssuer,
  type TransferState,
  transferOperations,
} from './transfers.ts';
export {
  isCredentialReference,
  verify,
  verifyLimit,
  verifyOperations,
  verifyPosted,
} from './verify.ts';
export {
  type EmailStatus,
  emailStatuses,
  type KeyScope,
  noLimit,
  type Plan,
  plans,
  type RequestKind,
  type Role,
  roleRanks,
  roles,
  tags,
} from './vocabulary.ts';
export {
  credentialIssuer,
  type WalletFormat,
  walletEndpointPaths,
  walletFormats,
  walletIssuanceOperations,
  walletNonceOperations,
  walletOffer,
  walletOfferDocument,
  walletOfferExchange,
  walletTokenOperations,
} from './wallets.ts';
export { createWebhook, webhookLimits, webhookOperations } from './webhooks.ts';
