import type { CertificateLabels } from './labels.ts';

export const en: CertificateLabels = {
  title: 'Certificate',
  awardedTo: 'This certifies that',
  awardedFor: 'has earned',
  criteria: 'Earned by',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  validUntil: 'Valid until',
  verify: 'Verify it at',
  pageCounts: 'It can be revoked: what counts is what its page says.',
  moreOnPage: 'In full on its page.',
  lettersMissing: 'Some characters cannot be shown here; its page has them all.',
  nameOnPage: '(see its page)',
  revoked: 'REVOKED',
  expired: 'EXPIRED',
  since: (day) => `on ${day}`,
  noReason: 'It was revoked.',
  pictureOf: (badge) => `Badge: ${badge}`,
  logoOf: (issuer) => `Logo of ${issuer}`,
  signatureOf: (name) => `Signature of ${name}`,
  codeOf: (address) => `QR code of ${address}`,
};
