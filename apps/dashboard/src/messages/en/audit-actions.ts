import { createTranslator } from '../../shared/t.ts';

/**
 * An action as a sentence. `known`: the thing still has a {name}. `of`: the {badge} is known.
 * {credential} links to the credential.
 */
export const auditSentences = {
  updateAccount: '{who} renamed the account',
  updateAccountSecurity: '{who} changed whether members need a second factor',
  createIssuer: '{who} created {known, select, yes {the issuer {name}} other {an issuer}}',
  updateIssuer: '{who} edited {known, select, yes {the issuer {name}} other {an issuer}}',
  correctIssuerName:
    '{who} corrected the name of {known, select, yes {the issuer {name}} other {an issuer}}',
  offerIssuer:
    '{who} offered {known, select, yes {the issuer {name}} other {an issuer}} to another account',
  acceptTransfer:
    '{known, select, yes {The issuer {name}} other {An issuer}} was accepted by its new account',
  declineTransfer:
    'The offer of {known, select, yes {the issuer {name}} other {an issuer}} was declined',
  cancelTransfer:
    '{who} canceled the offer of {known, select, yes {the issuer {name}} other {an issuer}}',
  deleteIssuer: '{who} deleted {known, select, yes {the issuer {name}} other {an issuer}}',
  updateBrand:
    '{who} edited the brand of {known, select, yes {the issuer {name}} other {an issuer}}',
  createCertificate:
    '{who} created a certificate design of {known, select, yes {the issuer {name}} other {an issuer}}',
  updateCertificate:
    '{who} edited a certificate design of {known, select, yes {the issuer {name}} other {an issuer}}',
  deleteCertificate:
    '{who} deleted a certificate design of {known, select, yes {the issuer {name}} other {an issuer}}',
  verifyIssuer: '{who} verified {known, select, yes {the issuer {name}} other {an issuer}}',
  verifyIssuerLink:
    '{known, select, yes {The issuer {name}} other {An issuer}} was verified with the link in its email',
  rotateIssuerCode:
    '{who} requested a new code for {known, select, yes {the issuer {name}} other {an issuer}}',
  rotateIssuerKey:
    '{who} rotated the signing key of {known, select, yes {the issuer {name}} other {an issuer}}',
  revokeIssuerKeys:
    '{who} revoked signing keys of {known, select, yes {the issuer {name}} other {an issuer}}',
  updateEmailTemplates: '{who} edited the email templates of the account',
  deleteEmailTemplates: '{who} deleted the email templates of the account',
  updateIssuerEmailTemplates:
    '{who} edited the email templates of {known, select, yes {the issuer {name}} other {an issuer}}',
  deleteIssuerEmailTemplates:
    '{who} deleted the email templates of {known, select, yes {the issuer {name}} other {an issuer}}',
  updateBadgeEmailTemplates:
    '{who} edited the email templates of {known, select, yes {the badge {name}} other {a badge}}',
  deleteBadgeEmailTemplates:
    '{who} deleted the email templates of {known, select, yes {the badge {name}} other {a badge}}',
  testEmailTemplate: '{who} sent a test message',
  createBadge: '{who} created {known, select, yes {the badge {name}} other {a badge}}',
  updateBadge: '{who} edited {known, select, yes {the badge {name}} other {a badge}}',
  updateShareText:
    '{who} edited the share text of {known, select, yes {the badge {name}} other {a badge}}',
  setReminders:
    '{who} turned reminders on or off for {known, select, yes {the badge {name}} other {a badge}}',
  deleteBadge: '{who} deleted {known, select, yes {the badge {name}} other {a badge}}',
  addDesignPicture: '{who} uploaded a picture for designs',
  createClaim:
    '{who} created a claim code for {known, select, yes {the badge {name}} other {a badge}}',
  updateClaim:
    '{who} stopped or restarted a claim code of {known, select, yes {the badge {name}} other {a badge}}',
  deleteClaim:
    '{who} deleted a claim code of {known, select, yes {the badge {name}} other {a badge}}',
  approveClaims:
    '{who} approved requests for {known, select, yes {the badge {name}} other {a badge}}',
  declineClaims:
    '{who} declined requests for {known, select, yes {the badge {name}} other {a badge}}',
  createAward: '{who} issued {credential}{of, select, yes { for {badge}} other {}}',
  correctAward: '{who} corrected {credential}{of, select, yes { for {badge}} other {}}',
  renewAward: '{who} renewed {credential}{of, select, yes { for {badge}} other {}}',
  correctRecipient: '{who} corrected a recipient',
  revokeAward: '{who} revoked {credential}{of, select, yes { for {badge}} other {}}',
  createRequest: 'A recipient sent a request{of, select, yes { about {badge}} other {}}',
  acceptRequest: '{who} accepted a request{of, select, yes { about {badge}} other {}}',
  declineRequest: '{who} declined a request{of, select, yes { about {badge}} other {}}',
  deleteAward: '{who} erased a credential{of, select, yes { for {badge}} other {}}',
  sendAward: '{who} emailed {credential}{of, select, yes { for {badge}} other {}}',
  shareAward: '{who} shared {credential}{of, select, yes { for {badge}} other {}}',
  eraseRecipient:
    '{who} erased {count, plural, =0 {all credentials} one {# credential} other {# credentials}} of a recipient',
  revokeAwards:
    '{who} revoked {count, plural, =0 {credentials} one {# credential} other {# credentials}}{of, select, yes { for {badge}} other {}}',
  sendAwards:
    '{who} emailed {count, plural, =0 {credentials} one {# credential} other {# credentials}}{of, select, yes { for {badge}} other {}}',
  createImport:
    '{who} started {import}{count, plural, =0 {} one { of # row} other { of # rows}}{of, select, yes { for {badge}} other {}}',
  pauseImport: '{who} paused {import}{of, select, yes { for {badge}} other {}}',
  resumeImport: '{who} resumed {import}{of, select, yes { for {badge}} other {}}',
  cancelImport: '{who} canceled {import}{of, select, yes { for {badge}} other {}}',
  createMigration:
    '{who} started a migration to {known, select, yes {the issuer {name}} other {an issuer}}',
  pauseMigration:
    '{who} paused a migration to {known, select, yes {the issuer {name}} other {an issuer}}',
  resumeMigration:
    '{who} resumed a migration to {known, select, yes {the issuer {name}} other {an issuer}}',
  cancelMigration:
    '{who} canceled a migration to {known, select, yes {the issuer {name}} other {an issuer}}',
  undoMigration:
    '{who} undid a migration to {known, select, yes {the issuer {name}} other {an issuer}}',
  replaceRedirects: '{who} changed redirects of old URLs',
  resendMail: '{who} resent an email{of, select, yes { about {badge}} other {}}',
  sendWrittenMail: '{who} sent emails that were only written to files',
  createKey: '{who} created {known, select, yes {the API key {name}} other {an API key}}',
  revokeKey: '{who} revoked {known, select, yes {the API key {name}} other {an API key}}',
  inviteMember: '{who} invited {known, select, yes {{name}} other {someone}}',
  acceptInvitation: '{who} joined the team',
  changeRole: '{who} changed the role of {known, select, yes {{name}} other {a member}}',
  removeMember: '{who} removed a member or canceled an invitation',
  createWebhook: '{who} created {known, select, yes {the endpoint {name}} other {an endpoint}}',
  deleteWebhook: '{who} deleted {known, select, yes {the endpoint {name}} other {an endpoint}}',
  enableWebhook: '{who} enabled {known, select, yes {the endpoint {name}} other {an endpoint}}',
  rotateWebhookSecret:
    '{who} rotated the secret of {known, select, yes {the endpoint {name}} other {an endpoint}}',
  testWebhook:
    '{who} sent a test event to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  redeliver:
    '{who} redelivered a delivery to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  redeliverSince:
    '{who} redelivered failed deliveries to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  createAccount: '{who} created the account',
  changePlan: '{who} changed the plan',
  sendPasswordLink:
    '{who} sent {known, select, yes {{name}} other {a user}} a link to choose a password',
  verifyTotp: '{who} set up an authenticator app',
  replaceRecoveryCodes: '{who} replaced their recovery codes',
  disableTotp: '{who} removed their authenticator app',
  verifyRecoveryCode: '{who} signed in with a recovery code',
  addPasskey: '{who} added a passkey',
  renamePasskey: '{who} renamed a passkey',
  removePasskey: '{who} removed a passkey',
  lockSecondFactor:
    '{who} entered 5 wrong codes for {known, select, yes {{name}} other {a user}}. Authenticator app codes are locked for 15 minutes',
  removeSecondFactor:
    '{who} removed the second factor of {known, select, yes {{name}} other {a user}}',
  disablePerson: '{who} disabled {known, select, yes {{name}} other {a user}}',
  enablePerson: '{who} enabled {known, select, yes {{name}} other {a user}} again',
  createSsoConnection:
    '{who} created {known, select, yes {the connection {name}} other {a connection}}',
  updateSsoConnection:
    '{who} changed {known, select, yes {the connection {name}} other {a connection}}',
  deleteSsoConnection:
    '{who} deleted {known, select, yes {the connection {name}} other {a connection}}',
  testSsoConnection:
    '{who} tested {known, select, yes {the connection {name}} other {a connection}}',
  addSsoDomain: '{who} added {known, select, yes {the domain {name}} other {a domain}}',
  verifySsoDomain: '{who} verified {known, select, yes {the domain {name}} other {a domain}}',
  deleteSsoDomain: '{who} deleted {known, select, yes {the domain {name}} other {a domain}}',
  loseSsoDomain:
    '{known, select, yes {The domain {name}} other {A domain}} is no longer verified, because its DNS record is missing',
  refreshSsoMetadata:
    'The identity provider of {known, select, yes {the connection {name}} other {a connection}} changed its metadata',
  disableSso: '{who} disabled {known, select, yes {the connection {name}} other {a connection}}',
  enableSso: '{who} enabled {known, select, yes {the connection {name}} other {a connection}}',
  unlinkSso:
    '{who} unlinked {known, select, yes {{name}} other {a user}} from their identity provider',
  linkSso: '{who} signed in by single sign-on for the first time',
  joinBySso: '{who} joined by single sign-on',
  changeRoleBySso: '{who} got another role by single sign-on',
  refuseSso:
    'A sign-in by {known, select, yes {the connection {name}} other {single sign-on}} was refused. Reference {target}: {fields}',
  createLtiPlatform:
    '{who} registered {known, select, yes {the platform {name}} other {a platform}}',
  updateLtiPlatform: '{who} changed {known, select, yes {the platform {name}} other {a platform}}',
  deleteLtiPlatform: '{who} deleted {known, select, yes {the platform {name}} other {a platform}}',
  testLtiPlatform: '{who} checked {known, select, yes {the platform {name}} other {a platform}}',
  createLtiRegistration: '{who} created a registration link for a platform',
  registerLtiPlatform:
    '{known, select, yes {The platform {name}} other {A platform}} registered itself with a link from {who}',
  chooseCourseBadge:
    'A teacher chose {known, select, yes {the badge {name}} other {a badge}} for a course',
  disableLti: '{who} disabled {known, select, yes {the platform {name}} other {a platform}}',
  enableLti: '{who} enabled {known, select, yes {the platform {name}} other {a platform}}',
  exportIssuer:
    '{who} exported {known, select, yes {the issuer {name}} other {an issuer}} for another installation',
  importIssuer:
    '{who} imported {known, select, yes {the issuer {name}} other {an issuer}} from another installation',
  closeIssuer:
    '{who} closed {known, select, yes {the issuer {name}} other {an issuer}}: another installation has it now',
  reopenIssuer: '{who} reopened {known, select, yes {the issuer {name}} other {an issuer}}',
  refuseLti:
    'A launch from {known, select, yes {the platform {name}} other {a learning platform}} was refused. Reference {target}: {fields}',
  useBreakGlass: '{who} signed in without single sign-on, as the exempt owner',
  retryJob: '{who} retried a job',
  dropJob: '{who} deleted a failed job',
  releaseHeld: '{who} released the emails and deliveries held since a restore',
  giveUpHeld: '{who} discarded the emails and deliveries held since a restore',
  updateProvisioning: '{who} changed the roles of directory groups',
  createProvisioningToken: '{who} created a provisioning token',
  revokeProvisioningToken: '{who} revoked a provisioning token',
  provisionMember: 'The directory added {known, select, yes {{name}} other {a member}}',
  changeProvisionedMember:
    'The directory changed details of {known, select, yes {{name}} other {a member}}',
  deprovisionMember: 'The directory removed {known, select, yes {{name}} other {a member}}',
  restoreMember: 'The directory restored {known, select, yes {{name}} other {a member}}',
  changeProvisionedRole:
    'The role of {known, select, yes {{name}} other {a member}} changed with their groups',
  createDirectoryGroup: 'The directory created a group',
  changeDirectoryGroup: 'The directory changed a group',
  deleteDirectoryGroup: 'The directory deleted a group',
} as const;

/** Several actions of one kind. `of`: the {badges} are known. */
export const auditCountSentences = {
  createAward: '{who} issued {count, number} credentials{of, select, yes { for {badges}} other {}}',
  revokeAward:
    '{who} revoked {count, number} credentials{of, select, yes { for {badges}} other {}}',
  deleteAward: '{who} erased {count, number} credentials{of, select, yes { for {badges}} other {}}',
  sendAward: '{who} emailed {count, number} credentials{of, select, yes { for {badges}} other {}}',
  shareAward: '{who} shared {count, number} credentials{of, select, yes { for {badges}} other {}}',
  createBadge: '{who} created {count, number} badges',
  deleteBadge: '{who} deleted {count, number} badges',
  addDesignPicture: '{who} uploaded {count, number} pictures for designs',
  createImport:
    '{who} started imports of {count, number} rows{of, select, yes { for {badges}} other {}}',
  resendMail: '{who} resent {count, number} emails{of, select, yes { about {badges}} other {}}',
  createKey: '{who} created {count, number} API keys',
  revokeKey: '{who} revoked {count, number} API keys',
  inviteMember: '{who} invited {count, number} people',
  removeMember: '{who} removed members or canceled invitations {count, number} times',
  redeliver: '{who} redelivered {count, number} deliveries',
} as const;

/** Short names of actions, for filters. */
export const auditActionNames = {
  updateAccount: 'Account renamed',
  updateAccountSecurity: 'Second factor requirement changed',
  createCertificate: 'Certificate design created',
  updateCertificate: 'Certificate design edited',
  deleteCertificate: 'Certificate design deleted',
  createIssuer: 'Issuer created',
  updateIssuer: 'Issuer edited',
  correctIssuerName: 'Issuer name corrected',
  offerIssuer: 'Issuer offered to another account',
  acceptTransfer: 'Offer of an issuer accepted',
  declineTransfer: 'Offer of an issuer declined',
  cancelTransfer: 'Offer of an issuer canceled',
  deleteIssuer: 'Issuer deleted',
  updateBrand: 'Brand edited',
  verifyIssuer: 'Issuer verified',
  verifyIssuerLink: 'Issuer verified by link',
  rotateIssuerCode: 'Issuer code requested',
  rotateIssuerKey: 'Signing key rotated',
  revokeIssuerKeys: 'Signing keys revoked',
  updateEmailTemplates: 'Email templates of the account edited',
  deleteEmailTemplates: 'Email templates of the account deleted',
  updateIssuerEmailTemplates: 'Email templates of an issuer edited',
  deleteIssuerEmailTemplates: 'Email templates of an issuer deleted',
  updateBadgeEmailTemplates: 'Email templates of a badge edited',
  deleteBadgeEmailTemplates: 'Email templates of a badge deleted',
  testEmailTemplate: 'Test message sent',
  createBadge: 'Badge created',
  updateBadge: 'Badge edited',
  updateShareText: 'Share text edited',
  setReminders: 'Reminders turned on or off',
  deleteBadge: 'Badge deleted',
  addDesignPicture: 'Design picture uploaded',
  createClaim: 'Claim code created',
  updateClaim: 'Claim code stopped or restarted',
  deleteClaim: 'Claim code deleted',
  approveClaims: 'Claim requests approved',
  declineClaims: 'Claim requests declined',
  createAward: 'Credential issued',
  revokeAward: 'Credential revoked',
  deleteAward: 'Credential erased',
  createRequest: 'Request received',
  acceptRequest: 'Request accepted',
  declineRequest: 'Request declined',
  sendAward: 'Credential emailed',
  shareAward: 'Credential shared',
  correctAward: 'Credential corrected',
  renewAward: 'Credential renewed',
  correctRecipient: 'Recipient corrected',
  eraseRecipient: 'Recipient erased',
  revokeAwards: 'Credentials revoked',
  sendAwards: 'Credentials emailed',
  createImport: 'Import started',
  pauseImport: 'Import paused',
  resumeImport: 'Import resumed',
  cancelImport: 'Import canceled',
  createMigration: 'Migration started',
  pauseMigration: 'Migration paused',
  resumeMigration: 'Migration resumed',
  cancelMigration: 'Migration canceled',
  undoMigration: 'Migration undone',
  replaceRedirects: 'Redirects changed',
  resendMail: 'Email resent',
  sendWrittenMail: 'Emails sent that were only written to files',
  createKey: 'API key created',
  revokeKey: 'API key revoked',
  inviteMember: 'Member invited',
  acceptInvitation: 'Member joined',
  changeRole: 'Role changed',
  removeMember: 'Member removed or invitation canceled',
  createWebhook: 'Endpoint created',
  deleteWebhook: 'Endpoint deleted',
  enableWebhook: 'Endpoint enabled',
  rotateWebhookSecret: 'Endpoint secret rotated',
  testWebhook: 'Test event sent',
  redeliver: 'Delivery redelivered',
  redeliverSince: 'Failed deliveries redelivered',
  createAccount: 'Account created',
  changePlan: 'Plan changed',
  sendPasswordLink: 'Password link sent',
  verifyTotp: 'Authenticator app set up',
  replaceRecoveryCodes: 'Recovery codes replaced',
  disableTotp: 'Authenticator app removed',
  verifyRecoveryCode: 'Sign-in with a recovery code',
  addPasskey: 'Passkey added',
  renamePasskey: 'Passkey renamed',
  removePasskey: 'Passkey removed',
  lockSecondFactor: 'Authenticator app locked by wrong codes',
  removeSecondFactor: 'Second factor removed by the operator',
  disablePerson: 'User disabled',
  enablePerson: 'User enabled',
  createSsoConnection: 'Connection created',
  updateSsoConnection: 'Connection changed',
  deleteSsoConnection: 'Connection deleted',
  testSsoConnection: 'Connection tested',
  addSsoDomain: 'Domain added',
  verifySsoDomain: 'Domain verified',
  deleteSsoDomain: 'Domain deleted',
  loseSsoDomain: 'Domain no longer verified',
  refreshSsoMetadata: 'Metadata of a connection changed',
  disableSso: 'Connection disabled by the operator',
  enableSso: 'Connection enabled by the operator',
  unlinkSso: 'User unlinked by the operator',
  linkSso: 'First sign-in by single sign-on',
  joinBySso: 'Member joined by single sign-on',
  changeRoleBySso: 'Role changed by single sign-on',
  refuseSso: 'Sign-in by single sign-on refused',
  createLtiPlatform: 'Platform registered',
  updateLtiPlatform: 'Platform changed',
  deleteLtiPlatform: 'Platform deleted',
  testLtiPlatform: 'Platform checked',
  createLtiRegistration: 'Registration link created',
  registerLtiPlatform: 'Platform registered by a link',
  chooseCourseBadge: 'Badge chosen for a course',
  disableLti: 'Platform disabled by the operator',
  enableLti: 'Platform enabled by the operator',
  exportIssuer: 'Issuer exported by the operator',
  importIssuer: 'Issuer imported by the operator',
  closeIssuer: 'Issuer closed by the operator',
  reopenIssuer: 'Issuer reopened by the operator',
  refuseLti: 'Launch from a course refused',
  useBreakGlass: 'Owner signed in without single sign-on',
  retryJob: 'Job retried',
  dropJob: 'Failed job deleted',
  releaseHeld: 'Held emails released',
  giveUpHeld: 'Held emails discarded',
  updateProvisioning: 'Roles of directory groups changed',
  createProvisioningToken: 'Provisioning token created',
  revokeProvisioningToken: 'Provisioning token revoked',
  provisionMember: 'Member added by the directory',
  changeProvisionedMember: 'Member changed by the directory',
  deprovisionMember: 'Member removed by the directory',
  restoreMember: 'Member restored by the directory',
  changeProvisionedRole: 'Role changed with groups',
  createDirectoryGroup: 'Directory group created',
  changeDirectoryGroup: 'Directory group changed',
  deleteDirectoryGroup: 'Directory group deleted',
} as const satisfies Record<keyof typeof auditSentences, string>;

export const auditTexts = {
  'acts.someone': 'Someone',
  'acts.operator': 'The operator',
  'acts.credential': 'a credential',
  'acts.import': 'an import',
  'acts.badges': '{count, number} badges',
  'acts.times': '{count, number} times',
  'acts.other': '{who}: {action}',
  'acts.byGoneKey': 'with a deleted API key',
  'acts.byKey': 'with the API key “{key}”',
} as const;

/** Loaded with features/audit. */
export const audit = {
  'audit.lead':
    'Every change to this account: who made it, when, and with which API key. Entries are kept for at least 400 days and deleted a month at a time.',
  'audit.import.queued': 'Queued',
  'audit.import.running':
    'Running, {count, number}{action, select, correct { corrected} other { issued}}',
  'audit.import.paused':
    'Paused, {count, number}{action, select, correct { corrected} other { issued}}',
  'audit.import.checked': 'Dry run',
  'audit.import.completed': '{count, number}{action, select, correct { corrected} other { issued}}',
  'audit.import.failed':
    'Failed, {count, number}{action, select, correct { corrected} other { issued}}',
  'audit.import.cancelled':
    'Canceled, {count, number}{action, select, correct { corrected} other { issued}}',
  'audit.import.failedRows': '{failed, number} failed',
  'audit.user': 'User',
  'audit.user.any': 'All users',
  'audit.user.gone': 'Former member',
  'audit.action': 'Action',
  'audit.action.any': 'All actions',
  'audit.from': 'From',
  'audit.to': 'To',
  'audit.all': 'Clear filters',
  'audit.fields': 'Changed: {fields}',
  'audit.none.title': 'No changes yet',
  'audit.none.words': 'Changes to this account will appear here.',
  'audit.today': 'Today',
  'audit.yesterday': 'Yesterday',
  'audit.parts': '{count, number} entries',
} as const;

export const t = createTranslator(audit);
