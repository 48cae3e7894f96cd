export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
/** A role may do everything that roles with a lower rank may do. */
export const roleRanks = Object.fromEntries(roles.map((role, rank) => [role, rank])) as Readonly<
  Record<Role, number>
>;
export const scopes = ['read', 'write'] as const;
export type KeyScope = (typeof scopes)[number];

/** Fits the integer columns that count. */
export const noLimit = 2_147_483_647;

/**
 * Limits per plan (interface specification §8). `unlimited` is for the operator's own accounts.
 */
export const plans = {
  free: { issuers: 2, seats: 2, credentials: 100 },
  starter: { issuers: 5, seats: 5, credentials: 1_000 },
  pro: { issuers: 10, seats: 20, credentials: 10_000 },
  unlimited: { issuers: noLimit, seats: noLimit, credentials: noLimit },
} as const;
export type Plan = keyof typeof plans;

/** Delivery status: `written` went to a file and reached nobody; `accepted` was taken by the mail server. */
export const mailStatuses = ['queued', 'written', 'accepted', 'bounced', 'failed'] as const;

/** Whether the recipient of a credential was emailed, by the last email to the current address. */
export const emailStatuses = ['not_emailed', 'emailed', 'bounced'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Recipients ask for another name or address on a credential, or for its erasure. */
export const requestKinds = ['correction', 'erasure'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ['open', 'accepted', 'declined'] as const;

/** Chapters of the reference, in reading order. */
export const tags = [
  {
    name: 'Credentials',
    description: 'Issue, find, send, revoke and erase credentials, one at a time or many at once.',
  },
  {
    name: 'Recipients',
    description: 'People with credentials of the account, by email address.',
  },
  {
    name: 'My credentials',
    description:
      'Recipients list their own credentials, and ask issuers to correct or erase them, with a session or JWT.',
  },
  {
    name: 'Imports',
    description: 'Issue credentials from a CSV file in the background.',
  },
  {
    name: 'Claim codes',
    description: 'Pages with a QR code where recipients claim a credential themselves.',
  },
  {
    name: 'Badges',
    description: 'Achievements that credentials are issued for, with texts and image.',
  },
  { name: 'Issuers', description: 'Organizations that issue. Badges need a verified issuer.' },
  {
    name: 'Certificates',
    description:
      'Designs of certificates as layers on a page. A design has `insigniaDesign` (1), `kind` (`certificate`), `paper` (`a4`, `letter`), `orientation`, `layers`, and may have `background` (`color`, `picture`), `bleed` (3 by default), `safeMargin` (10 by default) and `back` (`background`, `layers`). All layers have `id`, `type`, `x`, `y`, `width`, `height`, and may have `rotation`, `name`, `locked`, `hidden`, `group` and `showIf` (a placeholder without whose value the layer is left out). `text` has `text` with placeholders, `font` (`Source Sans 3`, `Source Serif 4`, `Cormorant Garamond`), `weight` (400, 600), `isItalic`, `size`, `color`, `align`, `verticalAlign`, `lineHeight`, `letterSpacing`, `figures` (`lining`, `old-style`), `isSmallCaps`, `fit` (`shrink` or `wrap`) and `hideWhenEmpty`. `shape` has the shapes of badge designs or an ornament, `fill` and `stroke`. Ornaments: `frame` (`notch` of its corners), `fleuron`, `guilloche` (`band`), `rosette` (`petals`, `strands`, `rings` of `radius` and `swing`). `picture` has `picture` and `alt`. `badge`, `logo`, `signature` (`signatory` 1 to 3) and `qr` need no more. `logo` and `signature` may have `align`. Placeholders: `{{recipient_name}}`, `{{badge_name}}`, `{{badge_description}}`, `{{certificate_text}}` (that of the badge, or else its description), `{{issuer_name}}`, `{{issued_on}}`, `{{issued_on_digits}}`, `{{expires}}`, `{{expires_digits}}`, `{{dates}}` (both in words), `{{hours}}`, `{{credits}}`, `{{results}}` (these and all custom fields), `{{field:Name}}`, `{{signatory_1_name}}`, `{{signatory_1_title}}`, the same with 2 and 3, `{{credential_id}}`, `{{credential_url}}`, `{{short_code}}`, `{{short_url}}`. A design of the `kind` `card` is a share card of 1,200 by 630 pixels. Its positions, sizes and font sizes are pixels, and it has no `paper`, `orientation`, `bleed`, `safeMargin` and `back`.',
  },
  {
    name: 'Public documents',
    description:
      'For verifiers, pages and recipients, without a key: Open Badges 2.0 and 3.0 documents, files and the verifier.',
  },
  {
    name: 'Engagement',
    description:
      'Views, shares, downloads and profile additions: record them, and read them by day.',
  },
  { name: 'Webhooks', description: 'Endpoints that receive your events.' },
  { name: 'Mail', description: 'Emails and their delivery status.' },
  { name: 'Email templates', description: 'The wording of emails to recipients.' },
  { name: 'Account', description: 'Plan, usage, audit log, export and deletion of an account.' },
  { name: 'Members', description: 'Members of an account and their roles.' },
  {
    name: 'Single sign-on',
    description:
      'Members sign in with the identity provider of their organization, by OpenID Connect or SAML.',
  },
  {
    name: 'Courses',
    description: 'Learning platforms, such as Moodle and Canvas, that issue by LTI 1.3.',
  },
  { name: 'API keys', description: 'Keys for programs, created by users.' },
  { name: 'People', description: 'Users: sign-up, sign-in, sessions and passwords.' },
  { name: 'Operation', description: 'For operators of the service.' },
] as const;
