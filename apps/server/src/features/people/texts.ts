import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import { createServiceBranding, type EmailContent } from '../../platform/mail/index.ts';

const en = {
  heading: 'See your credentials',
  lead: 'Enter the email address that your credentials were sent to. We’ll email you a code to sign in.',
  /** For members, who go on to the dashboard. */
  team: {
    heading: 'Sign in with a code',
    lead: 'Enter your email address. We’ll email you a code to sign in.',
  },
  email: 'Email',
  sendCode: 'Send code',
  sent: (email: string) =>
    `We emailed a code to ${email}. Enter it within 10 minutes, or open the link in the email.`,
  code: 'Code',
  signIn: 'Sign in',
  again:
    'No email? Check your spam folder, or request a new code. An address gets at most 3 an hour. After that, the link in the newest email still works.',
  sendAgain: 'Request a new code',
  other: 'Use another address',
  link: {
    lead: (email: string) => `Select the button to sign in as ${email} on this device.`,
    /** In a browser where another user is signed in. */
    switch: {
      heading: 'Sign in with another address?',
      words: (current: string, email: string) =>
        `You’re signed in as ${current}. This link is for ${email}.`,
      hint: 'If you didn’t ask for this link, stay signed in. Someone else may have sent it to you.',
      confirm: 'Sign in with the other address',
      stay: 'Stay signed in',
    },
    request: 'Request a new code',
  },
  mailFolder:
    'No mail server is set up, so the email was saved as a file in the “mail” folder of the data directory.',
  passkey: {
    signIn: 'Sign in with a passkey',
    problems: {
      too_many_requests: 'Too many attempts. Wait 5 minutes, then try again.',
      invalid_passkey: 'The passkey wasn’t accepted. Try again, or sign in another way.',
      NotAllowedError: 'No passkey was used. Try again, or sign in another way.',
      SecurityError: 'Passkeys work only at the URL of this service. Open the page there.',
      other: 'The request couldn’t be processed. Try again in a minute.',
    },
  },
  problems: {
    email: 'Enter a valid email address.',
    code: 'The code is wrong, has expired or was used. Open the link in the newest email, or request a new code.',
    link: 'The link has expired or was used. Request a new code.',
    tooMany: 'Too many attempts. Wait an hour, then try again.',
    tooManyCodes:
      'No more codes can be sent for now. Open the link in the newest email, which works for an hour. Without an email, wait an hour, then try again.',
    sso: 'Your organization requires single sign-on. Use the sign-in page for teams.',
    origin: 'This form was opened at another URL. Reload the page, then try again.',
    other: 'The request couldn’t be processed. Try again in a minute.',
  },
  mail: {
    subject: 'Your code to sign in',
    words: 'Enter this code to see your credentials:',
    button: 'Sign in',
    lifetime: 'The code works for 10 minutes, the link for an hour. You can use one of them, once.',
    why: 'If you didn’t ask for it, ignore this email. Nobody can sign in without the code or the link.',
  },
};
export type MySignInTexts = TextsLike<typeof en>;

const de: MySignInTexts = {
  heading: 'Ihre Zertifikate ansehen',
  lead: 'Geben Sie die E-Mail-Adresse ein, an die Ihre Zertifikate gesendet wurden. Wir senden Ihnen einen Code zum Anmelden.',
  team: {
    heading: 'Mit einem Code anmelden',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Code zum Anmelden.',
  },
  email: 'E-Mail-Adresse',
  sendCode: 'Code senden',
  sent: (email) =>
    `Wir haben einen Code an ${email} gesendet. Geben Sie ihn innerhalb von 10 Minuten ein, oder öffnen Sie den Link in der E-Mail.`,
  code: 'Code',
  signIn: 'Anmelden',
  again:
    'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder fordern Sie einen neuen Code an. Eine Adresse erhält höchstens 3 pro Stunde. Danach gilt weiter der Link in der neuesten E-Mail.',
  sendAgain: 'Neuen Code anfordern',
  other: 'Andere Adresse verwenden',
  link: {
    lead: (email) => `Mit der Schaltfläche melden Sie sich auf diesem Gerät als ${email} an.`,
    switch: {
      heading: 'Mit einer anderen Adresse anmelden?',
      words: (current, email) =>
        `Sie sind als ${current} angemeldet. Dieser Link ist für ${email}.`,
      hint: 'Wenn Sie diesen Link nicht angefordert haben, bleiben Sie angemeldet. Vielleicht hat ihn Ihnen jemand anderes geschickt.',
      confirm: 'Mit der anderen Adresse anmelden',
      stay: 'Angemeldet bleiben',
    },
    request: 'Neuen Code anfordern',
  },
  mailFolder:
    'Es ist kein Mailserver eingerichtet. Die E-Mail wurde als Datei im Ordner „mail“ des Datenverzeichnisses gespeichert.',
  passkey: {
    signIn: 'Mit einem Passkey anmelden',
    problems: {
      too_many_requests:
        'Zu viele Versuche. Warten Sie 5 Minuten, und versuchen Sie es dann noch einmal.',
      invalid_passkey:
        'Der Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      NotAllowedError:
        'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      SecurityError:
        'Passkeys funktionieren nur unter der URL dieses Dienstes. Öffnen Sie die Seite dort.',
      other:
        'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
    },
  },
  problems: {
    email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    code: 'Der Code ist falsch, abgelaufen oder schon verwendet. Öffnen Sie den Link in der neuesten E-Mail, oder fordern Sie einen neuen Code an.',
    link: 'Der Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen Code an.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Stunde, und versuchen Sie es dann noch einmal.',
    tooManyCodes:
      'Im Moment können keine weiteren Codes gesendet werden. Öffnen Sie den Link in der neuesten E-Mail. Er gilt eine Stunde lang. Ohne E-Mail warten Sie eine Stunde, und versuchen Sie es dann noch einmal.',
    sso: 'Ihre Organisation verlangt Single Sign-on. Verwenden Sie die Anmeldeseite für Teams.',
    origin:
      'Dieses Formular wurde unter einer anderen URL geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
    other:
      'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
  },
  mail: {
    subject: 'Ihr Code zum Anmelden',
    words: 'Mit diesem Code sehen Sie Ihre Zertifikate:',
    button: 'Anmelden',
    lifetime:
      'Der Code gilt 10 Minuten lang, der Link eine Stunde. Sie können einen davon einmal verwenden.',
    why: 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne Code oder Link kann sich niemand anmelden.',
  },
};

const fr: MySignInTexts = {
  heading: 'Voir vos certificats',
  lead: 'Saisissez l’adresse e-mail à laquelle vos certificats ont été envoyés. Nous vous enverrons un code de connexion.',
  team: {
    heading: 'Se connecter avec un code',
    lead: 'Saisissez votre adresse e-mail. Nous vous enverrons un code de connexion.',
  },
  email: 'Adresse e-mail',
  sendCode: 'Envoyer le code',
  sent: (email) =>
    `Nous avons envoyé un code à ${email}. Saisissez-le dans les 10 minutes, ou ouvrez le lien de l’e-mail.`,
  code: 'Code',
  signIn: 'Se connecter',
  again:
    'Pas d’e-mail\u202f? Vérifiez vos courriers indésirables, ou demandez un nouveau code. Une adresse en reçoit au plus 3 par heure. Ensuite, le lien du dernier e-mail reste valable.',
  sendAgain: 'Demander un nouveau code',
  other: 'Utiliser une autre adresse',
  link: {
    lead: (email) =>
      `Appuyez sur le bouton pour vous connecter sur cet appareil avec l’adresse ${email}.`,
    switch: {
      heading: 'Se connecter avec une autre adresse\u202f?',
      words: (current, email) =>
        `Votre session est ouverte avec l’adresse ${current}. Ce lien est destiné à ${email}.`,
      hint: 'Si vous n’avez pas demandé ce lien, gardez votre session. Quelqu’un d’autre vous l’a peut-être envoyé.',
      confirm: 'Se connecter avec l’autre adresse',
      stay: 'Garder ma session',
    },
    request: 'Demander un nouveau code',
  },
  mailFolder:
    'Aucun serveur de messagerie n’est configuré. L’e-mail a été enregistré dans un fichier du dossier «\u202fmail\u202f» dans le répertoire de données.',
  passkey: {
    signIn: 'Se connecter avec une clé d’accès',
    problems: {
      too_many_requests: 'Trop de tentatives. Attendez 5 minutes, puis réessayez.',
      invalid_passkey:
        'La clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous autrement.',
      NotAllowedError:
        'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
      SecurityError:
        'Les clés d’accès ne fonctionnent qu’à l’URL de ce service. Ouvrez la page à cette URL.',
      other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
    },
  },
  problems: {
    email: 'Saisissez une adresse e-mail valide.',
    code: 'Le code est incorrect, a expiré ou a déjà servi. Ouvrez le lien du dernier e-mail, ou demandez un nouveau code.',
    link: 'Le lien a expiré ou a déjà servi. Demandez un nouveau code.',
    tooMany: 'Trop de tentatives. Attendez une heure, puis réessayez.',
    tooManyCodes:
      'Aucun autre code ne peut être envoyé pour le moment. Ouvrez le lien du dernier e-mail, valable une heure. Si vous n’avez pas d’e-mail, attendez une heure, puis réessayez.',
    sso: 'Votre organisation exige l’authentification unique. Utilisez la page de connexion des équipes.',
    origin: 'Ce formulaire a été ouvert à une autre URL. Rechargez la page, puis réessayez.',
    other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
  },
  mail: {
    subject: 'Votre code de connexion',
    words: 'Saisissez ce code pour voir vos certificats\u00a0:',
    button: 'Se connecter',
    lifetime:
      'Le code est valable 10 minutes, le lien une heure. Utilisez l’un des deux, une seule fois.',
    why: 'Si vous ne l’avez pas demandé, ignorez cet e-mail. Personne ne peut se connecter sans le code ou le lien.',
  },
};

const es: MySignInTexts = {
  heading: 'Ver sus certificados',
  lead: 'Escriba el correo electrónico al que se enviaron sus certificados. Le enviaremos un código para iniciar sesión.',
  team: {
    heading: 'Iniciar sesión con un código',
    lead: 'Escriba su correo electrónico. Le enviaremos un código para iniciar sesión.',
  },
  email: 'Correo electrónico',
  sendCode: 'Enviar código',
  sent: (email) =>
    `Hemos enviado un código a ${email}. Escríbalo en un plazo de 10 minutos o abra el enlace del correo.`,
  code: 'Código',
  signIn: 'Iniciar sesión',
  again:
    '¿No ha llegado el correo? Mire en la carpeta de correo no deseado o pida un código nuevo. Una dirección recibe como máximo 3 por hora. Después, el enlace del correo más reciente sigue siendo válido.',
  sendAgain: 'Pedir un código nuevo',
  other: 'Usar otra dirección',
  link: {
    lead: (email) => `Pulse el botón para iniciar sesión en este dispositivo como ${email}.`,
    switch: {
      heading: '¿Iniciar sesión con otra dirección?',
      words: (current, email) =>
        `Ha iniciado sesión como ${current}. Este enlace es para ${email}.`,
      hint: 'Si no ha pedido este enlace, mantenga su sesión. Puede que se lo haya enviado otra persona.',
      confirm: 'Iniciar sesión con la otra dirección',
      stay: 'Mantener mi sesión',
    },
    request: 'Pedir un código nuevo',
  },
  mailFolder:
    'No hay ningún servidor de correo configurado. El correo se ha guardado como archivo en la carpeta «mail» del directorio de datos.',
  passkey: {
    signIn: 'Iniciar sesión con una llave de acceso',
    problems: {
      too_many_requests: 'Demasiados intentos. Espere 5 minutos e inténtelo de nuevo.',
      invalid_passkey:
        'La llave de acceso no se ha aceptado. Inténtelo de nuevo o inicie sesión de otra manera.',
      NotAllowedError:
        'No se ha usado ninguna llave de acceso. Inténtelo de nuevo o inicie sesión de otra manera.',
      SecurityError:
        'Las llaves de acceso solo funcionan en la URL de este servicio. Abra la página allí.',
      other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
    },
  },
  problems: {
    email: 'Escriba un correo electrónico válido.',
    code: 'El código es incorrecto, ha caducado o ya se ha usado. Abra el enlace del correo más reciente o pida un código nuevo.',
    link: 'El enlace ha caducado o ya se ha usado. Pida un código nuevo.',
    tooMany: 'Demasiados intentos. Espere una hora e inténtelo de nuevo.',
    tooManyCodes:
      'Por ahora no se pueden enviar más códigos. Abra el enlace del correo más reciente, que es válido durante una hora. Si no tiene ningún correo, espere una hora e inténtelo de nuevo.',
    sso: 'Su organización exige el inicio de sesión único. Use la página de acceso para equipos.',
    origin: 'Este formulario se abrió en otra URL. Vuelva a cargar la página e inténtelo de nuevo.',
    other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
  },
  mail: {
    subject: 'Su código para iniciar sesión',
    words: 'Escriba este código para ver sus certificados:',
    button: 'Iniciar sesión',
    lifetime:
      'El código es válido durante 10 minutos y el enlace durante una hora. Puede usar uno de los dos, una sola vez.',
    why: 'Si no lo ha pedido, ignore este correo. Nadie puede iniciar sesión sin el código o el enlace.',
  },
};

const ar: MySignInTexts = {
  heading: 'عرض شهاداتك',
  lead: 'أدخل عنوان البريد الإلكتروني الذي أُرسلت إليه شهاداتك. سنرسل إليك رمزًا لتسجيل الدخول.',
  team: {
    heading: 'تسجيل الدخول برمز',
    lead: 'أدخل عنوان بريدك الإلكتروني. سنرسل إليك رمزًا لتسجيل الدخول.',
  },
  email: 'البريد الإلكتروني',
  sendCode: 'إرسال الرمز',
  sent: (email) =>
    `أرسلنا رمزًا إلى ${email}. أدخله خلال 10 دقائق، أو افتح الرابط الموجود في الرسالة.`,
  code: 'الرمز',
  signIn: 'تسجيل الدخول',
  again:
    'لم تصلك الرسالة؟ ابحث في البريد غير المرغوب فيه، أو اطلب رمزًا جديدًا. يتلقى العنوان 3 رموز في الساعة على الأكثر. بعد ذلك يبقى الرابط الموجود في أحدث رسالة صالحًا.',
  sendAgain: 'طلب رمز جديد',
  other: 'استخدام عنوان آخر',
  link: {
    lead: (email) => `اضغط على الزر لتسجيل الدخول على هذا الجهاز بالعنوان ${email}.`,
    switch: {
      heading: 'هل تريد تسجيل الدخول بعنوان آخر؟',
      words: (current, email) =>
        `جلستك الحالية بالعنوان ${current}. هذا الرابط مخصص للعنوان ${email}.`,
      hint: 'إذا لم تطلب هذا الرابط، فاحتفظ بجلستك الحالية. ربما أرسله إليك شخص آخر.',
      confirm: 'تسجيل الدخول بالعنوان الآخر',
      stay: 'الاحتفاظ بالجلسة الحالية',
    },
    request: 'طلب رمز جديد',
  },
  mailFolder: 'لم يُضبط أي خادم بريد، لذلك حُفظت الرسالة في ملف داخل مجلد «mail» في مجلد البيانات.',
  passkey: {
    signIn: 'تسجيل الدخول بمفتاح مرور',
    problems: {
      too_many_requests: 'محاولات كثيرة. انتظر 5 دقائق ثم حاول من جديد.',
      invalid_passkey: 'لم يُقبل مفتاح المرور. حاول من جديد، أو سجّل الدخول بطريقة أخرى.',
      NotAllowedError: 'لم يُستخدم أي مفتاح مرور. حاول من جديد، أو سجّل الدخول بطريقة أخرى.',
      SecurityError: 'لا تعمل مفاتيح المرور إلا على عنوان URL لهذه الخدمة. افتح الصفحة هناك.',
      other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
    },
  },
  problems: {
    email: 'أدخل عنوان بريد إلكتروني صالحًا.',
    code: 'الرمز غير صحيح أو انتهت صلاحيته أو سبق استخدامه. افتح الرابط الموجود في أحدث رسالة، أو اطلب رمزًا جديدًا.',
    link: 'انتهت صلاحية الرابط أو سبق استخدامه. اطلب رمزًا جديدًا.',
    tooMany: 'محاولات كثيرة. انتظر ساعة ثم حاول من جديد.',
    tooManyCodes:
      'لا يمكن إرسال المزيد من الرموز الآن. افتح الرابط الموجود في أحدث رسالة، وهو صالح لمدة ساعة. إذا لم تكن لديك رسالة، فانتظر ساعة ثم حاول من جديد.',
    sso: 'تتطلب مؤسستك الدخول الموحّد. استخدم صفحة الدخول الخاصة بالفرق.',
    origin: 'فُتح هذا النموذج من عنوان URL آخر. أعد تحميل الصفحة ثم حاول من جديد.',
    other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
  },
  mail: {
    subject: 'رمزك لتسجيل الدخول',
    words: 'أدخل هذا الرمز لعرض شهاداتك:',
    button: 'تسجيل الدخول',
    lifetime: 'الرمز صالح لمدة 10 دقائق، والرابط لمدة ساعة. يمكنك استخدام أحدهما مرة واحدة.',
    why: 'إذا لم تطلب هذا الرمز، فتجاهل هذه الرسالة. لا يستطيع أحد تسجيل الدخول من دون الرمز أو الرابط.',
  },
};

const texts: Record<Language, MySignInTexts> = { en, de, fr, es, ar };

export function getMySignInTexts(language: Language): MySignInTexts {
  return texts[language];
}

/** The email names nobody, because someone else may have typed the address. */
export function emailCodeEmail(code: string, url: string, language: Language): EmailContent {
  const { mail: t } = getMySignInTexts(language);
  return {
    look: createServiceBranding(language),
    subject: t.subject,
    before: [t.words],
    code,
    button: { label: t.button, url },
    after: [t.lifetime, t.why],
  };
}
