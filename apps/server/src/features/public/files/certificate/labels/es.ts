import type { CertificateLabels } from './labels.ts';

export const es: CertificateLabels = {
  title: 'Certificado',
  awardedTo: 'Se otorga este certificado a',
  awardedFor: 'por',
  criteria: 'Obtenido por',
  issuedBy: 'Emitido por',
  issuedOn: 'Emitido el',
  validUntil: 'Válido hasta el',
  verify: 'Verificar en',
  pageCounts: 'Puede ser revocado: vale lo que dice su página.',
  moreOnPage: 'Completo en su página.',
  lettersMissing: 'Algunos caracteres no se pueden mostrar aquí; su página los tiene todos.',
  nameOnPage: '(véase su página)',
  revoked: 'REVOCADO',
  expired: 'CADUCADO',
  since: (day) => `el ${day}`,
  noReason: 'Fue revocado.',
  pictureOf: (badge) => `Insignia: ${badge}`,
  logoOf: (issuer) => `Logotipo de ${issuer}`,
  signatureOf: (name) => `Firma de ${name}`,
  codeOf: (address) => `Código QR de ${address}`,
};
