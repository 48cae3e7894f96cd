import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { EmailContent, MailKind } from '../../platform/mail/index.ts';
import { createEmailBranding } from '../sharing/index.ts';
import type { PublicClaim } from './store.ts';

/** The recipient waits for this email, so it has a queue of its own. Its content isn't stored. */
export const claimCodeMailKind: MailKind = { name: 'claim-code', queue: 'claims' };

const en = {
  title: (badge: string) => `Get your credential: ${badge}`,
  issuedBy: (issuer: string) => `Issued by ${issuer}`,
  start: {
    lead: 'Enter your name and email address. We’ll email you a code to confirm the address.',
    name: 'Your name',
    nameHint: 'As it should appear on the credential',
    email: 'Your email',
    button: 'Send code',
    print: 'QR code to print',
  },
  code: {
    heading: 'Check your inbox',
    lead: 'We emailed you a 6-digit code. Enter it within 15 minutes.',
    code: 'Code',
    button: 'Get my credential',
    again: 'No email? Check your spam folder, or start again to get a new code.',
    restart: 'Start again',
  },
  waiting: {
    heading: 'Waiting for approval',
    lead: (issuer: string) =>
      `Your address is confirmed. If ${issuer} approves your request, you’ll get the credential by email.`,
  },
  closed: {
    heading: 'You can’t claim this credential anymore',
    ended: 'The deadline has passed.',
    stopped: (issuer: string) => `${issuer} has stopped issuing it on this page.`,
    exhausted: 'All places are taken.',
    next: (issuer: string) => `If you should have this credential, ask ${issuer}.`,
  },
  poster: {
    lead: 'Scan the code with your phone’s camera.',
    or: 'Or go to:',
    hint: 'Print this page with your browser (Ctrl+P or ⌘P).',
    back: 'Back to the page',
  },
  problems: {
    name: (min: number) => `Enter your full name. Use ${min} to 200 characters.`,
    email: 'Enter a valid email address.',
    field: 'Enter a valid value. Dates look like 2026-03-01.',
    code: 'The code is wrong or has expired. Check the newest email, or start again to get a new code.',
    exhausted: 'All places are taken. Nothing was issued.',
    closed: 'This claim code has ended or was stopped. Nothing was issued.',
    quota: (issuer: string) =>
      `${issuer} can’t issue more credentials right now. Try again later, or ask ${issuer}.`,
    tooMany: 'Too many attempts. Wait an hour, then try again.',
    other: 'The request couldn’t be processed. Try again in a minute.',
  },
  mail: {
    subject: (badge: string) => `Your code for ${badge}`,
    words: (issuer: string, badge: string) =>
      `Enter this code to get the credential “${badge}” from ${issuer}:`,
    lifetime: 'The code works for 15 minutes. Enter it on the page where you asked for it.',
    why: 'If you didn’t ask for it, ignore this email. Nobody gets the credential without the code.',
  },
};
export type ClaimTexts = TextsLike<typeof en>;

const de: ClaimTexts = {
  title: (badge) => `Ihr Zertifikat abholen: ${badge}`,
  issuedBy: (issuer) => `Ausgestellt von ${issuer}`,
  start: {
    lead: 'Geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Code, mit dem Sie die Adresse bestätigen.',
    name: 'Ihr Name',
    nameHint: 'So, wie er auf dem Zertifikat stehen soll',
    email: 'Ihre E-Mail-Adresse',
    button: 'Code senden',
    print: 'QR-Code zum Ausdrucken',
  },
  code: {
    heading: 'Prüfen Sie Ihren Posteingang',
    lead: 'Wir haben Ihnen einen 6-stelligen Code gesendet. Geben Sie ihn innerhalb von 15 Minuten ein.',
    code: 'Code',
    button: 'Zertifikat abholen',
    again:
      'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder beginnen Sie von vorn, um einen neuen Code zu erhalten.',
    restart: 'Von vorn beginnen',
  },
  waiting: {
    heading: 'Wartet auf Freigabe',
    lead: (issuer) =>
      `Ihre Adresse ist bestätigt. Wenn ${issuer} Ihre Anfrage freigibt, erhalten Sie das Zertifikat per E-Mail.`,
  },
  closed: {
    heading: 'Dieses Zertifikat kann nicht mehr abgeholt werden',
    ended: 'Die Frist ist abgelaufen.',
    stopped: (issuer) => `${issuer} stellt es auf dieser Seite nicht mehr aus.`,
    exhausted: 'Alle Plätze sind vergeben.',
    next: (issuer) => `Wenn Ihnen dieses Zertifikat zusteht, wenden Sie sich an ${issuer}.`,
  },
  poster: {
    lead: 'Scannen Sie den Code mit der Kamera Ihres Smartphones.',
    or: 'Oder rufen Sie diese Internetadresse auf:',
    hint: 'Drucken Sie diese Seite mit Ihrem Browser (Strg+P oder ⌘P).',
    back: 'Zurück zur Seite',
  },
  problems: {
    name: (min) => `Geben Sie Ihren vollständigen Namen mit ${min} bis 200 Zeichen ein.`,
    email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    field: 'Geben Sie einen gültigen Wert ein. Schreiben Sie ein Datum so: 2026-03-01.',
    code: 'Der Code ist falsch oder abgelaufen. Verwenden Sie den Code aus der neuesten E-Mail, oder beginnen Sie von vorn, um einen neuen zu erhalten.',
    exhausted: 'Alle Plätze sind vergeben. Es wurde nichts ausgestellt.',
    closed: 'Dieses Zertifikat wird hier nicht mehr ausgestellt. Es wurde nichts ausgestellt.',
    quota: (issuer) =>
      `${issuer} kann zurzeit keine weiteren Zertifikate ausstellen. Versuchen Sie es später noch einmal, oder wenden Sie sich an ${issuer}.`,
    tooMany: 'Zu viele Versuche. Warten Sie eine Stunde, und versuchen Sie es dann noch einmal.',
    other:
      'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
  },
  mail: {
    subject: (badge) => `Ihr Code für ${badge}`,
    words: (issuer, badge) =>
      `Mit diesem Code erhalten Sie das Zertifikat „${badge}“ von ${issuer}:`,
    lifetime:
      'Der Code gilt 15 Minuten. Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben.',
    why: 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code erhält niemand das Zertifikat.',
  },
};

const fr: ClaimTexts = {
  title: (badge) => `Obtenez votre certificat\u00a0: ${badge}`,
  issuedBy: (issuer) => `Délivré par ${issuer}`,
  start: {
    lead: 'Saisissez votre nom et votre adresse e-mail. Nous vous enverrons un code pour confirmer l’adresse.',
    name: 'Votre nom',
    nameHint: 'Tel qu’il doit figurer sur le certificat',
    email: 'Votre adresse e-mail',
    button: 'Envoyer le code',
    print: 'Code QR à imprimer',
  },
  code: {
    heading: 'Consultez votre messagerie',
    lead: 'Nous vous avons envoyé un code à 6 chiffres. Saisissez-le dans les 15 minutes.',
    code: 'Code',
    button: 'Obtenir mon certificat',
    again:
      'Pas d’e-mail\u202f? Vérifiez vos courriers indésirables, ou recommencez pour recevoir un nouveau code.',
    restart: 'Recommencer',
  },
  waiting: {
    heading: 'En attente d’approbation',
    lead: (issuer) =>
      `Votre adresse est confirmée. Si ${issuer} approuve votre demande, vous recevrez le certificat par e-mail.`,
  },
  closed: {
    heading: 'Vous ne pouvez plus obtenir ce certificat ici',
    ended: 'Le délai est écoulé.',
    stopped: (issuer) => `${issuer} ne le délivre plus sur cette page.`,
    exhausted: 'Toutes les places sont prises.',
    next: (issuer) => `Si ce certificat vous revient, adressez-vous à ${issuer}.`,
  },
  poster: {
    lead: 'Scannez le code avec l’appareil photo de votre téléphone.',
    or: 'Ou rendez-vous à l’adresse\u00a0:',
    hint: 'Imprimez cette page avec votre navigateur (Ctrl+P ou ⌘P).',
    back: 'Retour à la page',
  },
  problems: {
    name: (min) => `Saisissez votre nom complet, de ${min} à 200 caractères.`,
    email: 'Saisissez une adresse e-mail valide.',
    field: 'Saisissez une valeur valide. Écrivez les dates sous la forme 2026-03-01.',
    code: 'Le code est incorrect ou a expiré. Consultez le dernier e-mail, ou recommencez pour recevoir un nouveau code.',
    exhausted: 'Toutes les places sont prises. Rien n’a été délivré.',
    closed: 'Ce certificat n’est plus délivré ici. Rien n’a été délivré.',
    quota: (issuer) =>
      `${issuer} ne peut pas délivrer d’autres certificats pour le moment. Réessayez plus tard, ou adressez-vous à ${issuer}.`,
    tooMany: 'Trop de tentatives. Attendez une heure, puis réessayez.',
    other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
  },
  mail: {
    subject: (badge) => `Votre code pour ${badge}`,
    words: (issuer, badge) =>
      `Saisissez ce code pour obtenir le certificat «\u202f${badge}\u202f» de ${issuer}\u00a0:`,
    lifetime: 'Le code est valable 15 minutes. Saisissez-le sur la page où vous l’avez demandé.',
    why: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Sans le code, personne n’obtient le certificat.',
  },
};

const es: ClaimTexts = {
  title: (badge) => `Obtenga su certificado: ${badge}`,
  issuedBy: (issuer) => `Emitido por ${issuer}`,
  start: {
    lead: 'Escriba su nombre y su correo electrónico. Le enviaremos un código para confirmar la dirección.',
    name: 'Su nombre',
    nameHint: 'Tal como debe figurar en el certificado',
    email: 'Su correo electrónico',
    button: 'Enviar código',
    print: 'Código QR para imprimir',
  },
  code: {
    heading: 'Consulte su correo electrónico',
    lead: 'Le hemos enviado un código de 6 dígitos. Escríbalo en un plazo de 15 minutos.',
    code: 'Código',
    button: 'Obtener mi certificado',
    again:
      '¿No ha llegado el correo? Mire en la carpeta de correo no deseado o empiece de nuevo para recibir otro código.',
    restart: 'Empezar de nuevo',
  },
  waiting: {
    heading: 'Pendiente de aprobación',
    lead: (issuer) =>
      `Su dirección está confirmada. Si ${issuer} aprueba su solicitud, recibirá el certificado por correo electrónico.`,
  },
  closed: {
    heading: 'Ya no puede obtener este certificado aquí',
    ended: 'El plazo ha terminado.',
    stopped: (issuer) => `${issuer} ya no lo emite en esta página.`,
    exhausted: 'Todas las plazas están ocupadas.',
    next: (issuer) => `Si este certificado le corresponde, diríjase a ${issuer}.`,
  },
  poster: {
    lead: 'Escanee el código con la cámara de su teléfono.',
    or: 'O visite esta dirección:',
    hint: 'Imprima esta página con su navegador (Ctrl+P o ⌘P).',
    back: 'Volver a la página',
  },
  problems: {
    name: (min) => `Escriba su nombre completo, con entre ${min} y 200 caracteres.`,
    email: 'Escriba un correo electrónico válido.',
    field: 'Escriba un valor válido. Escriba las fechas con el formato 2026-03-01.',
    code: 'El código es incorrecto o ha caducado. Consulte el correo más reciente o empiece de nuevo para recibir otro código.',
    exhausted: 'Todas las plazas están ocupadas. No se ha emitido nada.',
    closed: 'Este certificado ya no se emite aquí. No se ha emitido nada.',
    quota: (issuer) =>
      `${issuer} no puede emitir más certificados en este momento. Inténtelo más tarde o diríjase a ${issuer}.`,
    tooMany: 'Demasiados intentos. Espere una hora e inténtelo de nuevo.',
    other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
  },
  mail: {
    subject: (badge) => `Su código para ${badge}`,
    words: (issuer, badge) =>
      `Escriba este código para obtener el certificado «${badge}» de ${issuer}:`,
    lifetime: 'El código es válido durante 15 minutos. Escríbalo en la página donde lo pidió.',
    why: 'Si no lo ha pedido, ignore este correo. Nadie puede obtener el certificado sin el código.',
  },
};

const ar: ClaimTexts = {
  title: (badge) => `احصل على شهادتك: ${badge}`,
  issuedBy: (issuer) => `صادرة عن ${issuer}`,
  start: {
    lead: 'أدخل اسمك وعنوان بريدك الإلكتروني. سنرسل إليك رمزًا لتأكيد العنوان.',
    name: 'اسمك',
    nameHint: 'كما ينبغي أن يظهر في الشهادة',
    email: 'بريدك الإلكتروني',
    button: 'إرسال الرمز',
    print: 'رمز QR للطباعة',
  },
  code: {
    heading: 'تحقّق من بريدك الإلكتروني',
    lead: 'أرسلنا إليك رمزًا من 6 أرقام. أدخله خلال 15 دقيقة.',
    code: 'الرمز',
    button: 'الحصول على شهادتي',
    again: 'لم تصلك الرسالة؟ ابحث في البريد غير المرغوب فيه، أو ابدأ من جديد للحصول على رمز آخر.',
    restart: 'البدء من جديد',
  },
  waiting: {
    heading: 'في انتظار الموافقة',
    lead: (issuer) =>
      `تم تأكيد عنوانك. إذا وافقت ${issuer} على طلبك، فستصلك الشهادة بالبريد الإلكتروني.`,
  },
  closed: {
    heading: 'لم يعد بإمكانك الحصول على هذه الشهادة هنا',
    ended: 'انتهت المدة المحددة.',
    stopped: (issuer) => `لم تعد ${issuer} تصدرها في هذه الصفحة.`,
    exhausted: 'جميع الأماكن محجوزة.',
    next: (issuer) => `إذا كانت هذه الشهادة من حقك، فتواصل مع ${issuer}.`,
  },
  poster: {
    lead: 'امسح الرمز بكاميرا هاتفك.',
    or: 'أو افتح هذا العنوان:',
    hint: 'اطبع هذه الصفحة من متصفحك (Ctrl+P أو ⌘P).',
    back: 'العودة إلى الصفحة',
  },
  problems: {
    name: (min) => `أدخل اسمك الكامل، من ${min} إلى 200 حرف.`,
    email: 'أدخل عنوان بريد إلكتروني صالحًا.',
    field: 'أدخل قيمة صالحة. تُكتب التواريخ بالشكل 2026-03-01.',
    code: 'الرمز غير صحيح أو انتهت صلاحيته. راجع أحدث رسالة، أو ابدأ من جديد للحصول على رمز آخر.',
    exhausted: 'جميع الأماكن محجوزة. لم تصدر أي شهادة.',
    closed: 'لم تعد هذه الشهادة تصدر هنا. لم تصدر أي شهادة.',
    quota: (issuer) =>
      `لا تستطيع ${issuer} إصدار شهادات أخرى في الوقت الحالي. حاول لاحقًا، أو تواصل مع ${issuer}.`,
    tooMany: 'محاولات كثيرة. انتظر ساعة ثم حاول من جديد.',
    other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
  },
  mail: {
    subject: (badge) => `رمزك للحصول على ${badge}`,
    words: (issuer, badge) => `أدخل هذا الرمز للحصول على شهادة «${badge}» من ${issuer}:`,
    lifetime: 'الرمز صالح لمدة 15 دقيقة. أدخله في الصفحة التي طلبته منها.',
    why: 'إذا لم تطلب هذا الرمز، فتجاهل هذه الرسالة. لا يستطيع أحد الحصول على الشهادة من دون الرمز.',
  },
};

const claimTexts: Record<Language, ClaimTexts> = { en, de, fr, es, ar };

export function getClaimTexts(language: Language): ClaimTexts {
  return claimTexts[language];
}

/** Badge and issuer of the email with a code. */
export type ClaimMail = Pick<
  PublicClaim,
  'badgeId' | 'badgeName' | 'issuerId' | 'issuerName' | 'issuerEmail' | 'logoCid' | 'brand'
>;

/** In the reader's language, with the issuer's look. */
export function claimCodeEmail(
  claim: ClaimMail,
  code: string,
  urls: Urls,
  language: Language,
): EmailContent {
  const { mail: t } = getClaimTexts(language);
  const { badgeId, issuerId, issuerName, issuerEmail, badgeName, logoCid, brand } = claim;
  return {
    look: createEmailBranding({ issuerName, logoCid, brand: { ...brand, language } }, urls),
    sender: { name: issuerName, email: issuerEmail },
    subject: t.subject(badgeName),
    before: [t.words(issuerName, badgeName)],
    code,
    after: [t.lifetime, t.why],
    template: {
      ...{ message: 'claimCode', badgeId, issuerId },
      values: { badge_name: badgeName, issuer_name: issuerName, issuer_email: issuerEmail },
    },
  };
}
