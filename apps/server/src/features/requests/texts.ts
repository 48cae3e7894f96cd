import type { Language, RequestKind } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { EmailContent, MailKind } from '../../platform/mail/index.ts';
import { createEmailBranding, getEmailTexts, type MailableCredential } from '../sharing/index.ts';

/** Answer to a request. */
export const requestMailKind: MailKind = { name: 'request' };
/** Confirms that a credential was erased. */
export const erasedMailKind: MailKind = { name: 'erased', erasesAddress: true };

const en = {
  subject: (badge: string) => `Your request about “${badge}”`,
  dear: (recipient: string) => `Hello ${recipient},`,
  corrected: (issuer: string, badge: string) =>
    `${issuer} has accepted your request to correct your credential “${badge}”. You’ll see the correction on the credential’s page once ${issuer} has made it.`,
  erased: (issuer: string, badge: string) =>
    `${issuer} has accepted your request and erased your credential “${badge}”. Its page and certificate no longer exist, and signed copies are revoked.`,
  notCorrected: (issuer: string, badge: string) =>
    `${issuer} has declined your request to correct your credential “${badge}”.`,
  notErased: (issuer: string, badge: string) =>
    `${issuer} has declined your request to erase your credential “${badge}”.`,
  closed: (issuer: string, badge: string) =>
    `Your request about the credential “${badge}” from ${issuer} was closed, because the credential no longer has your email address.`,
  moved: 'The credential no longer has this email address.',
  writes: (issuer: string) => `${issuer} writes`,
  why: 'You received this email because you sent a request about your credential. If you have questions, reply to it.',
};
type RequestTexts = TextsLike<typeof en>;

const de: RequestTexts = {
  subject: (badge) => `Ihre Anfrage zu „${badge}“`,
  dear: (recipient) => `Guten Tag ${recipient},`,
  corrected: (issuer, badge) =>
    `${issuer} hat Ihre Anfrage zur Korrektur des Zertifikats „${badge}“ angenommen. Sobald ${issuer} die Korrektur vorgenommen hat, sehen Sie sie auf der Seite des Zertifikats.`,
  erased: (issuer, badge) =>
    `${issuer} hat Ihre Anfrage angenommen und Ihr Zertifikat „${badge}“ endgültig gelöscht. Die Seite und das PDF gibt es nicht mehr, und signierte Kopien sind widerrufen.`,
  notCorrected: (issuer, badge) =>
    `${issuer} hat Ihre Anfrage zur Korrektur des Zertifikats „${badge}“ abgelehnt.`,
  notErased: (issuer, badge) =>
    `${issuer} hat Ihre Anfrage zur endgültigen Löschung des Zertifikats „${badge}“ abgelehnt.`,
  closed: (issuer, badge) =>
    `Ihre Anfrage zum Zertifikat „${badge}“ von ${issuer} wurde geschlossen, weil Ihre E-Mail-Adresse nicht mehr zu diesem Zertifikat gehört.`,
  moved: 'Diese E-Mail-Adresse gehört nicht mehr zu dem Zertifikat.',
  writes: (issuer) => `${issuer} schreibt`,
  why: 'Sie erhalten diese E-Mail, weil Sie eine Anfrage zu Ihrem Zertifikat gesendet haben. Wenn Sie Fragen haben, antworten Sie auf diese E-Mail.',
};

const fr: RequestTexts = {
  subject: (badge) => `Votre demande au sujet de «\u202f${badge}\u202f»`,
  dear: (recipient) => `Bonjour ${recipient},`,
  corrected: (issuer, badge) =>
    `${issuer} a accepté votre demande de corriger votre certificat «\u202f${badge}\u202f». La correction apparaîtra sur la page du certificat dès que ${issuer} l’aura faite.`,
  erased: (issuer, badge) =>
    `${issuer} a accepté votre demande et supprimé définitivement votre certificat «\u202f${badge}\u202f». Sa page et son PDF n’existent plus, et les copies signées sont révoquées.`,
  notCorrected: (issuer, badge) =>
    `${issuer} a refusé votre demande de corriger votre certificat «\u202f${badge}\u202f».`,
  notErased: (issuer, badge) =>
    `${issuer} a refusé votre demande de supprimer définitivement votre certificat «\u202f${badge}\u202f».`,
  closed: (issuer, badge) =>
    `Votre demande au sujet du certificat «\u202f${badge}\u202f» de ${issuer} a été close, car votre adresse e-mail n’est plus associée à ce certificat.`,
  moved: 'Cette adresse e-mail n’est plus associée au certificat.',
  writes: (issuer) => `${issuer} écrit`,
  why: 'Vous recevez cet e-mail parce que vous avez envoyé une demande au sujet de votre certificat. Si vous avez des questions, répondez à cet e-mail.',
};

const es: RequestTexts = {
  subject: (badge) => `Su solicitud sobre «${badge}»`,
  dear: (recipient) => `Hola, ${recipient}:`,
  corrected: (issuer, badge) =>
    `${issuer} ha aceptado su solicitud de corregir su certificado «${badge}». Verá la corrección en la página del certificado en cuanto ${issuer} la haga.`,
  erased: (issuer, badge) =>
    `${issuer} ha aceptado su solicitud y ha eliminado definitivamente su certificado «${badge}». Su página y su PDF ya no existen, y las copias firmadas están revocadas.`,
  notCorrected: (issuer, badge) =>
    `${issuer} ha rechazado su solicitud de corregir su certificado «${badge}».`,
  notErased: (issuer, badge) =>
    `${issuer} ha rechazado su solicitud de eliminar definitivamente su certificado «${badge}».`,
  closed: (issuer, badge) =>
    `Su solicitud sobre el certificado «${badge}» de ${issuer} se ha cerrado porque su dirección de correo ya no está asociada a ese certificado.`,
  moved: 'Esta dirección de correo ya no está asociada al certificado.',
  writes: (issuer) => `${issuer} escribe`,
  why: 'Recibe este correo porque envió una solicitud sobre su certificado. Si tiene preguntas, responda a este correo.',
};

const ar: RequestTexts = {
  subject: (badge) => `طلبك بشأن «${badge}»`,
  dear: (recipient) => `مرحبًا ${recipient}،`,
  corrected: (issuer, badge) =>
    `قبلت ${issuer} طلبك لتصحيح شهادتك «${badge}». سيظهر التصحيح على صفحة الشهادة بعد أن تجريه ${issuer}.`,
  erased: (issuer, badge) =>
    `قبلت ${issuer} طلبك وحذفت شهادتك «${badge}» نهائيًا. لم تعد صفحتها ولا ملف PDF موجودين، وأُلغيت النسخ الموقَّعة.`,
  notCorrected: (issuer, badge) => `رفضت ${issuer} طلبك لتصحيح شهادتك «${badge}».`,
  notErased: (issuer, badge) => `رفضت ${issuer} طلبك لحذف شهادتك «${badge}» نهائيًا.`,
  closed: (issuer, badge) =>
    `أُغلق طلبك بشأن الشهادة «${badge}» من ${issuer}، لأن عنوان بريدك الإلكتروني لم يعد مرتبطًا بهذه الشهادة.`,
  moved: 'لم يعد عنوان البريد الإلكتروني هذا مرتبطًا بالشهادة.',
  writes: (issuer) => `كتبت ${issuer}`,
  why: 'وصلتك هذه الرسالة لأنك أرسلت طلبًا بشأن شهادتك. إذا كانت لديك أسئلة، فيمكنك الرد على هذه الرسالة.',
};

const texts: Record<Language, RequestTexts> = { en, de, fr, es, ar };

export type RequestOutcome = {
  kind: RequestKind;
  /** `moved` if the credential went to somebody else, who now asks for the same. */
  outcome: 'accepted' | 'declined' | 'moved';
  reason: string | null;
  /** False for somebody who doesn't have the credential any more. They must not read the name of its recipient. */
  isRecipient: boolean;
};

/** Reason for closing an earlier recipient's request. */
export const explainMoved = (language: Language): string => texts[language].moved;

/** In the issuer's language and look. */
export function requestEmail(
  credential: MailableCredential,
  { kind, outcome, reason, isRecipient }: RequestOutcome,
  urls: Urls,
): EmailContent {
  const { id, recipientName, badgeName, issuerName, issuerEmail, brand } = credential;
  const t = texts[brand.language];
  const words = {
    accepted: { correction: t.corrected, erasure: t.erased },
    declined: { correction: t.notCorrected, erasure: t.notErased },
    moved: { correction: t.closed, erasure: t.closed },
  }[outcome][kind];
  const isErased = kind === 'erasure' && outcome === 'accepted';
  const { view } = getEmailTexts(brand.language);
  return {
    look: createEmailBranding(credential, urls),
    sender: { name: issuerName, email: issuerEmail },
    subject: t.subject(badgeName),
    before: [...(isRecipient ? [t.dear(recipientName)] : []), words(issuerName, badgeName)],
    ...(reason && { quote: { from: t.writes(issuerName), text: reason } }),
    ...(isRecipient && !isErased && { button: { label: view, url: urls.credentialPage(id) } }),
    after: [t.why],
  };
}
