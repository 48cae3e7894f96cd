/**
 * An action as a sentence. `known`: the thing still has a {name}. `of`: the {badge} is known.
 * {credential} links to the credential.
 */
export const auditSentences = {
  updateAccount: '{who} renamed the account',
  createIssuer: '{who} registered {known, select, yes {the issuer {name}} other {an issuer}}',
  updateIssuer: '{who} changed {known, select, yes {the issuer {name}} other {an issuer}}',
  deleteIssuer: '{who} deleted {known, select, yes {the issuer {name}} other {an issuer}}',
  updateBrand:
    '{who} changed the brand of {known, select, yes {the issuer {name}} other {an issuer}}',
  verifyIssuer: '{who} verified {known, select, yes {the issuer {name}} other {an issuer}}',
  verifyIssuerLink:
    '{known, select, yes {The issuer {name}} other {An issuer}} was verified by the link in its mail',
  rotateIssuerCode:
    '{who} had a new code sent for {known, select, yes {the issuer {name}} other {an issuer}}',
  rotateIssuerKey:
    '{who} made a new signing key for {known, select, yes {the issuer {name}} other {an issuer}}',
  revokeIssuerKeys:
    '{who} revoked signing keys of {known, select, yes {the issuer {name}} other {an issuer}}',
  createBadge: '{who} created {known, select, yes {the badge {name}} other {a badge}}',
  updateBadge: '{who} changed {known, select, yes {the badge {name}} other {a badge}}',
  updateShareText:
    '{who} changed the share text of {known, select, yes {the badge {name}} other {a badge}}',
  deleteBadge: '{who} deleted {known, select, yes {the badge {name}} other {a badge}}',
  addDesignPicture: '{who} added a picture for designs',
  createAward: '{who} issued {credential}{of, select, yes { of {badge}} other {}}',
  revokeAward: '{who} revoked {credential}{of, select, yes { of {badge}} other {}}',
  deleteAward: '{who} erased a credential{of, select, yes { of {badge}} other {}}',
  sendAward: '{who} mailed {credential}{of, select, yes { of {badge}} other {}}',
  shareAward: '{who} shared {credential}{of, select, yes { of {badge}} other {}}',
  revokeAwards:
    '{who} revoked {count, plural, =0 {credentials} one {# credential} other {# credentials}}{of, select, yes { of {badge}} other {}}',
  sendAwards:
    '{who} mailed {count, plural, =0 {credentials} one {# credential} other {# credentials}}{of, select, yes { of {badge}} other {}}',
  createImport:
    '{who} began {import}{count, plural, =0 {} one { of # row} other { of # rows}}{of, select, yes { for {badge}} other {}}',
  pauseImport: '{who} paused {import}{of, select, yes { for {badge}} other {}}',
  resumeImport: '{who} resumed {import}{of, select, yes { for {badge}} other {}}',
  cancelImport: '{who} cancelled {import}{of, select, yes { for {badge}} other {}}',
  resendMail: '{who} had a mail sent again{of, select, yes { about {badge}} other {}}',
  createKey: '{who} made {known, select, yes {the API key {name}} other {an API key}}',
  revokeKey: '{who} revoked {known, select, yes {the API key {name}} other {an API key}}',
  inviteMember: '{who} invited {known, select, yes {{name}} other {somebody}}',
  acceptInvitation: '{who} joined the team',
  changeRole: '{who} changed the role of {known, select, yes {{name}} other {somebody}}',
  removeMember: '{who} removed a member or cancelled an invitation',
  createWebhook: '{who} added {known, select, yes {the endpoint {name}} other {an endpoint}}',
  deleteWebhook: '{who} deleted {known, select, yes {the endpoint {name}} other {an endpoint}}',
  enableWebhook: '{who} enabled {known, select, yes {the endpoint {name}} other {an endpoint}}',
  rotateWebhookSecret:
    '{who} rotated the secret of {known, select, yes {the endpoint {name}} other {an endpoint}}',
  testWebhook:
    '{who} sent a test event to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  redeliver:
    '{who} sent an event again to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  redeliverSince:
    '{who} sent what had failed again to {known, select, yes {the endpoint {name}} other {an endpoint}}',
  createAccount: '{who} made the account',
  changePlan: '{who} changed the plan',
  sendPasswordLink:
    '{who} sent {known, select, yes {{name}} other {somebody}} a link to choose a password',
  disablePerson: '{who} disabled {known, select, yes {{name}} other {somebody}}',
  enablePerson: '{who} enabled {known, select, yes {{name}} other {somebody}} again',
  retryJob: '{who} had background work done again',
  dropJob: '{who} dropped background work that had failed',
  releaseHeld: '{who} let go on what waited since a restore',
  giveUpHeld: '{who} gave up the mails and deliveries that waited since a restore',
} as const;

/** Several actions of one kind. `of`: the {badges} are known. */
export const auditCountSentences = {
  createAward: '{who} issued {count, number} credentials{of, select, yes { of {badges}} other {}}',
  revokeAward: '{who} revoked {count, number} credentials{of, select, yes { of {badges}} other {}}',
  deleteAward: '{who} erased {count, number} credentials{of, select, yes { of {badges}} other {}}',
  sendAward: '{who} mailed {count, number} credentials{of, select, yes { of {badges}} other {}}',
  shareAward: '{who} shared {count, number} credentials{of, select, yes { of {badges}} other {}}',
  createBadge: '{who} created {count, number} badges',
  deleteBadge: '{who} deleted {count, number} badges',
  addDesignPicture: '{who} added {count, number} pictures for designs',
  createImport:
    '{who} began imports of {count, number} rows{of, select, yes { for {badges}} other {}}',
  resendMail:
    '{who} had {count, number} mails sent again{of, select, yes { about {badges}} other {}}',
  createKey: '{who} made {count, number} API keys',
  revokeKey: '{who} revoked {count, number} API keys',
  inviteMember: '{who} invited {count, number} people',
  removeMember: '{who} removed members or cancelled invitations {count, number} times',
  redeliver: '{who} sent {count, number} events again',
} as const;

/** Short names of actions, for filters. */
export const auditActionNames = {
  updateAccount: 'Account renamed',
  createIssuer: 'Issuer registered',
  updateIssuer: 'Issuer changed',
  deleteIssuer: 'Issuer deleted',
  updateBrand: 'Brand changed',
  verifyIssuer: 'Issuer verified',
  verifyIssuerLink: 'Issuer verified by link',
  rotateIssuerCode: 'New code for an issuer',
  rotateIssuerKey: 'New signing key',
  revokeIssuerKeys: 'Signing keys revoked',
  createBadge: 'Badge created',
  updateBadge: 'Badge changed',
  updateShareText: 'Share text changed',
  deleteBadge: 'Badge deleted',
  addDesignPicture: 'Picture for designs added',
  createAward: 'Credential issued',
  revokeAward: 'Credential revoked',
  deleteAward: 'Credential erased',
  sendAward: 'Credential mailed',
  shareAward: 'Credential shared',
  revokeAwards: 'Credentials revoked',
  sendAwards: 'Credentials mailed',
  createImport: 'Import started',
  pauseImport: 'Import paused',
  resumeImport: 'Import resumed',
  cancelImport: 'Import cancelled',
  resendMail: 'Mail sent again',
  createKey: 'API key made',
  revokeKey: 'API key revoked',
  inviteMember: 'Member invited',
  acceptInvitation: 'Member joined',
  changeRole: 'Role changed',
  removeMember: 'Member removed',
  createWebhook: 'Endpoint added',
  deleteWebhook: 'Endpoint deleted',
  enableWebhook: 'Endpoint enabled',
  rotateWebhookSecret: 'Secret rotated',
  testWebhook: 'Test event sent',
  redeliver: 'Event sent again',
  redeliverSince: 'Failed events sent again',
  createAccount: 'Account made',
  changePlan: 'Plan changed',
  sendPasswordLink: 'Password link sent',
  disablePerson: 'Person disabled',
  enablePerson: 'Person enabled',
  retryJob: 'Background work repeated',
  dropJob: 'Background work dropped',
  releaseHeld: 'Held work released',
  giveUpHeld: 'Held mails given up',
} as const satisfies Record<keyof typeof auditSentences, string>;

export const auditTexts = {
  'acts.someone': 'Somebody',
  'acts.operator': 'The operator',
  'acts.credential': 'a credential',
  'acts.import': 'an import',
  'acts.badges': '{count, number} badges',
  'acts.times': '{count, number} times',
  'acts.other': '{who}: {action}',
  'acts.byGoneKey': 'by a key that is gone',
  'acts.byKey': 'by the key “{key}”',
} as const;
