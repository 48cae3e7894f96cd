import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import { createServiceBranding, type EmailContent } from '../../platform/mail/index.ts';

const en = {
  subject: 'Single sign-on was linked to you',
  words: (domain: string) =>
    `The sign-in service of ${domain} signed you in here for the first time. Its admins decide who can sign in with your address there.`,
  reach:
    'These sign-ins open only your organization’s account. Your own credentials, settings and other accounts also need your password, an emailed code or your authenticator app.',
  mine: 'If it was you, you don’t need to do anything.',
  other:
    'If it wasn’t you, contact your organization’s IT department. The operator of this service can remove the link.',
};
type LinkedTexts = TextsLike<typeof en>;

const de: LinkedTexts = {
  subject: 'Single Sign-on wurde mit Ihnen verknüpft',
  words: (domain) =>
    `Der Anmeldedienst von ${domain} hat Sie hier zum ersten Mal angemeldet. Dessen Admins bestimmen, wer sich dort mit Ihrer Adresse anmelden kann.`,
  reach:
    'Solche Anmeldungen öffnen nur das Konto Ihrer Organisation. Für Ihre eigenen Zertifikate, Einstellungen und anderen Konten brauchen Sie auch Ihr Passwort, einen Code per E-Mail oder Ihre Authenticator-App.',
  mine: 'Wenn Sie das waren, müssen Sie nichts tun.',
  other:
    'Wenn Sie das nicht waren, informieren Sie die IT-Abteilung Ihrer Organisation. Der Betreiber dieses Dienstes kann die Verknüpfung entfernen.',
};

const fr: LinkedTexts = {
  subject: 'L’authentification unique a été associée à votre profil',
  words: (domain) =>
    `Le service de connexion de ${domain} vous a connecté ici pour la première fois. Ses administrateurs décident qui peut s’y connecter avec votre adresse.`,
  reach:
    'Ces connexions n’ouvrent que le compte de votre organisation. Vos certificats, vos paramètres et vos autres comptes demandent aussi votre mot de passe, un code reçu par e-mail ou votre application d’authentification.',
  mine: 'Si c’était vous, vous n’avez rien à faire.',
  other:
    'Si ce n’était pas vous, prévenez le service informatique de votre organisation. L’opérateur de ce service peut supprimer l’association.',
};

const es: LinkedTexts = {
  subject: 'Se ha vinculado el inicio de sesión único con su perfil',
  words: (domain) =>
    `El servicio de inicio de sesión de ${domain} ha iniciado aquí su sesión por primera vez. Sus administradores deciden quién puede usar allí su dirección.`,
  reach:
    'Estas sesiones solo abren la cuenta de su organización. Sus certificados, su configuración y sus otras cuentas también requieren su contraseña, un código enviado por correo o su aplicación de autenticación.',
  mine: 'Si ha sido usted, no tiene que hacer nada.',
  other:
    'Si no ha sido usted, avise al departamento de informática de su organización. El operador de este servicio puede eliminar el vínculo.',
};

const ar: LinkedTexts = {
  subject: 'رُبط تسجيل الدخول الموحّد بملفك',
  words: (domain) =>
    `سجّلت خدمة الدخول لدى ${domain} دخولك هنا لأول مرة. يقرّر مسؤولوها من يمكنه تسجيل الدخول هناك بعنوانك.`,
  reach:
    'يفتح هذا الدخول حساب مؤسستك فقط. أما شهاداتك وإعداداتك وحساباتك الأخرى فتتطلب أيضًا كلمة مرورك أو رمزًا يُرسل بالبريد الإلكتروني أو تطبيق المصادقة.',
  mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء.',
  other: 'إذا لم تكن أنت، فأبلغ قسم تقنية المعلومات في مؤسستك. يمكن لمشغّل هذه الخدمة إزالة الربط.',
};

const linkedTexts: Record<Language, LinkedTexts> = { en, de, fr, es, ar };

/** Warns a user whom a connection signed in for the first time. Names only the domain, which is verified. */
export function connectionLinkedEmail(domain: string, language: Language): EmailContent {
  const { subject, words, reach, mine, other } = linkedTexts[language];
  return {
    look: createServiceBranding(language),
    ...{ subject, before: [words(`\u2068${domain}\u2069`), reach], after: [mine, other] },
  };
}

/** Warns the owner, in case someone else signed in. */
export function breakGlassEmail(account: string, at: Date, url: string): EmailContent {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'You signed in without single sign-on',
    before: [
      `The account ${account} requires single sign-on. As its owner, you signed in another way at ${time}.`,
    ],
    button: { label: 'Open the dashboard', url },
    after: [
      'If it was you, you don’t need to do anything.',
      'If it wasn’t you, reset your password now, and end your other sessions in your settings.',
    ],
  };
}

export function recordMissingEmail(domain: string, lostAt: Date, url: string): EmailContent {
  return {
    subject: `The DNS record of ${domain} is missing`,
    before: [
      `We couldn’t find the TXT record that proves that ${domain} belongs to your account.`,
      `If it isn’t back by ${lostAt.toISOString().slice(0, 10)}, single sign-on stops for this domain.`,
    ],
    button: { label: 'Open single sign-on', url },
    after: ['Add the record again. We check it once a day.'],
  };
}

export function domainLostEmail(domain: string, url: string): EmailContent {
  return {
    subject: `Single sign-on has stopped for ${domain}`,
    before: [
      `The TXT record of ${domain} has been missing for 14 days, so the domain is no longer verified.`,
      'Its members now sign in with a password or an emailed code.',
    ],
    button: { label: 'Open single sign-on', url },
    after: ['To use single sign-on again, add the record and verify the domain.'],
  };
}
