import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';
import { createServiceBranding, type EmailContent } from '../../../platform/mail/index.ts';

const en = {
  dear: (name: string) => `Hello ${name},`,
  button: 'Reset password',
  appAdded: {
    subject: 'An authenticator app was added',
    words:
      'From now on, your sign-in asks for a code from your authenticator app, or for a recovery code.',
    mine: 'If it was you, you don’t need to do anything. Keep your recovery codes in a safe place.',
    other:
      'If it wasn’t you, reset your password now. Then ask the operator of this service to remove the app.',
  },
  appLocked: {
    subject: 'Someone entered wrong codes',
    words:
      'Someone who has your password, or a code that we emailed to you, entered five wrong codes of your authenticator app. Its codes aren’t accepted for 15 minutes.',
    mine: 'If it was you, sign in with a recovery code or a passkey, or try again later.',
    other: 'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
  },
  appRemoved: {
    subject: 'Your authenticator app was removed',
    words:
      'Your sign-in no longer asks for a code from your authenticator app. Your recovery codes don’t work anymore.',
    mine: 'If it was you, you don’t need to do anything. You can set up an authenticator app again in your settings.',
    other: 'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    words: 'A new passkey can sign you in, without a password or a code.',
    mine: 'If it was you, you don’t need to do anything. You can remove the passkey in your settings.',
    other:
      'If it wasn’t you, reset your password now. Then ask the operator of this service to remove the passkey.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    words: 'One of your passkeys no longer signs you in.',
    mine: 'If it was you, you don’t need to do anything.',
    other: 'If it wasn’t you, reset your password now. You’ll be signed out everywhere.',
  },
};
type SecurityTexts = TextsLike<typeof en>;

const de: SecurityTexts = {
  dear: (name) => `Guten Tag ${name},`,
  button: 'Passwort zurücksetzen',
  appAdded: {
    subject: 'Eine Authenticator-App wurde hinzugefügt',
    words:
      'Ab jetzt brauchen Sie zum Anmelden einen Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode.',
    mine: 'Wenn Sie das waren, müssen Sie nichts tun. Bewahren Sie Ihre Wiederherstellungscodes sicher auf.',
    other:
      'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück. Bitten Sie dann den Betreiber dieses Dienstes, die App zu entfernen.',
  },
  appLocked: {
    subject: 'Jemand hat falsche Codes eingegeben',
    words:
      'Jemand mit Ihrem Passwort oder einem Code, den wir Ihnen gesendet haben, hat fünf falsche Codes Ihrer Authenticator-App eingegeben. Codes der App werden 15 Minuten lang nicht akzeptiert.',
    mine: 'Wenn Sie das waren, melden Sie sich mit einem Wiederherstellungscode oder Passkey an, oder versuchen Sie es später noch einmal.',
    other:
      'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück. Sie werden dann überall abgemeldet.',
  },
  appRemoved: {
    subject: 'Ihre Authenticator-App wurde entfernt',
    words:
      'Zum Anmelden brauchen Sie keinen Code aus Ihrer Authenticator-App mehr. Ihre Wiederherstellungscodes gelten nicht mehr.',
    mine: 'Wenn Sie das waren, müssen Sie nichts tun. In Ihren Einstellungen können Sie wieder eine Authenticator-App einrichten.',
    other:
      'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück. Sie werden dann überall abgemeldet.',
  },
  passkeyAdded: {
    subject: 'Ein Passkey wurde hinzugefügt',
    words: 'Mit einem neuen Passkey können Sie sich ohne Passwort und Code anmelden.',
    mine: 'Wenn Sie das waren, müssen Sie nichts tun. In Ihren Einstellungen können Sie den Passkey entfernen.',
    other:
      'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück. Bitten Sie dann den Betreiber dieses Dienstes, den Passkey zu entfernen.',
  },
  passkeyRemoved: {
    subject: 'Ein Passkey wurde entfernt',
    words: 'Mit einem Ihrer Passkeys können Sie sich nicht mehr anmelden.',
    mine: 'Wenn Sie das waren, müssen Sie nichts tun.',
    other:
      'Wenn Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück. Sie werden dann überall abgemeldet.',
  },
};

const fr: SecurityTexts = {
  dear: (name) => `Bonjour ${name},`,
  button: 'Réinitialiser le mot de passe',
  appAdded: {
    subject: 'Une application d’authentification a été ajoutée',
    words:
      'Désormais, votre connexion demande un code de votre application d’authentification ou un code de secours.',
    mine: 'Si c’était vous, vous n’avez rien à faire. Conservez vos codes de secours en lieu sûr.',
    other:
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Demandez ensuite à l’exploitant de ce service de retirer l’application.',
  },
  appLocked: {
    subject: 'Quelqu’un a saisi des codes incorrects',
    words:
      'Une personne qui a votre mot de passe, ou un code que nous vous avons envoyé, a saisi cinq codes incorrects de votre application d’authentification. Les codes de l’application sont refusés pendant 15 minutes.',
    mine: 'Si c’était vous, connectez-vous avec un code de secours ou une clé d’accès, ou réessayez plus tard.',
    other:
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Toutes vos sessions seront fermées.',
  },
  appRemoved: {
    subject: 'Votre application d’authentification a été retirée',
    words:
      'Votre connexion ne demande plus de code de votre application d’authentification. Vos codes de secours ne fonctionnent plus.',
    mine: 'Si c’était vous, vous n’avez rien à faire. Vous pouvez configurer de nouveau une application d’authentification dans vos paramètres.',
    other:
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Toutes vos sessions seront fermées.',
  },
  passkeyAdded: {
    subject: 'Une clé d’accès a été ajoutée',
    words: 'Une nouvelle clé d’accès permet de vous connecter, sans mot de passe ni code.',
    mine: 'Si c’était vous, vous n’avez rien à faire. Vous pouvez retirer la clé d’accès dans vos paramètres.',
    other:
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Demandez ensuite à l’exploitant de ce service de retirer la clé d’accès.',
  },
  passkeyRemoved: {
    subject: 'Une clé d’accès a été retirée',
    words: 'L’une de vos clés d’accès ne permet plus de vous connecter.',
    mine: 'Si c’était vous, vous n’avez rien à faire.',
    other:
      'Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Toutes vos sessions seront fermées.',
  },
};

const es: SecurityTexts = {
  dear: (name) => `Hola, ${name}:`,
  button: 'Restablecer la contraseña',
  appAdded: {
    subject: 'Se ha añadido una aplicación de autenticación',
    words:
      'A partir de ahora, para iniciar sesión necesita un código de su aplicación de autenticación o un código de recuperación.',
    mine: 'Si ha sido usted, no tiene que hacer nada. Guarde sus códigos de recuperación en un lugar seguro.',
    other:
      'Si no ha sido usted, restablezca su contraseña ahora. Después, pida al operador de este servicio que quite la aplicación.',
  },
  appLocked: {
    subject: 'Alguien ha introducido códigos incorrectos',
    words:
      'Alguien que tiene su contraseña, o un código que le enviamos, ha introducido cinco códigos incorrectos de su aplicación de autenticación. Los códigos de la aplicación no se aceptan durante 15 minutos.',
    mine: 'Si ha sido usted, inicie sesión con un código de recuperación o una llave de acceso, o inténtelo más tarde.',
    other: 'Si no ha sido usted, restablezca su contraseña ahora. Se cerrarán todas sus sesiones.',
  },
  appRemoved: {
    subject: 'Se ha quitado su aplicación de autenticación',
    words:
      'Para iniciar sesión ya no necesita un código de su aplicación de autenticación. Sus códigos de recuperación ya no funcionan.',
    mine: 'Si ha sido usted, no tiene que hacer nada. Puede volver a configurar una aplicación de autenticación en sus ajustes.',
    other: 'Si no ha sido usted, restablezca su contraseña ahora. Se cerrarán todas sus sesiones.',
  },
  passkeyAdded: {
    subject: 'Se ha añadido una llave de acceso',
    words: 'Una nueva llave de acceso permite iniciar su sesión, sin contraseña ni código.',
    mine: 'Si ha sido usted, no tiene que hacer nada. Puede quitar la llave de acceso en sus ajustes.',
    other:
      'Si no ha sido usted, restablezca su contraseña ahora. Después, pida al operador de este servicio que quite la llave de acceso.',
  },
  passkeyRemoved: {
    subject: 'Se ha quitado una llave de acceso',
    words: 'Una de sus llaves de acceso ya no permite iniciar su sesión.',
    mine: 'Si ha sido usted, no tiene que hacer nada.',
    other: 'Si no ha sido usted, restablezca su contraseña ahora. Se cerrarán todas sus sesiones.',
  },
};

const ar: SecurityTexts = {
  dear: (name) => `مرحبًا ${name}،`,
  button: 'إعادة تعيين كلمة المرور',
  appAdded: {
    subject: 'أُضيف تطبيق مصادقة',
    words: 'من الآن فصاعدًا، يتطلب تسجيل دخولك رمزًا من تطبيق المصادقة أو رمز استرداد.',
    mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء. احفظ رموز الاسترداد في مكان آمن.',
    other: 'إذا لم تكن أنت، فأعد تعيين كلمة مرورك الآن، ثم اطلب من مشغّل هذه الخدمة إزالة التطبيق.',
  },
  appLocked: {
    subject: 'أدخل شخص رموزًا غير صحيحة',
    words:
      'أدخل شخص لديه كلمة مرورك، أو رمز أرسلناه إليك، خمسة رموز غير صحيحة من تطبيق المصادقة. لن تُقبل رموز التطبيق لمدة 15 دقيقة.',
    mine: 'إذا كنت أنت من فعل ذلك، فسجّل الدخول برمز استرداد أو بمفتاح مرور، أو حاول لاحقًا.',
    other: 'إذا لم تكن أنت، فأعد تعيين كلمة مرورك الآن. سيُسجَّل خروجك من كل الأجهزة.',
  },
  appRemoved: {
    subject: 'أُزيل تطبيق المصادقة',
    words: 'لم يعد تسجيل دخولك يتطلب رمزًا من تطبيق المصادقة. لم تعد رموز الاسترداد صالحة.',
    mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء. يمكنك إعداد تطبيق مصادقة من جديد في الإعدادات.',
    other: 'إذا لم تكن أنت، فأعد تعيين كلمة مرورك الآن. سيُسجَّل خروجك من كل الأجهزة.',
  },
  passkeyAdded: {
    subject: 'أُضيف مفتاح مرور',
    words: 'يمكن لمفتاح مرور جديد تسجيل دخولك من دون كلمة مرور أو رمز.',
    mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء. يمكنك إزالة مفتاح المرور في الإعدادات.',
    other:
      'إذا لم تكن أنت، فأعد تعيين كلمة مرورك الآن، ثم اطلب من مشغّل هذه الخدمة إزالة مفتاح المرور.',
  },
  passkeyRemoved: {
    subject: 'أُزيل مفتاح مرور',
    words: 'لم يعد أحد مفاتيح مرورك يسجّل دخولك.',
    mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء.',
    other: 'إذا لم تكن أنت، فأعد تعيين كلمة مرورك الآن. سيُسجَّل خروجك من كل الأجهزة.',
  },
};

const texts: Record<Language, SecurityTexts> = { en, de, fr, es, ar };

export const getSecurityEmailTexts = (language: Language): SecurityTexts => texts[language];

export type SecurityChange = Exclude<keyof SecurityTexts, 'dear' | 'button'>;

/** A warning, in case someone else did it. */
export function securityEmail(
  change: SecurityChange,
  name: string,
  resetUrl: string,
  language: Language,
): EmailContent {
  const { dear, button, [change]: t } = texts[language];
  return {
    look: createServiceBranding(language),
    subject: t.subject,
    before: [dear(name), t.words],
    button: { label: button, url: resetUrl },
    after: [t.mine, t.other],
  };
}
