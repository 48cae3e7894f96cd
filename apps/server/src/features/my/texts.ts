import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';

const en = {
  nav: {
    my: 'My credentials',
    myCollections: 'Collections',
    myProfile: 'Public profile',
    myAddresses: 'Email addresses',
    mySettings: 'Settings',
  },
  heading: 'My credentials',
  signedIn: (email: string) => `Credentials issued to ${email}`,
  signedInOthers: (email: string) => `Credentials issued to ${email} and your other addresses`,
  signOut: 'Sign out',
  search: 'Search',
  searchHint: 'Badge or issuer',
  status: 'Status',
  anyStatus: 'Any status',
  find: 'Search',
  statuses: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' },
  from: (issuer: string) => `from ${issuer}`,
  issued: (day: string) => `Issued on ${day}`,
  expires: (day: string) => `expires on ${day}`,
  expired: (day: string) => `expired on ${day}`,
  open: 'Open',
  openOf: (badge: string) => `Open ${badge}`,
  download: 'Download',
  downloadOf: (badge: string) => `Download ${badge} (PDF)`,
  share: 'Share',
  shareOf: (badge: string) => `Share ${badge}`,
  linkedin: 'Add to LinkedIn profile',
  linkedinOf: (badge: string) => `Add to LinkedIn profile: ${badge}`,
  email: 'Email',
  mistake: 'Report a mistake',
  mistakeOf: (badge: string) => `Report a mistake in ${badge}`,
  wallet: 'Add to wallet',
  /** Shown on phones, and part of `linkedinOf` and `walletOf`, so that people can say what they see. */
  linkedinShort: 'LinkedIn profile',
  walletShort: 'Wallet',
  walletOf: (badge: string) => `Add to wallet: ${badge}`,
  copies: (count: number) => (count === 1 ? '1 copy in a wallet' : `${count} copies in wallets`),
  deletedCopies: (count: number) =>
    count === 1
      ? 'A wallet deleted 1 copy. A backup or another device may still have it.'
      : `Wallets deleted ${count} copies. Backups or other devices may still have them.`,
  show: 'Show on profile',
  showOf: (badge: string) => `Show on profile: ${badge}`,
  hide: 'Remove from profile',
  hideOf: (badge: string) => `Remove from profile: ${badge}`,
  next: 'Show more',
  none: {
    title: 'No credentials yet',
    words:
      'Credentials appear here when an issuer sends them to your address. If yours are missing, add the address they were sent to. If you no longer use that address, ask the issuer to change it.',
    again: 'Add another address',
  },
  nothing: 'No results. Try another search or status.',
  issue: 'Issue credentials yourself',
  dashboard: 'Open the dashboard',
  report: {
    heading: 'Report a mistake',
    lead: (issuer: string) =>
      `${issuer} accepts or declines your request. You’ll get the answer by email.`,
    kind: 'What should happen?',
    kinds: {
      correction: 'Correct the credential',
      erasure: 'Erase the credential and my data for good',
    },
    message: 'What is wrong?',
    name: 'Correct name',
    email: 'Correct email',
    optional: '(only to change it)',
    button: 'Send request',
    sent: {
      title: 'Request sent',
      words: (issuer: string) => `${issuer} has your request. We’ll email you the answer.`,
    },
    back: 'Back to my credentials',
    open: {
      correction: 'You asked for a correction. The issuer hasn’t answered yet.',
      erasure: 'You asked to erase this credential. The issuer hasn’t answered yet.',
    },
    fields: {
      kind: 'Choose what should happen.',
      message: 'Describe what is wrong. Use at most 2,000 characters.',
      name: 'Use at most 200 characters for the name.',
      email: 'Enter a valid email address.',
    },
    problems: {
      open: 'You already sent this kind of request. Wait until the issuer answers it.',
      revoked:
        'The issuer revoked this credential, so it can’t be corrected. Ask the issuer for a new one.',
      tooMany: 'You sent 20 requests today. Try again tomorrow.',
      origin: 'This form was opened at another URL. Reload the page, then try again.',
      other: 'The request couldn’t be processed. Try again in a minute.',
    },
  },
};
export type MyTexts = TextsLike<typeof en>;

const de: MyTexts = {
  nav: {
    my: 'Meine Zertifikate',
    myCollections: 'Sammlungen',
    myProfile: 'Öffentliches Profil',
    myAddresses: 'E-Mail-Adressen',
    mySettings: 'Einstellungen',
  },
  heading: 'Meine Zertifikate',
  signedIn: (email) => `Zertifikate für ${email}`,
  signedInOthers: (email) => `Zertifikate für ${email} und Ihre anderen Adressen`,
  signOut: 'Abmelden',
  search: 'Suche',
  searchHint: 'Badge oder Aussteller',
  status: 'Status',
  anyStatus: 'Jeder Status',
  find: 'Suchen',
  statuses: { valid: 'Gültig', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  from: (issuer) => `von ${issuer}`,
  issued: (day) => `Ausgestellt am ${day}`,
  expires: (day) => `gültig bis ${day}`,
  expired: (day) => `abgelaufen am ${day}`,
  open: 'Öffnen',
  openOf: (badge) => `${badge} öffnen`,
  download: 'Herunterladen',
  downloadOf: (badge) => `${badge} herunterladen (PDF)`,
  share: 'Teilen',
  shareOf: (badge) => `${badge} teilen`,
  linkedin: 'Zum LinkedIn-Profil hinzufügen',
  linkedinOf: (badge) => `Zum LinkedIn-Profil hinzufügen: ${badge}`,
  email: 'E-Mail',
  mistake: 'Fehler melden',
  mistakeOf: (badge) => `Fehler melden: ${badge}`,
  wallet: 'Zur Wallet hinzufügen',
  linkedinShort: 'LinkedIn-Profil',
  walletShort: 'Wallet',
  walletOf: (badge) => `Zur Wallet hinzufügen: ${badge}`,
  copies: (count) => (count === 1 ? '1 Kopie in einer Wallet' : `${count} Kopien in Wallets`),
  deletedCopies: (count) =>
    count === 1
      ? 'Eine Wallet hat 1 Kopie gelöscht. Eine Sicherung oder ein anderes Gerät kann sie noch haben.'
      : `Wallets haben ${count} Kopien gelöscht. Sicherungen oder andere Geräte können sie noch haben.`,
  show: 'Im Profil zeigen',
  showOf: (badge) => `Im Profil zeigen: ${badge}`,
  hide: 'Aus dem Profil entfernen',
  hideOf: (badge) => `Aus dem Profil entfernen: ${badge}`,
  next: 'Mehr anzeigen',
  none: {
    title: 'Noch keine Zertifikate',
    words:
      'Zertifikate erscheinen hier, sobald ein Aussteller sie an Ihre Adresse sendet. Wenn Ihre fehlen, fügen Sie die Adresse hinzu, an die sie gesendet wurden. Wenn Sie diese Adresse nicht mehr nutzen, bitten Sie den Aussteller, sie zu ändern.',
    again: 'Weitere Adresse hinzufügen',
  },
  nothing: 'Keine Ergebnisse. Versuchen Sie eine andere Suche oder einen anderen Status.',
  issue: 'Selbst Zertifikate ausstellen',
  dashboard: 'Dashboard öffnen',
  report: {
    heading: 'Fehler melden',
    lead: (issuer) =>
      `${issuer} nimmt Ihre Anfrage an oder lehnt sie ab. Sie erhalten die Antwort per E-Mail.`,
    kind: 'Was soll geschehen?',
    kinds: {
      correction: 'Das Zertifikat korrigieren',
      erasure: 'Das Zertifikat und meine Daten endgültig löschen',
    },
    message: 'Was stimmt nicht?',
    name: 'Richtiger Name',
    email: 'Richtige E-Mail-Adresse',
    optional: '(nur bei einer Änderung)',
    button: 'Anfrage senden',
    sent: {
      title: 'Anfrage gesendet',
      words: (issuer) => `${issuer} hat Ihre Anfrage. Wir senden Ihnen die Antwort per E-Mail.`,
    },
    back: 'Zurück zu meinen Zertifikaten',
    open: {
      correction: 'Sie haben um eine Korrektur gebeten. Der Aussteller hat noch nicht geantwortet.',
      erasure: 'Sie haben um Löschung gebeten. Der Aussteller hat noch nicht geantwortet.',
    },
    fields: {
      kind: 'Wählen Sie, was geschehen soll.',
      message: 'Beschreiben Sie mit höchstens 2.000 Zeichen, was nicht stimmt.',
      name: 'Verwenden Sie höchstens 200 Zeichen für den Namen.',
      email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    },
    problems: {
      open: 'Sie haben eine solche Anfrage schon gesendet. Warten Sie, bis der Aussteller antwortet.',
      revoked:
        'Der Aussteller hat dieses Zertifikat widerrufen. Es kann nicht mehr korrigiert werden. Bitten Sie den Aussteller um ein neues.',
      tooMany: 'Sie haben heute 20 Anfragen gesendet. Versuchen Sie es morgen noch einmal.',
      origin:
        'Dieses Formular wurde unter einer anderen URL geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
      other:
        'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
    },
  },
};

const fr: MyTexts = {
  nav: {
    my: 'Mes certificats',
    myCollections: 'Collections',
    myProfile: 'Profil public',
    myAddresses: 'Adresses e-mail',
    mySettings: 'Paramètres',
  },
  heading: 'Mes certificats',
  signedIn: (email) => `Certificats délivrés à ${email}`,
  signedInOthers: (email) => `Certificats délivrés à ${email} et à vos autres adresses`,
  signOut: 'Se déconnecter',
  search: 'Recherche',
  searchHint: 'Badge ou émetteur',
  status: 'Statut',
  anyStatus: 'Tous les statuts',
  find: 'Rechercher',
  statuses: { valid: 'Valide', expired: 'Expiré', revoked: 'Révoqué' },
  from: (issuer) => `de ${issuer}`,
  issued: (day) => `Délivré le ${day}`,
  expires: (day) => `expire le ${day}`,
  expired: (day) => `expiré le ${day}`,
  open: 'Ouvrir',
  openOf: (badge) => `Ouvrir ${badge}`,
  download: 'Télécharger',
  downloadOf: (badge) => `Télécharger ${badge} (PDF)`,
  share: 'Partager',
  shareOf: (badge) => `Partager ${badge}`,
  linkedin: 'Ajouter au profil LinkedIn',
  linkedinOf: (badge) => `Ajouter au profil LinkedIn\u00a0: ${badge}`,
  email: 'E-mail',
  mistake: 'Signaler une erreur',
  mistakeOf: (badge) => `Signaler une erreur\u00a0: ${badge}`,
  wallet: 'Ajouter au portefeuille numérique',
  linkedinShort: 'Profil LinkedIn',
  walletShort: 'Portefeuille',
  walletOf: (badge) => `Ajouter au portefeuille numérique\u00a0: ${badge}`,
  copies: (count) =>
    count === 1 ? '1 copie dans un portefeuille' : `${count} copies dans des portefeuilles`,
  deletedCopies: (count) =>
    count === 1
      ? 'Un portefeuille a supprimé 1 copie. Une sauvegarde ou un autre appareil peut encore l’avoir.'
      : `Des portefeuilles ont supprimé ${count} copies. Des sauvegardes ou d’autres appareils peuvent encore les avoir.`,
  show: 'Afficher sur le profil',
  showOf: (badge) => `Afficher sur le profil\u00a0: ${badge}`,
  hide: 'Retirer du profil',
  hideOf: (badge) => `Retirer du profil\u00a0: ${badge}`,
  next: 'Afficher plus',
  none: {
    title: 'Aucun certificat pour le moment',
    words:
      'Les certificats apparaissent ici quand un émetteur les envoie à votre adresse. S’il en manque, ajoutez l’adresse à laquelle ils ont été envoyés. Si vous n’utilisez plus cette adresse, demandez à l’émetteur de la modifier.',
    again: 'Ajouter une autre adresse',
  },
  nothing: 'Aucun résultat. Essayez une autre recherche ou un autre statut.',
  issue: 'Délivrer des certificats vous-même',
  dashboard: 'Ouvrir le tableau de bord',
  report: {
    heading: 'Signaler une erreur',
    lead: (issuer) =>
      `${issuer} accepte ou refuse votre demande. Vous recevrez la réponse par e-mail.`,
    kind: 'Que souhaitez-vous\u202f?',
    kinds: {
      correction: 'Corriger le certificat',
      erasure: 'Supprimer définitivement le certificat et mes données',
    },
    message: 'Quelle est l’erreur\u202f?',
    name: 'Nom correct',
    email: 'Adresse e-mail correcte',
    optional: '(seulement en cas de changement)',
    button: 'Envoyer la demande',
    sent: {
      title: 'Demande envoyée',
      words: (issuer) =>
        `${issuer} a reçu votre demande. Nous vous enverrons la réponse par e-mail.`,
    },
    back: 'Retour à mes certificats',
    open: {
      correction: 'Vous avez demandé une correction. L’émetteur n’a pas encore répondu.',
      erasure: 'Vous avez demandé la suppression. L’émetteur n’a pas encore répondu.',
    },
    fields: {
      kind: 'Choisissez ce que vous souhaitez.',
      message: 'Décrivez l’erreur, en 2\u202f000 caractères au plus.',
      name: 'Utilisez au plus 200 caractères pour le nom.',
      email: 'Saisissez une adresse e-mail valide.',
    },
    problems: {
      open: 'Vous avez déjà envoyé une telle demande. Attendez la réponse de l’émetteur.',
      revoked:
        'L’émetteur a révoqué ce certificat. Il ne peut plus être corrigé. Demandez-en un nouveau à l’émetteur.',
      tooMany: 'Vous avez envoyé 20 demandes aujourd’hui. Réessayez demain.',
      origin: 'Ce formulaire a été ouvert à une autre URL. Rechargez la page, puis réessayez.',
      other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
    },
  },
};

const es: MyTexts = {
  nav: {
    my: 'Mis certificados',
    myCollections: 'Colecciones',
    myProfile: 'Perfil público',
    myAddresses: 'Direcciones de correo',
    mySettings: 'Ajustes',
  },
  heading: 'Mis certificados',
  signedIn: (email) => `Certificados emitidos a ${email}`,
  signedInOthers: (email) => `Certificados emitidos a ${email} y a sus otras direcciones`,
  signOut: 'Cerrar sesión',
  search: 'Búsqueda',
  searchHint: 'Insignia o emisor',
  status: 'Estado',
  anyStatus: 'Cualquier estado',
  find: 'Buscar',
  statuses: { valid: 'Válido', expired: 'Caducado', revoked: 'Revocado' },
  from: (issuer) => `de ${issuer}`,
  issued: (day) => `Emitido el ${day}`,
  expires: (day) => `caduca el ${day}`,
  expired: (day) => `caducó el ${day}`,
  open: 'Abrir',
  openOf: (badge) => `Abrir ${badge}`,
  download: 'Descargar',
  downloadOf: (badge) => `Descargar ${badge} (PDF)`,
  share: 'Compartir',
  shareOf: (badge) => `Compartir ${badge}`,
  linkedin: 'Añadir al perfil de LinkedIn',
  linkedinOf: (badge) => `Añadir al perfil de LinkedIn: ${badge}`,
  email: 'Correo',
  mistake: 'Notificar un error',
  mistakeOf: (badge) => `Notificar un error: ${badge}`,
  wallet: 'Añadir a la cartera digital',
  linkedinShort: 'Perfil de LinkedIn',
  walletShort: 'Cartera',
  walletOf: (badge) => `Añadir a la cartera digital: ${badge}`,
  copies: (count) => (count === 1 ? '1 copia en una cartera' : `${count} copias en carteras`),
  deletedCopies: (count) =>
    count === 1
      ? 'Una cartera eliminó 1 copia. Una copia de seguridad u otro dispositivo puede conservarla.'
      : `Las carteras eliminaron ${count} copias. Copias de seguridad u otros dispositivos pueden conservarlas.`,
  show: 'Mostrar en el perfil',
  showOf: (badge) => `Mostrar en el perfil: ${badge}`,
  hide: 'Quitar del perfil',
  hideOf: (badge) => `Quitar del perfil: ${badge}`,
  next: 'Mostrar más',
  none: {
    title: 'Todavía no hay certificados',
    words:
      'Los certificados aparecen aquí cuando un emisor los envía a su dirección. Si faltan los suyos, añada la dirección a la que se enviaron. Si ya no usa esa dirección, pida al emisor que la cambie.',
    again: 'Añadir otra dirección',
  },
  nothing: 'No hay resultados. Pruebe otra búsqueda u otro estado.',
  issue: 'Emitir certificados por su cuenta',
  dashboard: 'Abrir el panel',
  report: {
    heading: 'Notificar un error',
    lead: (issuer) =>
      `${issuer} aceptará o rechazará su solicitud. Recibirá la respuesta por correo electrónico.`,
    kind: '¿Qué solicita?',
    kinds: {
      correction: 'Corregir el certificado',
      erasure: 'Eliminar definitivamente el certificado y mis datos',
    },
    message: '¿Cuál es el error?',
    name: 'Nombre correcto',
    email: 'Correo electrónico correcto',
    optional: '(solo si quiere cambiarlo)',
    button: 'Enviar solicitud',
    sent: {
      title: 'Solicitud enviada',
      words: (issuer) =>
        `${issuer} ha recibido su solicitud. Le enviaremos la respuesta por correo electrónico.`,
    },
    back: 'Volver a mis certificados',
    open: {
      correction: 'Ha pedido una corrección. El emisor aún no ha respondido.',
      erasure: 'Ha pedido la eliminación. El emisor aún no ha respondido.',
    },
    fields: {
      kind: 'Elija qué solicita.',
      message: 'Describa el error, con 2000 caracteres como máximo.',
      name: 'Use 200 caracteres como máximo para el nombre.',
      email: 'Escriba un correo electrónico válido.',
    },
    problems: {
      open: 'Ya ha enviado una solicitud de este tipo. Espere a que el emisor responda.',
      revoked:
        'El emisor ha revocado este certificado, por lo que ya no se puede corregir. Pida al emisor uno nuevo.',
      tooMany: 'Hoy ha enviado 20 solicitudes. Inténtelo de nuevo mañana.',
      origin:
        'Este formulario se abrió en otra URL. Vuelva a cargar la página e inténtelo de nuevo.',
      other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
    },
  },
};

const ar: MyTexts = {
  nav: {
    my: 'شهاداتي',
    myCollections: 'المجموعات',
    myProfile: 'الملف العام',
    myAddresses: 'عناوين البريد الإلكتروني',
    mySettings: 'الإعدادات',
  },
  heading: 'شهاداتي',
  signedIn: (email) => `الشهادات الصادرة إلى ${email}`,
  signedInOthers: (email) => `الشهادات الصادرة إلى ${email} وعناوينك الأخرى`,
  signOut: 'تسجيل الخروج',
  search: 'البحث',
  searchHint: 'الشارة أو الجهة المُصدِرة',
  status: 'الحالة',
  anyStatus: 'كل الحالات',
  find: 'بحث',
  statuses: { valid: 'سارية', expired: 'منتهية الصلاحية', revoked: 'ملغاة' },
  from: (issuer) => `من ${issuer}`,
  issued: (day) => `صدرت بتاريخ ${day}`,
  expires: (day) => `سارية حتى ${day}`,
  expired: (day) => `انتهت صلاحيتها في ${day}`,
  open: 'فتح',
  openOf: (badge) => `فتح ${badge}`,
  download: 'تنزيل',
  downloadOf: (badge) => `تنزيل ${badge} (PDF)`,
  share: 'مشاركة',
  shareOf: (badge) => `مشاركة ${badge}`,
  linkedin: 'أضفها إلى ملفك على LinkedIn',
  linkedinOf: (badge) => `أضفها إلى ملفك على LinkedIn: ${badge}`,
  email: 'البريد الإلكتروني',
  mistake: 'الإبلاغ عن خطأ',
  mistakeOf: (badge) => `الإبلاغ عن خطأ في ${badge}`,
  wallet: 'أضفها إلى المحفظة الرقمية',
  linkedinShort: 'ملفك على LinkedIn',
  walletShort: 'المحفظة',
  walletOf: (badge) => `أضفها إلى المحفظة الرقمية: ${badge}`,
  copies: (count) => `عدد النسخ في المحافظ: ${count}`,
  deletedCopies: (count) =>
    `عدد النسخ التي حذفتها المحافظ: ${count}. قد تبقى في نسخة احتياطية أو في جهاز آخر.`,
  show: 'إظهار في الملف',
  showOf: (badge) => `إظهار في الملف: ${badge}`,
  hide: 'إزالة من الملف',
  hideOf: (badge) => `إزالة من الملف: ${badge}`,
  next: 'عرض المزيد',
  none: {
    title: 'لا توجد شهادات بعد',
    words:
      'تظهر الشهادات هنا عندما ترسلها جهة مُصدِرة إلى عنوانك. إذا كانت شهاداتك ناقصة، فأضف العنوان الذي أُرسلت إليه. إذا لم تعد تستخدم ذلك العنوان، فاطلب من الجهة المُصدِرة تغييره.',
    again: 'إضافة عنوان آخر',
  },
  nothing: 'لا توجد نتائج. جرّب بحثًا آخر أو حالة أخرى.',
  issue: 'أصدر الشهادات بنفسك',
  dashboard: 'فتح لوحة التحكم',
  report: {
    heading: 'الإبلاغ عن خطأ',
    lead: (issuer) => `ستقبل ${issuer} طلبك أو ترفضه. سيصلك الرد بالبريد الإلكتروني.`,
    kind: 'ما المطلوب؟',
    kinds: {
      correction: 'تصحيح الشهادة',
      erasure: 'حذف الشهادة وبياناتي نهائيًا',
    },
    message: 'ما الخطأ؟',
    name: 'الاسم الصحيح',
    email: 'البريد الإلكتروني الصحيح',
    optional: '(إذا أردت تغييره فقط)',
    button: 'إرسال الطلب',
    sent: {
      title: 'أُرسل الطلب',
      words: (issuer) => `وصل طلبك إلى ${issuer}. سنرسل إليك الرد بالبريد الإلكتروني.`,
    },
    back: 'العودة إلى شهاداتي',
    open: {
      correction: 'طلبت تصحيحًا. لم تردّ الجهة المُصدِرة بعد.',
      erasure: 'طلبت الحذف. لم تردّ الجهة المُصدِرة بعد.',
    },
    fields: {
      kind: 'اختر المطلوب.',
      message: 'صف الخطأ بما لا يزيد على 2000 حرف.',
      name: 'استخدم 200 حرف على الأكثر للاسم.',
      email: 'أدخل عنوان بريد إلكتروني صالحًا.',
    },
    problems: {
      open: 'سبق أن أرسلت طلبًا من هذا النوع. انتظر ردّ الجهة المُصدِرة.',
      revoked:
        'ألغت الجهة المُصدِرة هذه الشهادة، لذلك لا يمكن تصحيحها. اطلب من الجهة المُصدِرة شهادة جديدة.',
      tooMany: 'أرسلت 20 طلبًا اليوم. حاول غدًا من جديد.',
      origin: 'فُتح هذا النموذج من عنوان URL آخر. أعد تحميل الصفحة ثم حاول من جديد.',
      other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
    },
  },
};

const texts: Record<Language, MyTexts> = { en, de, fr, es, ar };

export function getMyTexts(language: Language): MyTexts {
  return texts[language];
}
