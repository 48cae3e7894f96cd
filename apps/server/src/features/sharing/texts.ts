import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';

const en = {
  credential: {
    subject: (badge: string) => `Your credential: ${badge}`,
    congratulations: (recipient: string) => `Congratulations, ${recipient}!`,
    dear: (recipient: string) => `Dear ${recipient},`,
    awarded: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. You can share its page. Anyone who opens the page can verify that your credential is genuine.`,
    expired: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. This credential has expired. Anyone who opens its page can verify that it’s genuine and see when it expired.`,
    why: (issuer: string) =>
      `You received this email because ${issuer} issued a credential to you.`,
  },
  forwarded: {
    subject: (recipient: string, badge: string) => `A credential awarded to ${recipient}: ${badge}`,
    words: (issuer: string, badge: string, recipient: string) =>
      `${issuer} is sharing a credential with you: “${badge}”, awarded to ${recipient}. Anyone who opens its page can verify that it’s genuine.`,
    why: (issuer: string, recipient: string) =>
      `${issuer} entered your email address. If you don’t know ${recipient}, ignore this email or reply to let the issuer know.`,
  },
  share: {
    words: (issuer: string, badge: string, recipient: string) =>
      `${issuer} is sharing a credential with you: “${badge}”, awarded to ${recipient}.`,
    writes: (issuer: string) => `${issuer} writes`,
    why: (issuer: string) =>
      `${issuer} entered your email address. Anyone can verify the credential on its page.`,
  },
  visitor: {
    words: (badge: string, recipient: string, issuer: string) =>
      `Someone who visited this credential’s page is sharing it with you: “${badge}”, awarded to ${recipient} by ${issuer}.`,
    writes: 'Message from the visitor',
    why: 'We don’t know who wrote this message. Anyone can verify the credential on its page.',
  },
  view: 'View credential',
  certificate: 'Download certificate (PDF)',
  linkedin: 'Add to LinkedIn profile',
  signed: 'Download as Open Badge 3.0',
  mine: 'See all your credentials',
  pictureAlt: (badge: string) => `Badge: ${badge}`,
};

/** Texts of emails about credentials. */
export type EmailTexts = TextsLike<typeof en>;

const de: EmailTexts = {
  credential: {
    subject: (badge) => `Ihr Zertifikat: ${badge}`,
    congratulations: (recipient) => `Herzlichen Glückwunsch, ${recipient}!`,
    dear: (recipient) => `Guten Tag ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Sie können die Seite des Zertifikats teilen. Alle, die sie öffnen, können die Echtheit Ihres Zertifikats prüfen.`,
    expired: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Dieses Zertifikat ist abgelaufen. Alle, die seine Seite öffnen, können die Echtheit prüfen und sehen das Ablaufdatum.`,
    why: (issuer) =>
      `Sie erhalten diese E-Mail, weil ${issuer} Ihnen ein Zertifikat ausgestellt hat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Zertifikat für ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient}. Alle, die seine Seite öffnen, können die Echtheit prüfen.`,
    why: (issuer, recipient) =>
      `${issuer} hat Ihre E-Mail-Adresse eingegeben. Wenn Sie ${recipient} nicht kennen, ignorieren Sie diese E-Mail oder antworten Sie, um den Aussteller darauf hinzuweisen.`,
  },
  share: {
    words: (issuer, badge, recipient) =>
      `${issuer} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient}.`,
    writes: (issuer) => `${issuer} schreibt`,
    why: (issuer) =>
      `${issuer} hat Ihre E-Mail-Adresse eingegeben. Alle können das Zertifikat auf seiner Seite prüfen.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Jemand, der die Seite dieses Zertifikats besucht hat, teilt es mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: 'Nachricht einer Person, die die Seite besucht hat',
    why: 'Wir wissen nicht, wer diese Nachricht geschrieben hat. Alle können das Zertifikat auf seiner Seite prüfen.',
  },
  view: 'Zertifikat ansehen',
  certificate: 'Zertifikat herunterladen (PDF)',
  linkedin: 'Zum LinkedIn-Profil hinzufügen',
  signed: 'Als Open Badge 3.0 herunterladen',
  mine: 'Alle Ihre Zertifikate ansehen',
  pictureAlt: (badge) => `Badge: ${badge}`,
};

const fr: EmailTexts = {
  credential: {
    subject: (badge) => `Votre certificat : ${badge}`,
    congratulations: (recipient) => `Félicitations, ${recipient} !`,
    dear: (recipient) => `Bonjour ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Vous pouvez partager la page du certificat. Toute personne qui l’ouvre peut vérifier l’authenticité de votre certificat.`,
    expired: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Ce certificat a expiré. Toute personne qui ouvre sa page peut vérifier son authenticité et voir sa date d’expiration.`,
    why: (issuer) => `Vous recevez cet e-mail parce que ${issuer} vous a délivré un certificat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Certificat délivré à ${recipient} : ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} partage avec vous un certificat : « ${badge} », décerné à ${recipient}. Toute personne qui ouvre sa page peut vérifier son authenticité.`,
    why: (issuer, recipient) =>
      `${issuer} a saisi votre adresse e-mail. Si vous ne connaissez pas ${recipient}, ignorez cet e-mail ou répondez-y pour prévenir l’émetteur.`,
  },
  share: {
    words: (issuer, badge, recipient) =>
      `${issuer} partage avec vous un certificat : « ${badge} », décerné à ${recipient}.`,
    writes: (issuer) => `${issuer} écrit`,
    why: (issuer) =>
      `${issuer} a saisi votre adresse e-mail. Tout le monde peut vérifier le certificat sur sa page.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Une personne ayant visité la page de ce certificat le partage avec vous : « ${badge} », décerné à ${recipient} par ${issuer}.`,
    writes: 'Message de la personne qui a visité la page',
    why: 'Nous ne savons pas qui a écrit ce message. Tout le monde peut vérifier le certificat sur sa page.',
  },
  view: 'Voir le certificat',
  certificate: 'Télécharger le certificat (PDF)',
  linkedin: 'Ajouter au profil LinkedIn',
  signed: 'Télécharger au format Open Badge 3.0',
  mine: 'Voir tous vos certificats',
  pictureAlt: (badge) => `Badge : ${badge}`,
};

const es: EmailTexts = {
  credential: {
    subject: (badge) => `Su certificado: ${badge}`,
    congratulations: (recipient) => `¡Enhorabuena, ${recipient}!`,
    dear: (recipient) => `Hola, ${recipient}:`,
    awarded: (issuer, badge) =>
      `${issuer} le ha otorgado el certificado «${badge}». Puede compartir la página del certificado. Cualquiera que la abra podrá verificar que su certificado es auténtico.`,
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
    words: (issuer, badge, recipient) =>
      `${issuer} comparte con usted un certificado: «${badge}», otorgado a ${recipient}.`,
    writes: (issuer) => `${issuer} escribe`,
    why: (issuer) =>
      `${issuer} introdujo su dirección de correo. Cualquiera puede verificar el certificado en su página.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Alguien que visitó la página de este certificado lo comparte con usted: «${badge}», otorgado a ${recipient} por ${issuer}.`,
    writes: 'Mensaje de quien visitó la página',
    why: 'No sabemos quién ha escrito este mensaje. Cualquiera puede verificar el certificado en su página.',
  },
  view: 'Ver el certificado',
  certificate: 'Descargar el certificado (PDF)',
  linkedin: 'Añadir al perfil de LinkedIn',
  signed: 'Descargar como Open Badge 3.0',
  mine: 'Ver todos sus certificados',
  pictureAlt: (badge) => `Insignia: ${badge}`,
};

const ar: EmailTexts = {
  credential: {
    subject: (badge) => `شهادتك: ${badge}`,
    congratulations: (recipient) => `تهانينا يا ${recipient}!`,
    dear: (recipient) => `مرحبًا ${recipient}،`,
    awarded: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». يمكنك مشاركة صفحتها. يمكن لكل من يفتح الصفحة التحقق من أن شهادتك أصلية.`,
    expired: (issuer, badge) =>
      `منحتك ${issuer} شهادة «${badge}». انتهت صلاحية هذه الشهادة. يمكن لكل من يفتح صفحتها التحقق من أنها أصلية ومعرفة تاريخ انتهائها.`,
    why: (issuer) => `وصلتك هذه الرسالة لأن ${issuer} أصدرت لك شهادة.`,
  },
  forwarded: {
    subject: (recipient, badge) => `شهادة مُنحت إلى ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `تشاركك ${issuer} شهادة «${badge}»، الممنوحة إلى ${recipient}. يمكن لكل من يفتح صفحتها التحقق من أنها أصلية.`,
    why: (issuer, recipient) =>
      `أدخلت ${issuer} عنوان بريدك الإلكتروني. إذا كنت لا تعرف ${recipient}، فتجاهل هذه الرسالة أو ردّ عليها لإبلاغ الجهة المُصدِرة.`,
  },
  share: {
    words: (issuer, badge, recipient) =>
      `تشاركك ${issuer} شهادة «${badge}»، الممنوحة إلى ${recipient}.`,
    writes: (issuer) => `رسالة من ${issuer}`,
    why: (issuer) =>
      `أدخلت ${issuer} عنوان بريدك الإلكتروني. يمكن للجميع التحقق من الشهادة على صفحتها.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `يشاركك شخص زار صفحة هذه الشهادة الشهادةَ التالية: «${badge}»، الممنوحة إلى ${recipient} من ${issuer}.`,
    writes: 'رسالة من الزائر',
    why: 'لا نعرف من كتب هذه الرسالة. يمكن للجميع التحقق من الشهادة على صفحتها.',
  },
  view: 'عرض الشهادة',
  certificate: 'تنزيل الشهادة المطبوعة (PDF)',
  linkedin: 'أضفها إلى ملفك على LinkedIn',
  signed: 'تنزيل بصيغة Open Badge 3.0',
  mine: 'عرض كل شهاداتك',
  pictureAlt: (badge) => `الشارة: ${badge}`,
};

const emailTexts: Record<Language, EmailTexts> = { en, de, fr, es, ar };

export function getEmailTexts(language: Language): EmailTexts {
  return emailTexts[language];
}

const enUnsubscribe = {
  title: 'Email preferences',
  unknown: {
    heading: 'This link isn’t valid',
    lead: 'The link may be incomplete. Open it from the email, or copy the whole link.',
  },
  asks: {
    heading: (account: string) => `Unsubscribe from ${account}?`,
    lead: (account: string) =>
      `You won’t get any more emails about credentials from ${account}. Your credentials won’t change.`,
    button: 'Unsubscribe',
  },
  unsubscribed: {
    heading: 'You’re unsubscribed',
    lead: (account: string) => `You won’t get any more emails about credentials from ${account}.`,
    button: 'Subscribe again',
  },
  resubscribed: {
    heading: 'You’re subscribed again',
    lead: (account: string) => `You’ll get emails about credentials from ${account} again.`,
  },
};

/** Texts of the page where recipients unsubscribe. */
export type UnsubscribeTexts = TextsLike<typeof enUnsubscribe>;

const deUnsubscribe: UnsubscribeTexts = {
  title: 'E-Mail-Einstellungen',
  unknown: {
    heading: 'Dieser Link ist ungültig',
    lead: 'Der Link ist vielleicht unvollständig. Öffnen Sie ihn aus der E-Mail, oder kopieren Sie den ganzen Link.',
  },
  asks: {
    heading: (account) => `E-Mails von ${account} abbestellen?`,
    lead: (account) =>
      `Sie erhalten dann keine E-Mails mehr über Zertifikate von ${account}. Ihre Zertifikate ändern sich nicht.`,
    button: 'Abbestellen',
  },
  unsubscribed: {
    heading: 'E-Mails abbestellt',
    lead: (account) => `Sie erhalten keine E-Mails mehr über Zertifikate von ${account}.`,
    button: 'Wieder abonnieren',
  },
  resubscribed: {
    heading: 'E-Mails wieder abonniert',
    lead: (account) => `Sie erhalten wieder E-Mails über Zertifikate von ${account}.`,
  },
};

const frUnsubscribe: UnsubscribeTexts = {
  title: 'Préférences e-mail',
  unknown: {
    heading: 'Ce lien n’est pas valide',
    lead: 'Le lien est peut-être incomplet. Ouvrez-le depuis l’e-mail, ou copiez-le en entier.',
  },
  asks: {
    heading: (account) => `Se désabonner de ${account}\u202f?`,
    lead: (account) =>
      `Vous ne recevrez plus d’e-mails de ${account} au sujet de certificats. Vos certificats ne changeront pas.`,
    button: 'Se désabonner',
  },
  unsubscribed: {
    heading: 'Désabonnement effectué',
    lead: (account) => `Vous ne recevrez plus d’e-mails de ${account} au sujet de certificats.`,
    button: 'Se réabonner',
  },
  resubscribed: {
    heading: 'Réabonnement effectué',
    lead: (account) =>
      `Vous recevrez de nouveau des e-mails de ${account} au sujet de certificats.`,
  },
};

const esUnsubscribe: UnsubscribeTexts = {
  title: 'Preferencias de correo',
  unknown: {
    heading: 'Este enlace no es válido',
    lead: 'Puede que el enlace esté incompleto. Ábralo desde el correo o copie el enlace completo.',
  },
  asks: {
    heading: (account) => `¿Darse de baja de los correos de ${account}?`,
    lead: (account) =>
      `No recibirá más correos sobre certificados de ${account}. Sus certificados no cambiarán.`,
    button: 'Darse de baja',
  },
  unsubscribed: {
    heading: 'Se ha dado de baja',
    lead: (account) => `No recibirá más correos sobre certificados de ${account}.`,
    button: 'Volver a suscribirse',
  },
  resubscribed: {
    heading: 'Se ha suscrito de nuevo',
    lead: (account) => `Volverá a recibir correos sobre certificados de ${account}.`,
  },
};

const arUnsubscribe: UnsubscribeTexts = {
  title: 'تفضيلات البريد الإلكتروني',
  unknown: {
    heading: 'هذا الرابط غير صالح',
    lead: 'قد يكون الرابط ناقصًا. افتحه من الرسالة، أو انسخ الرابط كاملًا.',
  },
  asks: {
    heading: (account) => `هل تريد إلغاء الاشتراك في رسائل ${account}؟`,
    lead: (account) => `لن تصلك بعد ذلك رسائل عن الشهادات من ${account}. لن تتغير شهاداتك.`,
    button: 'إلغاء الاشتراك',
  },
  unsubscribed: {
    heading: 'أُلغي اشتراكك',
    lead: (account) => `لن تصلك بعد الآن رسائل عن الشهادات من ${account}.`,
    button: 'الاشتراك من جديد',
  },
  resubscribed: {
    heading: 'تم اشتراكك من جديد',
    lead: (account) => `ستصلك من جديد رسائل عن الشهادات من ${account}.`,
  },
};

const unsubscribeTexts: Record<Language, UnsubscribeTexts> = {
  ...{ en: enUnsubscribe, de: deUnsubscribe, fr: frUnsubscribe },
  ...{ es: esUnsubscribe, ar: arUnsubscribe },
};

export function getUnsubscribeTexts(language: Language): UnsubscribeTexts {
  return unsubscribeTexts[language];
}
