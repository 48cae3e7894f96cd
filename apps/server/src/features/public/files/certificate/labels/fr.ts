import type { CertificateLabels } from './labels.ts';

export const fr: CertificateLabels = {
  title: 'Certificat',
  awardedTo: 'Ce certificat est décerné à',
  awardedFor: 'pour',
  criteria: 'Obtenu par',
  issuedBy: 'Délivré par',
  issuedOn: 'Délivré le',
  validUntil: 'Valable jusqu’au',
  verify: 'À vérifier sur',
  pageCounts: 'Il peut être révoqué : sa page fait foi.',
  moreOnPage: 'En entier sur sa page.',
  lettersMissing:
    'Certains caractères ne peuvent pas être affichés ici ; sa page les contient tous.',
  nameOnPage: '(voir sa page)',
  revoked: 'RÉVOQUÉ',
  expired: 'EXPIRÉ',
  since: (day) => `le ${day}`,
  noReason: 'Il a été révoqué.',
  pictureOf: (badge) => `Badge : ${badge}`,
  logoOf: (issuer) => `Logo de ${issuer}`,
  signatureOf: (name) => `Signature de ${name}`,
  codeOf: (address) => `Code QR de ${address}`,
};
