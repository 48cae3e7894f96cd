import type { EmailTexts } from './en.ts';

export const es: EmailTexts = {
  credential: {
    subject: (badge) => `Su certificado: ${badge}`,
    dear: (recipient) => `Hola, ${recipient}:`,
    awarded: (issuer, badge) =>
      `${issuer} le ha otorgado el certificado «${badge}». Tiene su propia página, que puede compartir: quien la abra podrá verificar que es auténtico.`,
    expired: (issuer, badge) =>
      `${issuer} le ha otorgado el certificado «${badge}». Ha caducado. Quien abra su página podrá verificar que es auténtico y verá hasta cuándo fue válido.`,
    why: (issuer) => `Recibe este correo porque ${issuer} le ha emitido un certificado.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Certificado otorgado a ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} comparte con usted un certificado: «${badge}», otorgado a ${recipient}. Tiene su propia página: quien la abra podrá verificar que es auténtico.`,
    why: (issuer, recipient) =>
      `${issuer} introdujo su dirección. Si no conoce a ${recipient}, puede ignorar este correo o responder para indicarlo.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} comparte con usted un certificado: «${badge}», otorgado a ${recipient} por ${issuer}.`,
    writes: (account) => `${account} escribe`,
    why: (account) =>
      `${account} introdujo su dirección. Cualquiera puede verificar el certificado en su página.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Alguien que visitó la página de este certificado lo comparte con usted: «${badge}», otorgado a ${recipient} por ${issuer}.`,
    writes: 'Mensaje',
    why: 'No sabemos quién ha enviado este mensaje. Cualquiera puede verificar el certificado en su página.',
  },
  view: 'Ver el certificado',
  certificate: 'Descargar el certificado (PDF)',
  linkedin: 'Añadir al perfil de LinkedIn',
  signed: 'Descargar como Open Badge 3.0',
  pictureOf: (badge) => `Insignia: ${badge}`,
};
