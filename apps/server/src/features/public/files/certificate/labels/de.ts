import type { CertificateLabels } from './labels.ts';

export const de: CertificateLabels = {
  title: 'Zertifikat',
  awardedTo: 'Dieses Zertifikat erhält',
  awardedFor: 'für',
  criteria: 'Erworben durch',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  validUntil: 'Gültig bis',
  verify: 'Zu prüfen unter',
  pageCounts: 'Es kann widerrufen werden: Es gilt, was seine Seite sagt.',
  moreOnPage: 'Vollständig auf seiner Seite.',
  lettersMissing: 'Einige Zeichen können hier nicht gezeigt werden; seine Seite hat sie alle.',
  nameOnPage: '(siehe seine Seite)',
  revoked: 'WIDERRUFEN',
  expired: 'ABGELAUFEN',
  since: (day) => `am ${day}`,
  noReason: 'Es wurde widerrufen.',
  pictureOf: (badge) => `Abzeichen: ${badge}`,
  logoOf: (issuer) => `Logo von ${issuer}`,
  signatureOf: (name) => `Unterschrift von ${name}`,
  codeOf: (address) => `QR-Code von ${address}`,
};
