import { defaultShareText } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';

export const en = {
  state: { valid: 'Valid credential', expired: 'Expired', revoked: 'Revoked' },
  certifies: 'This certifies that',
  issuedTo: 'Issued to',
  hasEarned: 'has earned',
  for: 'for',
  earnedBy: 'earned by',
  withdrawn: (day: string) =>
    `This credential is no longer valid. The issuer withdrew it on ${day}.`,
  reason: 'Reason:',
  validUntil: (day: string) => `This credential was valid until ${day}.`,
  since: (day: string) => `on ${day}`,
  issuedOn: 'Issued on',
  expiresOn: 'Expires on',
  expiredOn: 'Expired on',
  doesNotExpire: 'Does not expire',
  credentialId: 'Credential ID',
  criteria: 'Earning criteria',
  issuedBy: 'Issued by',
  emailVerified: 'E-mail verified',
  pictureOf: (badge: string) => `Badge: ${badge}`,
  verify: {
    title: 'Verify this credential',
    lead: 'Checks it now against what the issuer has published.',
    button: 'Verify',
    checking: 'Checking…',
    failed: 'Could not be checked',
    outcomes: { valid: 'valid', invalid: 'invalid', unknown: 'could not check' },
    verdicts: {
      valid: 'Valid credential: every check passed.',
      expired: 'Genuine, but expired.',
      revoked: 'Revoked: the issuer has withdrawn it.',
      not_found: 'No such credential.',
      invalid: 'Not valid.',
      unknown: 'Could not be verified.',
    },
    checks: {
      fetched: 'Source',
      shape: 'Document',
      scope: 'Hosting',
      issuer: 'Issuer',
      badge: 'Badge',
      expiry: 'Expiry',
      revocation: 'Revocation',
      recipient: 'Recipient',
    },
  },
  share: {
    title: 'Share',
    text: defaultShareText,
    linkedin: 'Add to LinkedIn profile',
    email: 'E-mail',
    link: 'Link to this credential',
    copyLink: 'Copy link',
    copy: 'Copy',
    copied: 'Copied',
    pressKeys: 'Press Ctrl+C',
    byHand: 'Enter it on LinkedIn yourself',
    name: 'Name',
    organization: 'Issuing organization',
    issueDate: 'Issue date',
    expirationDate: 'Expiration date',
    url: 'Credential URL',
    embed: 'Embed on a website',
    qr: 'QR code',
    qrOf: 'QR code of this page’s address',
    downloadQr: 'Download the QR code',
  },
  download: {
    title: 'Download',
    certificate: 'Certificate',
    paper: (paper: string) => `${paper}, ready to print`,
    image: 'Badge image',
    baked: 'Carries the credential inside (Open Badges)',
  },
  developers: {
    title: 'For developers',
    assertion: (name: string) => `The ${name} assertion, for programs that ask for JSON:`,
    badge: (name: string) => `The ${name} badge class, for programs that ask for JSON:`,
    issuer: (name: string) => `The ${name} issuer profile, for programs that ask for JSON:`,
  },
  head: {
    expired: (name: string) => `Expired: ${name}`,
    revoked: (name: string) => `Revoked: ${name}`,
    valid: (recipient: string, issuer: string) =>
      `Issued to ${recipient} by ${issuer}. Anyone can verify it.`,
    wasRevoked: (recipient: string, issuer: string) =>
      `${issuer} has revoked this credential of ${recipient}.`,
    hasExpired: (recipient: string, day: string) =>
      `This credential of ${recipient} expired on ${day}.`,
    badge: (issuer: string) => `Badge by ${issuer}.`,
    issuer: (issuer: string) => `${issuer} issues digital credentials that anyone can verify.`,
    unverified: (issuer: string) => `${issuer} has not been verified.`,
  },
  badge: {
    kicker: 'Badge',
    asked: 'Has somebody shown you this badge?',
    lead: 'This page describes the badge, not who has earned it. Each recipient has a credential of their own with a link, an image or a file that you can verify.',
  },
  issuer: {
    kicker: 'Issuer',
    website: 'Website',
    email: 'E-mail',
    verifiedMeans:
      '“E-mail verified” means that the issuer has confirmed that this address is theirs. It says nothing else about them: look at their website, too.',
    notVerified:
      'Not verified: nobody has confirmed that this issuer’s e-mail address is theirs, and it cannot issue credentials yet.',
    asked: 'Has somebody shown you a credential?',
    lead: 'Verify it by its link, image or file: that tells whether it was really issued by this issuer, and whether it is still valid.',
  },
  embed: {
    valid: 'Valid: view and verify',
    expired: (day: string) => `Expired on ${day}`,
  },
  card: {
    verifiable: 'Verified digital credential',
    elsewhere: '(see its page)',
    notWhole: 'Some characters cannot be shown here.',
  },
  foot: { verify: 'Verify a credential', by: (name: string) => `Digital credentials by ${name}` },
};

/** What the pages, cards and small forms of credentials say around the issuer's own words. */
export type PublicTexts = TextsLike<typeof en>;
