import { type Language, MAX_ADDRESSES } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';

const en = {
  heading: 'Email addresses',
  lead: 'Credentials issued to any of your confirmed addresses are in your list. You can sign in with each address.',
  primary: 'Primary',
  unconfirmed: 'Not confirmed',
  code: 'Code',
  confirm: 'Confirm',
  again: 'Send a new code',
  makePrimary: 'Make primary',
  remove: 'Remove',
  email: 'New address',
  add: 'Add address',
  hint: 'We’ll email a code to the address.',
  /** Added credentials that the list doesn't show. */
  hidden: {
    heading: 'Credentials of removed addresses',
    words: (count: number) =>
      `Credentials that you added for addresses that are no longer yours: ${count}. Nobody sees them. They return to your list if you confirm the address again.`,
    delete: (count: number) =>
      count === 1 ? 'Delete 1 credential' : `Delete ${count} credentials`,
    question: (count: number) =>
      count === 1 ? 'Delete 1 credential?' : `Delete ${count} credentials?`,
    warning: 'This can’t be undone. To keep everything, confirm the address again instead.',
    cancel: 'Cancel',
  },
  full: `You have ${MAX_ADDRESSES} addresses, the most you can have. Remove one to add another.`,
  done: {
    deleted: 'The credentials were deleted.',
    added: 'If the address can receive email, a code is on its way. Enter it within 10 minutes.',
    confirmed: 'Address confirmed. Its credentials are in your list now.',
    primary: 'Primary address changed. We now send messages to it.',
    removed:
      'Address removed. Its credentials are no longer in your list, your other browsers are signed out, and apps are disconnected.',
  },
  problems: {
    email: 'Enter a valid email address.',
    exists: 'This address is already yours.',
    code: 'The code is wrong, has expired or was used. Check the newest email, or send a new code.',
    merge:
      'You and the user of this address have more than 100 collections or 1,000 added credentials together. Delete some of yours, then confirm again.',
    inUse:
      'Another user signs in with this address and a password. First make another address of that user primary.',
    gone: 'This address is no longer in the list.',
    tooMany: 'Too many codes. Wait an hour, then try again.',
    origin: 'This form was opened at another URL. Reload the page, then try again.',
    other: 'The request couldn’t be processed. Try again in a minute.',
  },
};
export type AddressTexts = TextsLike<typeof en>;

const de: AddressTexts = {
  heading: 'E-Mail-Adressen',
  lead: 'Zertifikate, die für eine Ihrer bestätigten Adressen ausgestellt wurden, sind in Ihrer Liste. Sie können sich mit jeder davon anmelden.',
  primary: 'Hauptadresse',
  unconfirmed: 'Nicht bestätigt',
  code: 'Code',
  confirm: 'Bestätigen',
  again: 'Neuen Code senden',
  makePrimary: 'Zur Hauptadresse machen',
  remove: 'Entfernen',
  email: 'Neue Adresse',
  add: 'Adresse hinzufügen',
  hint: 'Wir senden einen Code an die Adresse.',
  hidden: {
    heading: 'Zertifikate entfernter Adressen',
    words: (count) =>
      `Zertifikate, die Sie für Adressen hinzugefügt haben, die nicht mehr Ihre sind: ${count}. Niemand sieht sie. Sie sind wieder in Ihrer Liste, sobald Sie die Adresse erneut bestätigen.`,
    delete: (count) => (count === 1 ? '1 Zertifikat löschen' : `${count} Zertifikate löschen`),
    question: (count) => (count === 1 ? '1 Zertifikat löschen?' : `${count} Zertifikate löschen?`),
    warning:
      'Das lässt sich nicht rückgängig machen. Wenn Sie alles behalten möchten, bestätigen Sie stattdessen die Adresse erneut.',
    cancel: 'Abbrechen',
  },
  full: `Sie haben ${MAX_ADDRESSES} Adressen. Mehr sind nicht möglich. Entfernen Sie eine, um eine andere hinzuzufügen.`,
  done: {
    deleted: 'Die Zertifikate wurden gelöscht.',
    added:
      'Wenn die Adresse E-Mails empfängt, ist ein Code unterwegs. Geben Sie ihn innerhalb von 10 Minuten ein.',
    confirmed: 'Adresse bestätigt. Die zugehörigen Zertifikate sind jetzt in Ihrer Liste.',
    primary: 'Hauptadresse geändert. Nachrichten an Sie gehen jetzt dorthin.',
    removed:
      'Adresse entfernt. Die zugehörigen Zertifikate sind nicht mehr in Ihrer Liste, Ihre anderen Browser sind abgemeldet, und Apps sind getrennt.',
  },
  problems: {
    email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    exists: 'Diese Adresse gehört Ihnen schon.',
    code: 'Der Code ist falsch, abgelaufen oder schon verwendet. Verwenden Sie den Code aus der neuesten E-Mail, oder senden Sie einen neuen.',
    merge:
      'Sie und die Person mit dieser Adresse haben zusammen mehr als 100 Sammlungen oder 1.000 hinzugefügte Zertifikate. Löschen Sie einige Ihrer Sammlungen oder Zertifikate, und bestätigen Sie dann noch einmal.',
    inUse:
      'Eine andere Person meldet sich mit dieser Adresse und einem Passwort an. Machen Sie zuerst eine andere Adresse dieser Person zur Hauptadresse.',
    gone: 'Diese Adresse ist nicht mehr in der Liste.',
    tooMany: 'Zu viele Codes. Warten Sie eine Stunde, und versuchen Sie es dann noch einmal.',
    origin:
      'Dieses Formular wurde unter einer anderen URL geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
    other:
      'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
  },
};

const fr: AddressTexts = {
  heading: 'Adresses e-mail',
  lead: 'Les certificats délivrés à l’une de vos adresses confirmées sont dans votre liste. Vous pouvez vous connecter avec chacune d’elles.',
  primary: 'Principale',
  unconfirmed: 'Non confirmée',
  code: 'Code',
  confirm: 'Confirmer',
  again: 'Envoyer un nouveau code',
  makePrimary: 'Définir comme principale',
  remove: 'Retirer',
  email: 'Nouvelle adresse',
  add: 'Ajouter l’adresse',
  hint: 'Nous enverrons un code à cette adresse.',
  hidden: {
    heading: 'Certificats d’adresses retirées',
    words: (count) =>
      `Certificats que vous avez ajoutés pour des adresses qui ne sont plus les vôtres\u00a0: ${count}. Personne ne les voit. Ils reviendront dans votre liste si vous confirmez à nouveau l’adresse.`,
    delete: (count) => (count === 1 ? 'Supprimer 1 certificat' : `Supprimer ${count} certificats`),
    question: (count) =>
      count === 1 ? 'Supprimer 1 certificat\u202f?' : `Supprimer ${count} certificats\u202f?`,
    warning:
      'Cette action est irréversible. Pour tout conserver, confirmez plutôt à nouveau l’adresse.',
    cancel: 'Annuler',
  },
  full: `Vous avez ${MAX_ADDRESSES} adresses, le maximum possible. Retirez-en une pour en ajouter une autre.`,
  done: {
    deleted: 'Les certificats ont été supprimés.',
    added:
      'Si l’adresse peut recevoir des e-mails, un code est en route. Saisissez-le dans les 10 minutes.',
    confirmed: 'Adresse confirmée. Ses certificats sont maintenant dans votre liste.',
    primary: 'Adresse principale modifiée. Les messages y sont désormais envoyés.',
    removed:
      'Adresse retirée. Ses certificats ne sont plus dans votre liste, vos autres navigateurs et les applications sont déconnectés.',
  },
  problems: {
    email: 'Saisissez une adresse e-mail valide.',
    exists: 'Cette adresse est déjà la vôtre.',
    code: 'Le code est erroné, expiré ou déjà utilisé. Vérifiez le dernier e-mail ou envoyez un nouveau code.',
    merge:
      'Avec la personne qui utilise cette adresse, vous avez plus de 100 collections ou de 1 000 certificats ajoutés. Supprimez-en des vôtres, puis confirmez à nouveau.',
    inUse:
      'Une autre personne se connecte avec cette adresse et un mot de passe. Définissez d’abord une autre adresse de cette personne comme principale.',
    gone: 'Cette adresse n’est plus dans la liste.',
    tooMany: 'Trop de codes. Attendez une heure, puis réessayez.',
    origin: 'Ce formulaire a été ouvert à une autre URL. Rechargez la page, puis réessayez.',
    other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
  },
};

const es: AddressTexts = {
  heading: 'Direcciones de correo',
  lead: 'Los certificados emitidos a cualquiera de sus direcciones confirmadas están en su lista. Puede iniciar sesión con cada una de ellas.',
  primary: 'Principal',
  unconfirmed: 'Sin confirmar',
  code: 'Código',
  confirm: 'Confirmar',
  again: 'Enviar un código nuevo',
  makePrimary: 'Hacer principal',
  remove: 'Quitar',
  email: 'Nueva dirección',
  add: 'Añadir dirección',
  hint: 'Enviaremos un código a la dirección.',
  hidden: {
    heading: 'Certificados de direcciones quitadas',
    words: (count) =>
      `Certificados que añadió para direcciones que ya no son suyas: ${count}. Nadie los ve. Volverán a su lista si confirma de nuevo la dirección.`,
    delete: (count) => (count === 1 ? 'Eliminar 1 certificado' : `Eliminar ${count} certificados`),
    question: (count) =>
      count === 1 ? '¿Eliminar 1 certificado?' : `¿Eliminar ${count} certificados?`,
    warning:
      'Esta acción no se puede deshacer. Para conservarlo todo, confirme de nuevo la dirección.',
    cancel: 'Cancelar',
  },
  full: `Tiene ${MAX_ADDRESSES} direcciones, el máximo posible. Quite una para añadir otra.`,
  done: {
    deleted: 'Los certificados se han eliminado.',
    added:
      'Si la dirección puede recibir correo, hay un código en camino. Escríbalo antes de 10 minutos.',
    confirmed: 'Dirección confirmada. Sus certificados ya están en su lista.',
    primary: 'Dirección principal cambiada. Los mensajes se envían ahora a esa dirección.',
    removed:
      'Dirección quitada. Sus certificados ya no están en su lista, se ha cerrado la sesión en sus otros navegadores y las aplicaciones se han desconectado.',
  },
  problems: {
    email: 'Escriba un correo electrónico válido.',
    exists: 'Esta dirección ya es suya.',
    code: 'El código es incorrecto, ha caducado o ya se ha usado. Compruebe el último correo o envíe un código nuevo.',
    merge:
      'Junto con la persona que usa esta dirección, tiene más de 100 colecciones o 1000 certificados añadidos. Elimine algunos de los suyos y confirme de nuevo.',
    inUse:
      'Otra persona inicia sesión con esta dirección y una contraseña. Antes, haga principal otra dirección de esa persona.',
    gone: 'Esta dirección ya no está en la lista.',
    tooMany: 'Demasiados códigos. Espere una hora e inténtelo de nuevo.',
    origin: 'Este formulario se abrió en otra URL. Vuelva a cargar la página e inténtelo de nuevo.',
    other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
  },
};

const ar: AddressTexts = {
  heading: 'عناوين البريد الإلكتروني',
  lead: 'الشهادات الصادرة لأي عنوان أكّدته موجودة في قائمتك. يمكنك تسجيل الدخول بأي منها.',
  primary: 'رئيسي',
  unconfirmed: 'غير مؤكَّد',
  code: 'الرمز',
  confirm: 'تأكيد',
  again: 'إرسال رمز جديد',
  makePrimary: 'جعله رئيسيًا',
  remove: 'إزالة',
  email: 'عنوان جديد',
  add: 'إضافة العنوان',
  hint: 'سنرسل رمزًا إلى هذا العنوان.',
  hidden: {
    heading: 'شهادات العناوين المُزالة',
    words: (count) =>
      `عدد الشهادات التي أضفتها لعناوين لم تعد لك: ${count}. لا يراها أحد. تعود إلى قائمتك إذا أكّدت العنوان من جديد.`,
    delete: (count) => `حذف الشهادات (${count})`,
    question: (count) => `هل تريد حذف الشهادات (${count})؟`,
    warning: 'لا يمكن التراجع عن ذلك. للاحتفاظ بكل شيء، أكّد العنوان من جديد بدلًا من ذلك.',
    cancel: 'إلغاء',
  },
  full: `لديك ${MAX_ADDRESSES} عنوانًا، وهو الحد الأقصى. أزِل عنوانًا لتضيف غيره.`,
  done: {
    deleted: 'حُذفت الشهادات.',
    added: 'إذا كان العنوان يستقبل الرسائل، فسيصل إليه رمز. أدخله خلال 10 دقائق.',
    confirmed: 'تم تأكيد العنوان. شهاداته الآن في قائمتك.',
    primary: 'تغيّر العنوان الرئيسي. تُرسل إليه الرسائل من الآن.',
    removed:
      'أُزيل العنوان. لم تعد شهاداته في قائمتك، وسُجّل خروجك من المتصفحات الأخرى، وفُصلت التطبيقات.',
  },
  problems: {
    email: 'أدخل عنوان بريد إلكتروني صالحًا.',
    exists: 'هذا العنوان لك بالفعل.',
    code: 'الرمز خاطئ أو انتهت صلاحيته أو سبق استخدامه. راجع أحدث رسالة أو أرسل رمزًا جديدًا.',
    merge:
      'لديك مع مستخدم هذا العنوان أكثر من 100 مجموعة أو 1000 شهادة مضافة. احذف بعض ما لديك ثم أكّد من جديد.',
    inUse:
      'يسجّل مستخدم آخر الدخول بهذا العنوان وكلمة مرور. اجعل أولًا عنوانًا آخر لذلك المستخدم رئيسيًا.',
    gone: 'لم يعد هذا العنوان في القائمة.',
    tooMany: 'رموز كثيرة جدًا. انتظر ساعة ثم حاول من جديد.',
    origin: 'فُتح هذا النموذج من عنوان URL آخر. أعد تحميل الصفحة ثم حاول من جديد.',
    other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
  },
};

const texts: Record<Language, AddressTexts> = { en, de, fr, es, ar };

export function getAddressTexts(language: Language): AddressTexts {
  return texts[language];
}
