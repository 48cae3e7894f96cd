import type { EmailTexts } from './en.ts';

export const es: EmailTexts = {
  credential: {
    subject: (badge) => `Su certificado: ${badge}`,
    dear: (recipient) => `Hola, ${recipient}:`,
    awarded: (issuer, badge) =>
      `${issuer} le ha otorgado el certificado «${badge}». Puede compartir su página. Cualquiera que la abra podrá verificar que su certificado es auténtico.`,
    expired: (issuer, badge) =>
      `${issuer} le ha otorgado el certificado «${badge}». Este certificado ha caducado. Cualquiera que abra su página podrá verificar que es auténtico y ver cuándo caducó.`,
    why: (issuer) => `Recibe este correo porque ${issuer} le ha emitido un certificado.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Certificado otorgado a ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} comparte con usted un certificado: «${badge}», otorgado a ${recipient}. Cualquiera que abra su página podrá verificar que es auténtico.`,
    why: (issuer, recipient) =>
      `${issuer} introdujo su dirección de correo. Si no conoce a ${recipient}, ignore este correo o respóndalo para avisar al emisor.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} comparte con usted un certificado: «${badge}», otorgado a ${recipient} por ${issuer}.`,
    writes: (account) => `${account} escribe`,
    why: (account) =>
      `${account} introdujo su dirección de correo. Cualquiera puede verificar el certificado en su página.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Alguien que visitó la página de este certificado lo comparte con usted: «${badge}», otorgado a ${recipient} por ${issuer}.`,
    writes: 'Mensaje',
    why: 'No sabemos quién ha escrito este mensaje. Cualquiera puede verificar el certificado en su página.',
  },
  view: 'Ver el certificado',
  certificate: 'Descargar el certificado (PDF)',
  linkedin: 'Añadir al perfil de LinkedIn',
  signed: 'Descargar como Open Badge 3.0',
  pictureOf: (badge) => `Insignia: ${badge}`,
};
