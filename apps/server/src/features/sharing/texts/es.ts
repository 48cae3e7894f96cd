import type { LetterTexts } from './en.ts';

export const es: LetterTexts = {
  credential: {
    subject: (badge) => `Su credencial: ${badge}`,
    dear: (recipient) => `Hola, ${recipient}:`,
    awarded: (issuer, badge) =>
      `${issuer} le ha otorgado la credencial «${badge}». Tiene su propia página, que puede compartir: quien la abra podrá verificar que es auténtica.`,
    expired: (issuer, badge) =>
      `${issuer} le ha otorgado la credencial «${badge}». Ha caducado. Quien abra su página podrá verificar que es auténtica y verá hasta cuándo fue válida.`,
    why: (issuer) => `Recibe este correo porque ${issuer} le ha emitido una credencial.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Credencial de ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} comparte con usted una credencial: «${badge}», otorgada a ${recipient}. Tiene su propia página: quien la abra podrá verificar que es auténtica.`,
    why: (issuer, recipient) =>
      `${issuer} introdujo su dirección. Si no conoce a ${recipient}, puede ignorar este correo o responder para decirlo.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} comparte con usted una credencial: «${badge}», otorgada a ${recipient} por ${issuer}.`,
    writes: (account) => `${account} escribe`,
    why: (account) =>
      `${account} introdujo su dirección. Cualquiera puede verificar la credencial en su página.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Alguien que visitó la página de esta credencial la comparte con usted: «${badge}», otorgada a ${recipient} por ${issuer}.`,
    writes: 'Mensaje',
    why: 'No sabemos quién ha enviado esto. Cualquiera puede verificar la credencial en su página.',
  },
  view: 'Ver la credencial',
  certificate: 'Descargar el certificado (PDF)',
  linkedin: 'Añadir al perfil de LinkedIn',
  signed: 'Descargar como Open Badge 3.0',
  pictureOf: (badge) => `Insignia: ${badge}`,
};
