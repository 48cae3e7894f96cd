import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';
import { createServiceBranding, type EmailContent } from '../../../platform/mail/index.ts';

const en = {
  code: {
    subject: 'Your code to confirm this address',
    words: 'Enter this code under “Email addresses” to add this address to your credentials:',
    lifetime: 'The code works once, within 10 minutes.',
    why: 'If you didn’t ask for it, ignore this email. Nothing changes without the code.',
  },
  added: {
    subject: 'You added an email address',
    words: (email: string) =>
      `You confirmed ${email}. Its credentials are in your list, and you can sign in with it.`,
    why: 'If it wasn’t you, sign in, remove the address under “Email addresses”, and sign out everywhere.',
  },
  moved: {
    subject: 'An email address is no longer yours',
    words: (email: string) =>
      `Someone with access to ${email} confirmed it for another user. Its credentials are no longer in your list.`,
    why: 'If you still use the address, add it again under “Email addresses”.',
  },
  primary: {
    subject: 'You have a new primary email address',
    words: (email: string) =>
      `Your primary address is now ${email}. We send messages and password resets to it.`,
    why: 'If it wasn’t you, sign in with this address, and make it the primary one again under “Email addresses”.',
  },
};
type AddressTexts = TextsLike<typeof en>;

const de: AddressTexts = {
  code: {
    subject: 'Ihr Code zum Bestätigen dieser Adresse',
    words: 'Geben Sie diesen Code unter „E-Mail-Adressen“ ein, um diese Adresse hinzuzufügen:',
    lifetime: 'Der Code gilt einmal und nur 10 Minuten lang.',
    why: 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Code ändert sich nichts.',
  },
  added: {
    subject: 'Sie haben eine E-Mail-Adresse hinzugefügt',
    words: (email) =>
      `Sie haben ${email} bestätigt. Die zugehörigen Zertifikate sind in Ihrer Liste, und Sie können sich mit der Adresse anmelden.`,
    why: 'Wenn Sie das nicht waren, melden Sie sich an, entfernen Sie die Adresse unter „E-Mail-Adressen“, und melden Sie sich überall ab.',
  },
  moved: {
    subject: 'Eine E-Mail-Adresse gehört nicht mehr Ihnen',
    words: (email) =>
      `Jemand mit Zugang zu ${email} hat die Adresse für eine andere Person bestätigt. Die zugehörigen Zertifikate sind nicht mehr in Ihrer Liste.`,
    why: 'Wenn Sie die Adresse noch verwenden, fügen Sie sie unter „E-Mail-Adressen“ wieder hinzu.',
  },
  primary: {
    subject: 'Sie haben eine neue Hauptadresse',
    words: (email) =>
      `Ihre Hauptadresse ist jetzt ${email}. Nachrichten an Sie und Links zum Zurücksetzen des Passworts gehen dorthin.`,
    why: 'Wenn Sie das nicht waren, melden Sie sich mit dieser Adresse an, und machen Sie sie unter „E-Mail-Adressen“ wieder zur Hauptadresse.',
  },
};

const fr: AddressTexts = {
  code: {
    subject: 'Votre code pour confirmer cette adresse',
    words: 'Saisissez ce code dans «\u202fAdresses e-mail\u202f» pour ajouter cette adresse\u00a0:',
    lifetime: 'Le code est valable une seule fois, pendant 10 minutes.',
    why: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Rien ne change sans le code.',
  },
  added: {
    subject: 'Vous avez ajouté une adresse e-mail',
    words: (email) =>
      `Vous avez confirmé ${email}. Ses certificats sont dans votre liste, et vous pouvez vous connecter avec cette adresse.`,
    why: 'Si ce n’était pas vous, connectez-vous, retirez l’adresse dans «\u202fAdresses e-mail\u202f», puis déconnectez-vous partout.',
  },
  moved: {
    subject: 'Une adresse e-mail n’est plus la vôtre',
    words: (email) =>
      `Une personne ayant accès à ${email} a confirmé cette adresse pour une autre personne. Ses certificats ne sont plus dans votre liste.`,
    why: 'Si vous utilisez encore cette adresse, ajoutez-la de nouveau dans «\u202fAdresses e-mail\u202f».',
  },
  primary: {
    subject: 'Vous avez une nouvelle adresse principale',
    words: (email) =>
      `Votre adresse principale est maintenant ${email}. Les messages et les liens de réinitialisation du mot de passe y sont envoyés.`,
    why: 'Si ce n’était pas vous, connectez-vous avec cette adresse et redéfinissez-la comme principale dans «\u202fAdresses e-mail\u202f».',
  },
};

const es: AddressTexts = {
  code: {
    subject: 'Su código para confirmar esta dirección',
    words: 'Escriba este código en «Direcciones de correo» para añadir esta dirección:',
    lifetime: 'El código sirve una sola vez, durante 10 minutos.',
    why: 'Si no lo ha pedido, ignore este correo. Nada cambia sin el código.',
  },
  added: {
    subject: 'Ha añadido una dirección de correo',
    words: (email) =>
      `Ha confirmado ${email}. Sus certificados están en su lista y puede iniciar sesión con ella.`,
    why: 'Si no ha sido usted, inicie sesión, quite la dirección en «Direcciones de correo» y cierre todas las sesiones.',
  },
  moved: {
    subject: 'Una dirección de correo ya no es suya',
    words: (email) =>
      `Alguien con acceso a ${email} la ha confirmado para otra persona. Sus certificados ya no están en su lista.`,
    why: 'Si todavía usa la dirección, añádala de nuevo en «Direcciones de correo».',
  },
  primary: {
    subject: 'Tiene una nueva dirección principal',
    words: (email) =>
      `Su dirección principal es ahora ${email}. Allí se envían los mensajes y los enlaces para restablecer la contraseña.`,
    why: 'Si no ha sido usted, inicie sesión con esta dirección y vuelva a hacerla principal en «Direcciones de correo».',
  },
};

const ar: AddressTexts = {
  code: {
    subject: 'رمزك لتأكيد هذا العنوان',
    words: 'أدخل هذا الرمز في «عناوين البريد الإلكتروني» لإضافة هذا العنوان:',
    lifetime: 'الرمز صالح لمدة 10 دقائق ولمرة واحدة.',
    why: 'إذا لم تطلب هذا الرمز، فتجاهل هذه الرسالة. لا يتغيّر شيء من دون الرمز.',
  },
  added: {
    subject: 'أضفت عنوان بريد إلكتروني',
    words: (email) => `أكّدت العنوان ${email}. شهاداته الآن في قائمتك، ويمكنك تسجيل الدخول به.`,
    why: 'إذا لم تفعل ذلك، فسجّل الدخول وأزِل العنوان من «عناوين البريد الإلكتروني» ثم سجّل الخروج من كل الأجهزة.',
  },
  moved: {
    subject: 'لم يعد أحد عناوين بريدك الإلكتروني لك',
    words: (email) =>
      `أكّد شخص لديه وصول إلى ${email} هذا العنوان لمستخدم آخر. لم تعد شهاداته في قائمتك.`,
    why: 'إذا كنت لا تزال تستخدم العنوان، فأضفه من جديد في «عناوين البريد الإلكتروني».',
  },
  primary: {
    subject: 'لديك عنوان رئيسي جديد',
    words: (email) =>
      `عنوانك الرئيسي الآن هو ${email}. تُرسل إليه الرسائل وروابط إعادة تعيين كلمة المرور.`,
    why: 'إذا لم تفعل ذلك، فسجّل الدخول بهذا العنوان واجعله رئيسيًا من جديد في «عناوين البريد الإلكتروني».',
  },
};

const texts: Record<Language, AddressTexts> = { en, de, fr, es, ar };

/** Addresses are isolated, so that they don't reorder Arabic text. */
const isolate = (email: string): string => `\u2068${email}\u2069`;

export function addressCodeEmail(code: string, language: Language): EmailContent {
  const { subject, words, lifetime, why } = texts[language].code;
  return {
    look: createServiceBranding(language),
    ...{ subject, before: [words], code, after: [lifetime, why] },
  };
}

function createNotice(
  kind: 'added' | 'moved' | 'primary',
  email: string,
  language: Language,
): EmailContent {
  const { subject, words, why } = texts[language][kind];
  return {
    look: createServiceBranding(language),
    ...{ subject, before: [words(isolate(email))], after: [why] },
  };
}

/** To the user who confirmed another address. */
export const addressAddedEmail = (email: string, language: Language): EmailContent =>
  createNotice('added', email, language);
/** To a user whose address was confirmed by someone else. */
export const addressMovedEmail = (email: string, language: Language): EmailContent =>
  createNotice('moved', email, language);
/** To the earlier primary address. */
export const primaryChangedEmail = (email: string, language: Language): EmailContent =>
  createNotice('primary', email, language);
