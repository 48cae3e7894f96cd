import type { Role, Scope } from './accounts.ts';
import { importLimits } from './imports.ts';

/** Who may call an operation: anyone; a person with session or JWT; or a caller of an account with scope and role. */
export type Access =
  | 'public'
  | { who: 'person' }
  | { who: 'caller'; scope: Scope; role: Role; personOnly?: true };

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  tag: string;
  summary: string;
  /** A bare body may come inside `parameters` all the same. */
  mayWrap?: true;
  /** No body at all, or `{}`, stands for empty `parameters`. */
  mayBeEmpty?: true;
  /** Media types of the body where that is no JSON. */
  accepts?: readonly string[];
  /** HTTP status of success; 200 when not given. */
  status?: 201 | 202;
  /** The body carries its fields directly, without `parameters`. */
  bare?: true;
  /** Pages of other sites may read it (CORS): it is public and says the same to everyone. */
  anyOrigin?: true;
  /** The largest body in bytes: by `bodyLimitOf` when not given. Forms with a file have limits of their own. */
  bodyLimit?: number;
  /** Media types of what it answers by itself, where that is no JSON payload of a schema. */
  serves?: readonly string[];
};

const reads = { who: 'caller', scope: 'read', role: 'viewer' } as const;
const edits = { who: 'caller', scope: 'write', role: 'editor' } as const;
const ownKeys = { who: 'caller', scope: 'write', role: 'viewer', personOnly: true } as const;
const manages = { who: 'caller', scope: 'write', role: 'admin' } as const;
const person = { who: 'person' } as const;
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const ofAuth = 16 * kibibyte;
/** 5 MiB of a picture in base64, and the rest. */
const withPicture = 8 * mebibyte;
/** 10,000 credentials by their addresses. */
const withMany = 2 * mebibyte;
const openBadges = ['application/json', 'application/ld+json'] as const;

/** Every operation of the interface: routes, tests, OpenAPI and documentation are derived from this table. */
export const operations = {
  signUp: {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: 'public',
    tag: 'People',
    summary: 'Sign up; a mail proves the address',
    bare: true,
    bodyLimit: ofAuth,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'public',
    tag: 'People',
    summary: 'Confirm the address with link and password',
    bare: true,
    bodyLimit: ofAuth,
  },
  signIn: {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: 'public',
    tag: 'People',
    summary: 'Sign in; sets the session cookie',
    bare: true,
    bodyLimit: ofAuth,
  },
  signOut: {
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'public',
    tag: 'People',
    summary: 'Sign out',
    bare: true,
    bodyLimit: ofAuth,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/auth/request-password-reset',
    access: 'public',
    tag: 'People',
    summary: 'Ask for a mail with a reset link',
    bare: true,
    bodyLimit: ofAuth,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    tag: 'People',
    summary: 'Set a new password with the link; ends all sessions, and API keys when asked to',
    bare: true,
    bodyLimit: ofAuth,
  },
  getToken: {
    method: 'GET',
    path: '/api/auth/token',
    access: person,
    tag: 'People',
    summary: 'A JWT of at most 15 minutes',
  },
  getJwks: {
    method: 'GET',
    path: '/api/auth/jwks',
    access: 'public',
    tag: 'People',
    summary: 'Public keys of the JWTs',
  },
  getSession: {
    method: 'GET',
    path: '/api/auth/get-session',
    access: person,
    tag: 'People',
    summary: 'Who is signed in',
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/list-sessions',
    access: person,
    tag: 'People',
    summary: 'Where you are signed in',
  },
  revokeSession: {
    method: 'POST',
    path: '/api/auth/revoke-session',
    access: person,
    tag: 'People',
    summary: 'End one session',
    bare: true,
    bodyLimit: ofAuth,
  },
  revokeOtherSessions: {
    method: 'POST',
    path: '/api/auth/revoke-other-sessions',
    access: person,
    tag: 'People',
    summary: 'End all sessions but this one',
    bare: true,
    bodyLimit: ofAuth,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: person,
    tag: 'People',
    summary: 'Change the password and end all other sessions',
    bare: true,
    bodyLimit: ofAuth,
  },

  createKey: {
    method: 'POST',
    path: '/api-keys',
    access: ownKeys,
    tag: 'API keys',
    summary: 'Create a key; it is shown once',
  },
  listKeys: {
    method: 'GET',
    path: '/api-keys',
    access: { ...reads, personOnly: true },
    tag: 'API keys',
    summary: 'List keys: your own, or all for admins',
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api-keys/:keyId',
    access: ownKeys,
    tag: 'API keys',
    summary: 'Revoke a key',
  },

  getAccount: {
    method: 'GET',
    path: '/account',
    access: reads,
    tag: 'Account',
    summary: 'Plan, limits, usage, and the accounts that you belong to',
  },
  exportAccount: {
    method: 'GET',
    path: '/account/export',
    access: { who: 'caller', scope: 'read', role: 'admin', personOnly: true },
    tag: 'Account',
    summary: 'Everything of the account, as a zip file',
    serves: ['application/zip'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/account',
    access: { who: 'caller', scope: 'write', role: 'owner', personOnly: true },
    tag: 'Account',
    summary: 'Delete the account with everything in it, and yourself',
  },
  listMembers: {
    method: 'GET',
    path: '/members',
    access: reads,
    tag: 'Members',
    summary: 'List members and pending invitations',
  },
  inviteMember: {
    method: 'POST',
    path: '/members',
    access: manages,
    tag: 'Members',
    summary: 'Invite somebody by e-mail',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/members/accept',
    // Any scope and role: it is the person who accepts, by key its maker.
    access: reads,
    tag: 'Members',
    summary: 'Accept an invitation to your own address',
  },
  changeRole: {
    method: 'POST',
    path: '/members/:memberId/role',
    access: manages,
    tag: 'Members',
    summary: "Change a member's role",
  },
  removeMember: {
    method: 'DELETE',
    path: '/members/:memberId',
    access: manages,
    tag: 'Members',
    summary: 'Remove a member or cancel an invitation',
  },

  createIssuer: {
    method: 'POST',
    path: '/issuers',
    access: edits,
    tag: 'Issuers',
    summary: 'Register an issuer',
    bodyLimit: withPicture,
  },
  listIssuers: {
    method: 'GET',
    path: '/issuers',
    access: reads,
    tag: 'Issuers',
    summary: 'List issuers',
  },
  verifyIssuer: {
    method: 'POST',
    path: '/issuers/:issuerId/verify',
    access: edits,
    tag: 'Issuers',
    summary: 'Verify with the code from the mail',
  },
  rotateIssuerCode: {
    method: 'POST',
    path: '/issuers/:issuerId/rotate-code',
    access: edits,
    tag: 'Issuers',
    summary: 'Send a new code and void the old one',
  },
  updateIssuer: {
    method: 'PUT',
    path: '/issuers/:issuerId',
    access: edits,
    tag: 'Issuers',
    summary: 'Update an issuer',
    bodyLimit: withPicture,
  },
  deleteIssuer: {
    method: 'DELETE',
    path: '/issuers/:issuerId',
    access: edits,
    tag: 'Issuers',
    summary: 'Delete an issuer without badges',
  },

  createBadge: {
    method: 'POST',
    path: '/badges',
    access: edits,
    tag: 'Badges',
    summary: 'Create a badge under a verified issuer',
    bodyLimit: withPicture,
  },
  listBadges: {
    method: 'GET',
    path: '/badges',
    access: reads,
    tag: 'Badges',
    summary: 'List badges, or read one with badgeId',
  },
  getBadge: {
    method: 'GET',
    path: '/badges/:badgeId',
    access: reads,
    tag: 'Badges',
    summary: 'Read one badge with its design',
  },
  updateBadge: {
    method: 'PUT',
    path: '/badges/:badgeId',
    access: edits,
    tag: 'Badges',
    summary: 'Update a badge',
    bodyLimit: withPicture,
  },
  updateShareText: {
    method: 'PUT',
    path: '/badges/:badgeId/share-text',
    access: edits,
    tag: 'Badges',
    summary: 'Set the share text',
  },
  deleteBadge: {
    method: 'DELETE',
    path: '/badges/:badgeId',
    access: edits,
    tag: 'Badges',
    summary: 'Delete a badge without credentials',
  },

  createAward: {
    method: 'POST',
    path: '/awards',
    access: edits,
    tag: 'Credentials',
    summary: 'Issue a credential',
  },
  listAwards: {
    method: 'GET',
    path: '/awards',
    access: reads,
    tag: 'Credentials',
    summary: 'List credentials, 50 a page',
  },
  getAward: {
    method: 'GET',
    path: '/awards/:awardId',
    access: reads,
    tag: 'Credentials',
    summary: 'Read one credential',
  },

  exportAwards: {
    method: 'GET',
    path: '/awards/export.csv',
    access: reads,
    tag: 'Credentials',
    summary: 'All credentials, or those of a filter, as CSV',
    serves: ['text/csv'],
  },
  revokeAwards: {
    method: 'POST',
    path: '/awards/revoke',
    access: edits,
    tag: 'Credentials',
    summary: 'Revoke many credentials, as a job',
    status: 202,
    bodyLimit: withMany,
  },
  sendAwards: {
    method: 'POST',
    path: '/awards/send',
    access: edits,
    tag: 'Credentials',
    summary: 'Mail many credentials to their recipients, as a job',
    status: 202,
    bodyLimit: withMany,
  },
  getJob: {
    method: 'GET',
    path: '/jobs/:jobId',
    access: reads,
    tag: 'Credentials',
    summary: 'Progress of work on many credentials',
  },
  createImport: {
    method: 'POST',
    path: '/awards/imports',
    access: edits,
    tag: 'Imports',
    summary: 'Issue the rows of a CSV file',
    accepts: ['text/csv', 'multipart/form-data'],
    status: 202,
    bodyLimit: importLimits.bytes,
  },
  listImports: {
    method: 'GET',
    path: '/awards/imports',
    access: reads,
    tag: 'Imports',
    summary: 'List imports, newest first',
  },
  getImport: {
    method: 'GET',
    path: '/awards/imports/:importId',
    access: reads,
    tag: 'Imports',
    summary: 'Progress of an import, with its first errors',
  },
  pauseImport: {
    method: 'POST',
    path: '/awards/imports/:importId/pause',
    access: edits,
    tag: 'Imports',
    summary: 'Stop after the rows at hand',
  },
  resumeImport: {
    method: 'POST',
    path: '/awards/imports/:importId/resume',
    access: edits,
    tag: 'Imports',
    summary: 'Go on with a paused import',
  },
  cancelImport: {
    method: 'POST',
    path: '/awards/imports/:importId/cancel',
    access: edits,
    tag: 'Imports',
    summary: 'Stop for good; what was issued stays',
  },
  importErrors: {
    method: 'GET',
    path: '/awards/imports/:importId/errors.csv',
    access: reads,
    tag: 'Imports',
    summary: 'The failed rows as they came, each with its error',
    serves: ['text/csv'],
  },
  sendAward: {
    method: 'POST',
    path: '/awards/:awardId/send',
    access: edits,
    tag: 'Credentials',
    summary: 'Mail a credential to its recipient',
  },
  shareAward: {
    method: 'POST',
    path: '/awards/:awardId/share',
    access: edits,
    tag: 'Credentials',
    summary: 'Mail a credential to others, each by a mail of their own',
  },
  awardEvents: {
    method: 'GET',
    path: '/awards/:awardId/events',
    access: reads,
    tag: 'Credentials',
    summary: 'What happened to a credential, oldest first',
  },
  revokeAward: {
    method: 'POST',
    path: '/awards/:awardId/revoke',
    access: edits,
    tag: 'Credentials',
    summary: 'Revoke a credential, with a reason that is published',
    mayBeEmpty: true,
  },
  deleteAward: {
    method: 'DELETE',
    path: '/awards/:awardId',
    access: edits,
    tag: 'Credentials',
    summary: 'Erase a credential and its personal data',
  },
  recordEngagement: {
    method: 'POST',
    path: '/awards/:awardGuid/event',
    access: 'public',
    tag: 'Engagement',
    summary: 'Count a view, share, download or profile addition',
  },
  awardStats: {
    method: 'GET',
    path: '/awards/:awardGuid/stats',
    access: 'public',
    tag: 'Engagement',
    summary: 'Engagement counters of a credential',
  },
  stats: {
    method: 'GET',
    path: '/stats',
    access: reads,
    tag: 'Engagement',
    summary: 'Issued credentials and engagement of the account, by day',
  },
  badgeStats: {
    method: 'GET',
    path: '/badges/:badgeId/stats',
    access: reads,
    tag: 'Engagement',
    summary: 'Issued credentials and engagement of a badge, by day',
  },

  publicIssuer: {
    method: 'GET',
    path: '/certify-badge/issuer/:guid',
    access: 'public',
    tag: 'Public documents',
    summary: 'Open Badges 2.0 Issuer profile',
    serves: openBadges,
    anyOrigin: true,
  },
  publicBadge: {
    method: 'GET',
    path: '/certify-badge/badge/:guid',
    access: 'public',
    tag: 'Public documents',
    summary: 'Open Badges 2.0 BadgeClass',
    serves: openBadges,
    anyOrigin: true,
  },
  publicAward: {
    method: 'GET',
    path: '/certify-badge/award/:guid',
    access: 'public',
    tag: 'Public documents',
    summary: 'Open Badges 2.0 Assertion',
    serves: openBadges,
    anyOrigin: true,
  },
  publicShareText: {
    method: 'GET',
    path: '/certify-badge/award/:guid/share-text',
    access: 'public',
    tag: 'Public documents',
    summary: 'Share text with its placeholders filled in',
    serves: ['application/json'],
    anyOrigin: true,
  },
  sendPublic: {
    method: 'POST',
    path: '/certify-badge/award/:guid/send-email',
    access: 'public',
    tag: 'Public documents',
    summary: "Mail a credential to others, with a visitor's words",
  },
  verifyIssuerLink: {
    method: 'GET',
    path: '/certify-badge/verify-issuer/:guid/:code',
    access: 'public',
    tag: 'Public documents',
    summary: 'Page behind the link of the verification mail',
    serves: ['text/html'],
  },
  getImage: {
    method: 'GET',
    path: '/ipfs/:cid',
    access: 'public',
    tag: 'Public documents',
    summary: 'Image by content address',
    serves: ['image/png', 'image/jpeg'],
    anyOrigin: true,
  },
  awardPdf: {
    method: 'GET',
    path: '/awards/:awardGuid/pdf',
    access: 'public',
    tag: 'Public documents',
    summary: 'Certificate: one A4 page',
    serves: ['application/pdf'],
    anyOrigin: true,
  },
  credentialBadge: {
    method: 'GET',
    path: '/credentials/:guid/badge.png',
    access: 'public',
    tag: 'Public documents',
    summary: "The badge's picture with the assertion baked in",
    serves: ['image/png'],
    anyOrigin: true,
  },
  credentialCard: {
    method: 'GET',
    path: '/credentials/:guid/card.png',
    access: 'public',
    tag: 'Public documents',
    summary: 'Picture for link previews, 1200 by 630',
    serves: ['image/png'],
    anyOrigin: true,
  },
  credentialQr: {
    method: 'GET',
    path: '/credentials/:guid/qr.svg',
    access: 'public',
    tag: 'Public documents',
    summary: "QR code of the credential's page",
    serves: ['image/svg+xml'],
    anyOrigin: true,
  },
  verify: {
    method: 'GET',
    path: '/verify',
    access: 'public',
    tag: 'Public documents',
    summary: 'Check a badge of any issuer by its address',
    serves: ['application/json', 'text/html'],
  },
  verifyPosted: {
    method: 'POST',
    path: '/verify',
    access: 'public',
    tag: 'Public documents',
    summary: 'Check a badge: its address, its document, or the picture that it is baked into',
    bare: true,
    accepts: ['application/json', 'multipart/form-data'],
    serves: ['application/json', 'text/html'],
    bodyLimit: mebibyte,
  },
  oembed: {
    method: 'GET',
    path: '/oembed',
    access: 'public',
    tag: 'Public documents',
    summary: "How to show a credential's page on another site (oEmbed 1.0)",
    anyOrigin: true,
  },

  listMail: {
    method: 'GET',
    path: '/mail',
    access: reads,
    tag: 'Mail',
    summary: 'What was mailed, and what became of it, newest first',
  },
  resendMail: {
    method: 'POST',
    path: '/mail/:mailId/resend',
    access: edits,
    tag: 'Mail',
    summary: 'Send a mail once more, as a new one',
  },
  unsubscribePage: {
    method: 'GET',
    path: '/mail/unsubscribe/:token',
    access: 'public',
    tag: 'Mail',
    summary: 'Page behind the link that ends such mails',
    serves: ['text/html'],
  },
  unsubscribe: {
    method: 'POST',
    path: '/mail/unsubscribe/:token',
    access: 'public',
    tag: 'Mail',
    summary: 'End such mails, by one click (RFC 8058)',
    serves: ['text/html'],
  },

  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    access: manages,
    tag: 'Webhooks',
    summary: 'Register an endpoint; its secret is shown once',
    bare: true,
    mayWrap: true,
    status: 201,
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    access: reads,
    tag: 'Webhooks',
    summary: 'List endpoints with their health',
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    access: manages,
    tag: 'Webhooks',
    summary: 'Delete an endpoint; its deliveries stop at once',
  },
  enableWebhook: {
    method: 'POST',
    path: '/webhooks/:webhookId/enable',
    access: manages,
    tag: 'Webhooks',
    summary: 'Enable a disabled endpoint again',
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/:webhookId/rotate-secret',
    access: manages,
    tag: 'Webhooks',
    summary: 'Make a new secret; the old one signs too for 24 hours',
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/:webhookId/test',
    access: manages,
    tag: 'Webhooks',
    summary: 'Send a signed ping',
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    access: reads,
    tag: 'Webhooks',
    summary: 'Deliveries with request, attempts and answers, newest first',
  },
  redeliver: {
    method: 'POST',
    path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    access: manages,
    tag: 'Webhooks',
    summary: 'Deliver once more',
  },
  redeliverSince: {
    method: 'POST',
    path: '/webhooks/:webhookId/deliveries/redeliver',
    access: manages,
    tag: 'Webhooks',
    summary: 'Deliver all that has failed since a time once more',
    bare: true,
    mayWrap: true,
  },

  listAuditLog: {
    method: 'GET',
    path: '/audit-log',
    access: { who: 'caller', scope: 'read', role: 'admin' },
    tag: 'Account',
    summary: 'Who did what, newest first',
  },

  health: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    tag: 'Operation',
    summary: 'The process lives',
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    tag: 'Operation',
    summary: 'The service can serve',
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** What anybody may send is small; who is known may send more. */
export function bodyLimitOf({ bodyLimit, access }: Operation): number {
  return bodyLimit ?? (access === 'public' ? 16 * kibibyte : mebibyte);
}
