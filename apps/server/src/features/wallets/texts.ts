import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { EmailContent, MailKind } from '../../platform/mail/index.ts';
import { createEmailBranding } from '../sharing/index.ts';
import type { OfferedCredential } from './store.ts';

/** The recipient waits for this email. Its content isn't stored. */
export const walletCodeMailKind: MailKind = { name: 'wallet-code', queue: 'awaited' };

const en = {
  heading: 'Add to wallet',
  scan: 'Scan a code with your wallet app, or open a wallet on this device.',
  own: 'The copy is bound to your wallet, so only you can present it.',
  others:
    'When the wallet asks for a code, enter the one that we email to the recipient’s address.',
  lifetime: 'You can use one of these codes once, within 10 minutes. Reload the page for new ones.',
  openidLifetime:
    'The OpenID4VCI code works once, within 10 minutes. Reload the page for a new one.',
  openid: 'Wallets with OpenID4VCI',
  openidHint: 'Most identity wallets.',
  open: 'Open in a wallet on this device',
  vcalm: 'Wallets with VCALM',
  vcalmHint: 'For example Learner Credential Wallet.',
  unbound: 'The copy isn’t bound to the wallet.',
  openLearner: 'Open in Learner Credential Wallet',
  file: 'Download the file instead',
  fileHint: 'Signed Open Badge 3.0, for wallets that open files',
  back: 'Back to the credential',
  closed: 'This credential can’t be added to a wallet',
  closedHint: 'Only valid credentials can be added. This one has expired or was revoked.',
  tooMany: 'Too many attempts. Wait an hour, then try again.',
  txCode: 'We emailed a 6-digit code to the address of the recipient.',
  mail: {
    subject: (badge: string) => `Your wallet code for ${badge}`,
    words: (badge: string) => `Enter this code in your wallet to add “${badge}”:`,
    lifetime: 'The code works once, within 10 minutes.',
    why: 'If you didn’t open this credential in a wallet, ignore this email. Nobody gets a copy without the code.',
  },
};
export type WalletTexts = TextsLike<typeof en>;

const de: WalletTexts = {
  heading: 'Zur Wallet hinzufügen',
  scan: 'Scannen Sie einen Code mit Ihrer Wallet-App, oder öffnen Sie eine Wallet auf diesem Gerät.',
  own: 'Die Kopie ist an Ihre Wallet gebunden, sodass nur Sie sie vorzeigen können.',
  others:
    'Wenn die Wallet nach einem Code fragt, geben Sie den ein, den wir an die Adresse der Empfängerin oder des Empfängers senden.',
  lifetime:
    'Sie können einen dieser Codes einmal verwenden, 10 Minuten lang. Laden Sie die Seite neu, um neue zu erhalten.',
  openidLifetime:
    'Der OpenID4VCI-Code gilt einmal und 10 Minuten lang. Laden Sie die Seite neu, um einen neuen zu erhalten.',
  openid: 'Wallets mit OpenID4VCI',
  openidHint: 'Die meisten Identitäts-Wallets.',
  open: 'In einer Wallet auf diesem Gerät öffnen',
  vcalm: 'Wallets mit VCALM',
  vcalmHint: 'Zum Beispiel Learner Credential Wallet.',
  unbound: 'Die Kopie ist nicht an die Wallet gebunden.',
  openLearner: 'In Learner Credential Wallet öffnen',
  file: 'Stattdessen die Datei herunterladen',
  fileHint: 'Signiertes Open Badge 3.0, für Wallets, die Dateien öffnen',
  back: 'Zurück zum Zertifikat',
  closed: 'Dieses Zertifikat kann keiner Wallet hinzugefügt werden',
  closedHint:
    'Nur gültige Zertifikate können hinzugefügt werden. Dieses ist abgelaufen oder wurde widerrufen.',
  tooMany: 'Zu viele Versuche. Warten Sie eine Stunde, und versuchen Sie es dann noch einmal.',
  txCode:
    'Wir haben einen 6-stelligen Code an die Adresse der Empfängerin oder des Empfängers gesendet.',
  mail: {
    subject: (badge) => `Ihr Wallet-Code für ${badge}`,
    words: (badge) => `Geben Sie diesen Code in Ihrer Wallet ein, um „${badge}“ hinzuzufügen:`,
    lifetime: 'Der Code gilt einmal und 10 Minuten lang.',
    why: 'Wenn Sie dieses Zertifikat nicht in einer Wallet geöffnet haben, ignorieren Sie diese E-Mail. Ohne den Code erhält niemand eine Kopie.',
  },
};

const fr: WalletTexts = {
  heading: 'Ajouter au portefeuille numérique',
  scan: 'Scannez un code avec votre portefeuille numérique, ou ouvrez-en un sur cet appareil.',
  own: 'La copie est liée à votre portefeuille\u00a0: personne d’autre ne peut la présenter.',
  others:
    'Si le portefeuille demande un code, saisissez celui que nous envoyons à l’adresse du titulaire.',
  lifetime:
    'Vous pouvez utiliser un de ces codes une seule fois, pendant 10 minutes. Rechargez la page pour en obtenir de nouveaux.',
  openidLifetime:
    'Le code OpenID4VCI est valable une seule fois, pendant 10 minutes. Rechargez la page pour en obtenir un nouveau.',
  openid: 'Portefeuilles OpenID4VCI',
  openidHint: 'La plupart des portefeuilles d’identité.',
  open: 'Ouvrir dans un portefeuille sur cet appareil',
  vcalm: 'Portefeuilles VCALM',
  vcalmHint: 'Par exemple Learner Credential Wallet.',
  unbound: 'La copie n’est pas liée au portefeuille.',
  openLearner: 'Ouvrir dans Learner Credential Wallet',
  file: 'Télécharger plutôt le fichier',
  fileHint: 'Open Badge 3.0 signé, pour les portefeuilles qui ouvrent des fichiers',
  back: 'Retour au certificat',
  closed: 'Ce certificat ne peut pas être ajouté à un portefeuille',
  closedHint:
    'Seuls les certificats valides peuvent être ajoutés. Celui-ci a expiré ou a été révoqué.',
  tooMany: 'Trop de tentatives. Attendez une heure, puis réessayez.',
  txCode: 'Nous avons envoyé un code à 6 chiffres à l’adresse du titulaire.',
  mail: {
    subject: (badge) => `Votre code de portefeuille pour ${badge}`,
    words: (badge) =>
      `Saisissez ce code dans votre portefeuille pour ajouter «\u202f${badge}\u202f»\u00a0:`,
    lifetime: 'Le code est valable une seule fois, pendant 10 minutes.',
    why: 'Si vous n’avez pas ouvert ce certificat dans un portefeuille, ignorez cet e-mail. Personne n’obtient de copie sans le code.',
  },
};

const es: WalletTexts = {
  heading: 'Añadir a la cartera digital',
  scan: 'Escanee un código con su cartera digital o abra una cartera en este dispositivo.',
  own: 'La copia está vinculada a su cartera, de modo que solo usted puede presentarla.',
  others: 'Si la cartera pide un código, introduzca el que enviamos a la dirección del titular.',
  lifetime:
    'Puede usar uno de estos códigos una sola vez, durante 10 minutos. Recargue la página para obtener otros.',
  openidLifetime:
    'El código OpenID4VCI sirve una sola vez, durante 10 minutos. Recargue la página para obtener otro.',
  openid: 'Carteras con OpenID4VCI',
  openidHint: 'La mayoría de las carteras de identidad.',
  open: 'Abrir en una cartera de este dispositivo',
  vcalm: 'Carteras con VCALM',
  vcalmHint: 'Por ejemplo, Learner Credential Wallet.',
  unbound: 'La copia no está vinculada a la cartera.',
  openLearner: 'Abrir en Learner Credential Wallet',
  file: 'Descargar el archivo',
  fileHint: 'Open Badge 3.0 firmado, para carteras que abren archivos',
  back: 'Volver al certificado',
  closed: 'Este certificado no se puede añadir a una cartera',
  closedHint: 'Solo se pueden añadir certificados válidos. Este ha caducado o fue revocado.',
  tooMany: 'Demasiados intentos. Espere una hora e inténtelo de nuevo.',
  txCode: 'Hemos enviado un código de 6 dígitos a la dirección del titular.',
  mail: {
    subject: (badge) => `Su código de cartera para ${badge}`,
    words: (badge) => `Introduzca este código en su cartera para añadir «${badge}»:`,
    lifetime: 'El código sirve una sola vez, durante 10 minutos.',
    why: 'Si no ha abierto este certificado en una cartera, ignore este correo. Nadie obtiene una copia sin el código.',
  },
};

const ar: WalletTexts = {
  heading: 'أضفها إلى المحفظة الرقمية',
  scan: 'امسح رمزًا بتطبيق محفظتك، أو افتح محفظة على هذا الجهاز.',
  own: 'النسخة مرتبطة بمحفظتك، فلا يستطيع تقديمها غيرك.',
  others: 'عندما تطلب المحفظة رمزًا، أدخل الرمز الذي نرسله إلى عنوان صاحب الشهادة.',
  lifetime:
    'يمكنك استخدام أحد هذه الرموز مرة واحدة خلال 10 دقائق. أعد تحميل الصفحة للحصول على رموز جديدة.',
  openidLifetime:
    'يعمل رمز OpenID4VCI مرة واحدة خلال 10 دقائق. أعد تحميل الصفحة للحصول على رمز جديد.',
  openid: 'محافظ OpenID4VCI',
  openidHint: 'معظم محافظ الهوية.',
  open: 'فتح في محفظة على هذا الجهاز',
  vcalm: 'محافظ VCALM',
  vcalmHint: 'مثل Learner Credential Wallet.',
  unbound: 'النسخة غير مرتبطة بالمحفظة.',
  openLearner: 'فتح في Learner Credential Wallet',
  file: 'تنزيل الملف بدلًا من ذلك',
  fileHint: 'شارة Open Badge 3.0 موقّعة، للمحافظ التي تفتح الملفات',
  back: 'العودة إلى الشهادة',
  closed: 'لا يمكن إضافة هذه الشهادة إلى محفظة',
  closedHint: 'يمكن إضافة الشهادات السارية فقط. هذه الشهادة منتهية الصلاحية أو ملغاة.',
  tooMany: 'محاولات كثيرة جدًا. انتظر ساعة ثم حاول مرة أخرى.',
  txCode: 'أرسلنا رمزًا من 6 أرقام إلى عنوان صاحب الشهادة.',
  mail: {
    subject: (badge) => `رمز المحفظة لشهادة ${badge}`,
    words: (badge) => `أدخل هذا الرمز في محفظتك لإضافة «${badge}»:`,
    lifetime: 'يعمل الرمز مرة واحدة خلال 10 دقائق.',
    why: 'إذا لم تفتح هذه الشهادة في محفظة، فتجاهل هذه الرسالة. لا يحصل أحد على نسخة من دون الرمز.',
  },
};

const texts: Record<Language, WalletTexts> = { en, de, fr, es, ar };

export const getWalletTexts = (language: Language): WalletTexts => texts[language];

/** In the wallet's language, with the issuer's look. */
export function walletCodeEmail(
  { issuerName, issuerEmail, badgeName, logoCid, brand }: OfferedCredential,
  code: string,
  urls: Urls,
  language: Language,
): EmailContent {
  const { mail: t } = getWalletTexts(language);
  return {
    look: createEmailBranding({ issuerName, logoCid, brand: { ...brand, language } }, urls),
    sender: { name: issuerName, email: issuerEmail },
    subject: t.subject(badgeName),
    before: [t.words(badgeName)],
    code,
    after: [t.lifetime, t.why],
  };
}
