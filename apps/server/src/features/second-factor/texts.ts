import type { ErrorCode, Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';

const en = {
  step: {
    heading: 'Enter your code',
    lead: 'Enter the 6-digit code from your authenticator app.',
    code: 'Code',
    signIn: 'Sign in',
    lost: 'Lost your phone? Enter a recovery code instead. If you have none, ask the operator of this service.',
    expired: 'Your sign-in has expired. Enter the code within 10 minutes of the first step.',
    again: 'Sign in again',
  },
  security: {
    title: 'Security',
    off: 'Protect your sign-in with an authenticator app on your phone. You’ll enter a code from it each time you sign in.',
    password: 'Password',
    start: 'Set up an authenticator app',
    scan: 'Scan this QR code with your authenticator app.',
    qr: 'QR code for your authenticator app',
    key: 'Or type this key:',
    codesLead:
      'Keep these recovery codes in a safe place. Each signs you in once if you lose your phone. They’re shown only now.',
    code: 'Code from the app',
    confirm: 'Turn on',
    on: (left: number) =>
      `An authenticator app protects your sign-in. Unused recovery codes: ${left}.`,
    anyCode: 'Code from the app, or a recovery code',
    replace: 'Replace recovery codes',
    remove: 'Remove authenticator app',
    passkeys: {
      title: 'Passkeys',
      lead: 'Sign in with your fingerprint, face or screen lock. A passkey replaces your password and the code from your app.',
      none: 'You have no passkeys yet.',
      used: (day: string) => `last used on ${day}`,
      unused: 'never used',
      history: (day: string, used: string) => `Added on ${day}, ${used}`,
      change: (name: string) => `Change ${name}`,
      name: 'Name',
      rename: 'Rename passkey',
      proof:
        'To remove it, enter a code. Or sign in with a passkey, and remove it within 5 minutes.',
      remove: 'Remove passkey',
      add: 'Add a passkey',
      signInAgain: 'To add a passkey, sign out and in again first. Then add it within 5 minutes.',
      noScript: 'Adding a passkey needs JavaScript.',
    },
    done: {
      on: 'Your sign-in now needs a code.',
      off: 'Authenticator app removed.',
      replaced: 'Recovery codes replaced. The earlier ones don’t work anymore.',
      passkeyAdded: 'Passkey added.',
      renamed: 'Passkey renamed.',
      passkeyRemoved: 'Passkey removed.',
    },
  },
  required: {
    heading: 'Set up your second factor',
    lead: 'Your account requires a second factor. Add a passkey, or set up an authenticator app, to continue. If you have one, sign out and sign in again with it.',
    next: 'Continue',
  },
  problems: {
    factor:
      'For your protection, sign out first. Then sign in with your passkey or a code, and try again.',
    ownPasskey:
      'Enter a code. Or sign out, sign in with a passkey, and remove this one within 5 minutes.',
    passkey: 'The passkey wasn’t accepted. Try again.',
    passkeyLimit: 'You have 20 passkeys. Remove one first.',
    passkeyExists:
      'This device already has a passkey for you. Use another device, or remove that passkey first.',
    passkeyGone: 'The passkey was removed in another window. Reload the page.',
    canceled: 'No passkey was used. Try again.',
    address: 'Passkeys work only at the URL of this service. Open the page there.',
    code: 'The code is wrong or was used. Enter the current code.',
    expired: 'Too much time has passed. Sign in again.',
    tooMany: 'Too many wrong codes. Wait 15 minutes, then try again.',
    password: 'Wrong password. Try again.',
    fresh: 'For your protection, sign out and in again first. Then set it up within 5 minutes.',
    changed: 'Your authenticator app was changed in another window. Reload the page.',
    origin: 'This form was opened at another URL. Reload the page, then try again.',
    other: 'The request couldn’t be processed. Try again in a minute.',
  },
};
export type SecondFactorTexts = TextsLike<typeof en>;

const de: SecondFactorTexts = {
  step: {
    heading: 'Code eingeben',
    lead: 'Geben Sie den 6-stelligen Code aus Ihrer Authenticator-App ein.',
    code: 'Code',
    signIn: 'Anmelden',
    lost: 'Telefon verloren? Geben Sie stattdessen einen Wiederherstellungscode ein. Wenn Sie keinen haben, wenden Sie sich an den Betreiber dieses Dienstes.',
    expired:
      'Ihre Anmeldung ist abgelaufen. Geben Sie den Code innerhalb von 10 Minuten nach dem ersten Schritt ein.',
    again: 'Noch einmal anmelden',
  },
  security: {
    title: 'Sicherheit',
    off: 'Schützen Sie Ihre Anmeldung mit einer Authenticator-App auf Ihrem Telefon. Bei jeder Anmeldung geben Sie dann einen Code aus der App ein.',
    password: 'Passwort',
    start: 'Authenticator-App einrichten',
    scan: 'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App.',
    qr: 'QR-Code für Ihre Authenticator-App',
    key: 'Oder geben Sie diesen Schlüssel ein:',
    codesLead:
      'Bewahren Sie diese Wiederherstellungscodes sicher auf. Mit jedem können Sie sich einmal anmelden, wenn Sie Ihr Telefon verlieren. Sie werden nur jetzt angezeigt.',
    code: 'Code aus der App',
    confirm: 'Einschalten',
    on: (left) =>
      `Eine Authenticator-App schützt Ihre Anmeldung. Unbenutzte Wiederherstellungscodes: ${left}.`,
    anyCode: 'Code aus der App oder Wiederherstellungscode',
    replace: 'Wiederherstellungscodes ersetzen',
    remove: 'Authenticator-App entfernen',
    passkeys: {
      title: 'Passkeys',
      lead: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Ein Passkey ersetzt das Passwort und den Code aus der App.',
      none: 'Sie haben noch keine Passkeys.',
      used: (day) => `zuletzt verwendet am ${day}`,
      unused: 'noch nie verwendet',
      history: (day, used) => `Hinzugefügt am ${day}, ${used}`,
      change: (name) => `${name} ändern`,
      name: 'Name',
      rename: 'Passkey umbenennen',
      proof:
        'Zum Entfernen geben Sie einen Code ein, oder melden Sie sich zuvor mit einem Passkey an (gilt 5 Minuten).',
      remove: 'Passkey entfernen',
      add: 'Passkey hinzufügen',
      signInAgain:
        'Melden Sie sich zuerst ab und wieder an. Fügen Sie den Passkey dann innerhalb von 5 Minuten hinzu.',
      noScript: 'Zum Hinzufügen eines Passkeys wird JavaScript benötigt.',
    },
    done: {
      on: 'Ihre Anmeldung braucht jetzt einen Code.',
      off: 'Authenticator-App entfernt.',
      replaced: 'Wiederherstellungscodes ersetzt. Die früheren gelten nicht mehr.',
      passkeyAdded: 'Passkey hinzugefügt.',
      renamed: 'Passkey umbenannt.',
      passkeyRemoved: 'Passkey entfernt.',
    },
  },
  required: {
    heading: 'Zweiten Faktor einrichten',
    lead: 'Ihr Konto verlangt einen zweiten Faktor. Fügen Sie einen Passkey hinzu, oder richten Sie eine Authenticator-App ein, um fortzufahren. Wenn Sie schon einen Faktor haben, melden Sie sich ab und damit wieder an.',
    next: 'Weiter',
  },
  problems: {
    factor:
      'Melden Sie sich zu Ihrem Schutz zuerst ab. Melden Sie sich dann mit Ihrem Passkey oder einem Code an, und versuchen Sie es noch einmal.',
    ownPasskey:
      'Geben Sie einen Code ein. Oder melden Sie sich ab, mit einem Passkey wieder an, und entfernen Sie diesen innerhalb von 5 Minuten.',
    passkey: 'Der Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal.',
    passkeyLimit: 'Sie haben 20 Passkeys. Entfernen Sie zuerst einen.',
    passkeyExists:
      'Dieses Gerät hat schon einen Passkey für Sie. Verwenden Sie ein anderes Gerät, oder entfernen Sie ihn zuerst.',
    passkeyGone: 'Der Passkey wurde in einem anderen Fenster entfernt. Laden Sie die Seite neu.',
    canceled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal.',
    address: 'Passkeys funktionieren nur unter der URL dieses Dienstes. Öffnen Sie die Seite dort.',
    code: 'Der Code ist falsch oder wurde schon verwendet. Geben Sie den aktuellen Code ein.',
    expired: 'Es ist zu viel Zeit vergangen. Melden Sie sich noch einmal an.',
    tooMany:
      'Zu viele falsche Codes. Warten Sie 15 Minuten, und versuchen Sie es dann noch einmal.',
    password: 'Falsches Passwort. Versuchen Sie es noch einmal.',
    fresh:
      'Melden Sie sich zu Ihrem Schutz zuerst ab und wieder an. Richten Sie die App dann innerhalb von 5 Minuten ein.',
    changed:
      'Ihre Authenticator-App wurde in einem anderen Fenster geändert. Laden Sie die Seite neu.',
    origin:
      'Dieses Formular wurde unter einer anderen URL geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
    other:
      'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
  },
};

const fr: SecondFactorTexts = {
  step: {
    heading: 'Saisissez votre code',
    lead: 'Saisissez le code à 6 chiffres de votre application d’authentification.',
    code: 'Code',
    signIn: 'Se connecter',
    lost: 'Téléphone perdu\u202f? Saisissez plutôt un code de secours. Si vous n’en avez pas, contactez l’exploitant de ce service.',
    expired:
      'Votre connexion a expiré. Saisissez le code dans les 10 minutes qui suivent la première étape.',
    again: 'Se reconnecter',
  },
  security: {
    title: 'Sécurité',
    off: 'Protégez votre connexion avec une application d’authentification sur votre téléphone. À chaque connexion, vous saisirez un code de cette application.',
    password: 'Mot de passe',
    start: 'Configurer une application d’authentification',
    scan: 'Scannez ce code QR avec votre application d’authentification.',
    qr: 'Code QR pour votre application d’authentification',
    key: 'Ou saisissez cette clé\u00a0:',
    codesLead:
      'Conservez ces codes de secours en lieu sûr. Chacun permet une connexion si vous perdez votre téléphone. Ils ne sont affichés que maintenant.',
    code: 'Code de l’application',
    confirm: 'Activer',
    on: (left) =>
      `Une application d’authentification protège votre connexion. Codes de secours non utilisés\u00a0: ${left}.`,
    anyCode: 'Code de l’application ou code de secours',
    replace: 'Remplacer les codes de secours',
    remove: 'Retirer l’application d’authentification',
    passkeys: {
      title: 'Clés d’accès',
      lead: 'Connectez-vous avec votre empreinte digitale, votre visage ou le verrouillage de l’écran. Une clé d’accès remplace le mot de passe et le code de l’application.',
      none: 'Vous n’avez pas encore de clé d’accès.',
      used: (day) => `dernière utilisation le ${day}`,
      unused: 'jamais utilisée',
      history: (day, used) => `Ajoutée le ${day}, ${used}`,
      change: (name) => `Modifier ${name}`,
      name: 'Nom',
      rename: 'Renommer la clé d’accès',
      proof:
        'Pour la retirer, saisissez un code, ou connectez-vous avec une clé d’accès dans les 5 minutes qui précèdent.',
      remove: 'Retirer la clé d’accès',
      add: 'Ajouter une clé d’accès',
      signInAgain:
        'Pour ajouter une clé d’accès, déconnectez-vous et reconnectez-vous d’abord. Ajoutez-la ensuite dans les 5 minutes.',
      noScript: 'L’ajout d’une clé d’accès nécessite JavaScript.',
    },
    done: {
      on: 'Votre connexion demande désormais un code.',
      off: 'Application d’authentification retirée.',
      replaced: 'Codes de secours remplacés. Les précédents ne fonctionnent plus.',
      passkeyAdded: 'Clé d’accès ajoutée.',
      renamed: 'Clé d’accès renommée.',
      passkeyRemoved: 'Clé d’accès retirée.',
    },
  },
  required: {
    heading: 'Configurez votre second facteur',
    lead: 'Votre compte exige un second facteur. Ajoutez une clé d’accès, ou configurez une application d’authentification, pour continuer. Si vous en avez déjà un, déconnectez-vous et reconnectez-vous avec lui.',
    next: 'Continuer',
  },
  problems: {
    factor:
      'Pour votre protection, déconnectez-vous d’abord. Reconnectez-vous avec votre clé d’accès ou un code, puis réessayez.',
    ownPasskey:
      'Saisissez un code. Ou déconnectez-vous, reconnectez-vous avec une clé d’accès, puis retirez celle-ci dans les 5 minutes.',
    passkey: 'La clé d’accès n’a pas été acceptée. Réessayez.',
    passkeyLimit: 'Vous avez 20 clés d’accès. Retirez-en une d’abord.',
    passkeyExists:
      'Cet appareil a déjà une clé d’accès pour vous. Utilisez un autre appareil, ou retirez-la d’abord.',
    passkeyGone: 'La clé d’accès a été retirée dans une autre fenêtre. Rechargez la page.',
    canceled: 'Aucune clé d’accès n’a été utilisée. Réessayez.',
    address:
      'Les clés d’accès ne fonctionnent qu’à l’URL de ce service. Ouvrez la page à cette URL.',
    code: 'Le code est incorrect ou a déjà servi. Saisissez le code actuel.',
    expired: 'Trop de temps a passé. Connectez-vous de nouveau.',
    tooMany: 'Trop de codes incorrects. Attendez 15 minutes, puis réessayez.',
    password: 'Mot de passe incorrect. Réessayez.',
    fresh:
      'Pour votre protection, déconnectez-vous et reconnectez-vous d’abord. Configurez ensuite l’application dans les 5 minutes.',
    changed:
      'Votre application d’authentification a été modifiée dans une autre fenêtre. Rechargez la page.',
    origin: 'Ce formulaire a été ouvert à une autre URL. Rechargez la page, puis réessayez.',
    other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
  },
};

const es: SecondFactorTexts = {
  step: {
    heading: 'Escriba su código',
    lead: 'Escriba el código de 6 dígitos de su aplicación de autenticación.',
    code: 'Código',
    signIn: 'Iniciar sesión',
    lost: '¿Ha perdido el teléfono? Escriba un código de recuperación en su lugar. Si no tiene ninguno, pida ayuda al operador de este servicio.',
    expired:
      'Su inicio de sesión ha caducado. Escriba el código en los 10 minutos siguientes al primer paso.',
    again: 'Iniciar sesión de nuevo',
  },
  security: {
    title: 'Seguridad',
    off: 'Proteja su inicio de sesión con una aplicación de autenticación en su teléfono. Cada vez que inicie sesión, escribirá un código de la aplicación.',
    password: 'Contraseña',
    start: 'Configurar una aplicación de autenticación',
    scan: 'Escanee este código QR con su aplicación de autenticación.',
    qr: 'Código QR para su aplicación de autenticación',
    key: 'O escriba esta clave:',
    codesLead:
      'Guarde estos códigos de recuperación en un lugar seguro. Con cada uno podrá iniciar sesión una vez si pierde el teléfono. Solo se muestran ahora.',
    code: 'Código de la aplicación',
    confirm: 'Activar',
    on: (left) =>
      `Una aplicación de autenticación protege su inicio de sesión. Códigos de recuperación sin usar: ${left}.`,
    anyCode: 'Código de la aplicación o código de recuperación',
    replace: 'Reemplazar los códigos de recuperación',
    remove: 'Quitar la aplicación de autenticación',
    passkeys: {
      title: 'Llaves de acceso',
      lead: 'Inicie sesión con su huella, su rostro o el bloqueo de pantalla. Una llave de acceso reemplaza la contraseña y el código de la aplicación.',
      none: 'Todavía no tiene llaves de acceso.',
      used: (day) => `usada por última vez el ${day}`,
      unused: 'nunca usada',
      history: (day, used) => `Añadida el ${day}, ${used}`,
      change: (name) => `Cambiar ${name}`,
      name: 'Nombre',
      rename: 'Cambiar el nombre de la llave',
      proof:
        'Para quitarla, escriba un código, o inicie sesión con una llave de acceso en los 5 minutos anteriores.',
      remove: 'Quitar la llave de acceso',
      add: 'Añadir una llave de acceso',
      signInAgain:
        'Para añadir una llave de acceso, cierre la sesión e iníciela de nuevo primero. Después añádala en un plazo de 5 minutos.',
      noScript: 'Para añadir una llave de acceso se necesita JavaScript.',
    },
    done: {
      on: 'Su inicio de sesión ahora necesita un código.',
      off: 'Aplicación de autenticación quitada.',
      replaced: 'Códigos de recuperación reemplazados. Los anteriores ya no funcionan.',
      passkeyAdded: 'Llave de acceso añadida.',
      renamed: 'Nombre de la llave cambiado.',
      passkeyRemoved: 'Llave de acceso quitada.',
    },
  },
  required: {
    heading: 'Configure su segundo factor',
    lead: 'Su cuenta exige un segundo factor. Añada una llave de acceso, o configure una aplicación de autenticación, para continuar. Si ya tiene uno, cierre la sesión e iníciela de nuevo con él.',
    next: 'Continuar',
  },
  problems: {
    factor:
      'Para su protección, cierre la sesión primero. Iníciela con su llave de acceso o un código e inténtelo de nuevo.',
    ownPasskey:
      'Escriba un código. O cierre la sesión, iníciela con una llave de acceso y quite esta en un plazo de 5 minutos.',
    passkey: 'La llave de acceso no se ha aceptado. Inténtelo de nuevo.',
    passkeyLimit: 'Tiene 20 llaves de acceso. Quite una primero.',
    passkeyExists:
      'Este dispositivo ya tiene una llave de acceso para usted. Use otro dispositivo o quítela primero.',
    passkeyGone: 'La llave de acceso se ha quitado en otra ventana. Vuelva a cargar la página.',
    canceled: 'No se ha usado ninguna llave de acceso. Inténtelo de nuevo.',
    address: 'Las llaves de acceso solo funcionan en la URL de este servicio. Abra la página allí.',
    code: 'El código es incorrecto o ya se ha usado. Escriba el código actual.',
    expired: 'Ha pasado demasiado tiempo. Inicie sesión de nuevo.',
    tooMany: 'Demasiados códigos incorrectos. Espere 15 minutos e inténtelo de nuevo.',
    password: 'Contraseña incorrecta. Inténtelo de nuevo.',
    fresh:
      'Para su protección, cierre la sesión e iníciela de nuevo primero. Después configure la aplicación en un plazo de 5 minutos.',
    changed:
      'Su aplicación de autenticación se ha cambiado en otra ventana. Vuelva a cargar la página.',
    origin: 'Este formulario se abrió en otra URL. Vuelva a cargar la página e inténtelo de nuevo.',
    other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
  },
};

const ar: SecondFactorTexts = {
  step: {
    heading: 'أدخل رمزك',
    lead: 'أدخل الرمز المكوّن من 6 أرقام من تطبيق المصادقة.',
    code: 'الرمز',
    signIn: 'تسجيل الدخول',
    lost: 'هل فقدت هاتفك؟ أدخل رمز استرداد بدلًا من ذلك. إذا لم يكن لديك رمز، فاطلب المساعدة من مشغّل هذه الخدمة.',
    expired: 'انتهت صلاحية محاولة الدخول. أدخل الرمز خلال 10 دقائق من الخطوة الأولى.',
    again: 'تسجيل الدخول من جديد',
  },
  security: {
    title: 'الأمان',
    off: 'احمِ تسجيل الدخول بتطبيق مصادقة على هاتفك. ستُدخل رمزًا منه كل مرة تسجّل فيها الدخول.',
    password: 'كلمة المرور',
    start: 'إعداد تطبيق مصادقة',
    scan: 'امسح رمز QR هذا بتطبيق المصادقة.',
    qr: 'رمز QR لتطبيق المصادقة',
    key: 'أو أدخل هذا المفتاح:',
    codesLead:
      'احفظ رموز الاسترداد هذه في مكان آمن. يتيح كل رمز تسجيل الدخول مرة واحدة إذا فقدت هاتفك. لا تُعرض إلا الآن.',
    code: 'الرمز من التطبيق',
    confirm: 'تفعيل',
    on: (left) => `يحمي تطبيق مصادقة تسجيل دخولك. رموز الاسترداد غير المستخدمة: ${left}.`,
    anyCode: 'الرمز من التطبيق، أو رمز استرداد',
    replace: 'استبدال رموز الاسترداد',
    remove: 'إزالة تطبيق المصادقة',
    passkeys: {
      title: 'مفاتيح المرور',
      lead: 'سجّل الدخول ببصمتك أو وجهك أو قفل الشاشة. يحلّ مفتاح المرور محلّ كلمة المرور والرمز من التطبيق.',
      none: 'ليس لديك مفاتيح مرور بعد.',
      used: (day) => `آخر استخدام في ${day}`,
      unused: 'لم يُستخدم بعد',
      history: (day, used) => `أُضيف في ${day}، ${used}`,
      change: (name) => `تغيير ${name}`,
      name: 'الاسم',
      rename: 'إعادة تسمية مفتاح المرور',
      proof: 'لإزالته، أدخل رمزًا، أو سجّل الدخول بمفتاح مرور خلال الدقائق الخمس السابقة.',
      remove: 'إزالة مفتاح المرور',
      add: 'إضافة مفتاح مرور',
      signInAgain: 'لإضافة مفتاح مرور، سجّل الخروج ثم الدخول أولًا. ثم أضفه خلال 5 دقائق.',
      noScript: 'تتطلب إضافة مفتاح مرور JavaScript.',
    },
    done: {
      on: 'يحتاج تسجيل دخولك الآن إلى رمز.',
      off: 'أُزيل تطبيق المصادقة.',
      replaced: 'استُبدلت رموز الاسترداد. لم تعد الرموز السابقة صالحة.',
      passkeyAdded: 'أُضيف مفتاح المرور.',
      renamed: 'أُعيدت تسمية مفتاح المرور.',
      passkeyRemoved: 'أُزيل مفتاح المرور.',
    },
  },
  required: {
    heading: 'أعدّ العامل الثاني',
    lead: 'يتطلب حسابك عاملًا ثانيًا. أضف مفتاح مرور، أو أعدّ تطبيق مصادقة، للمتابعة. إذا كان لديك عامل، فسجّل الخروج ثم سجّل الدخول به من جديد.',
    next: 'متابعة',
  },
  problems: {
    factor: 'لحمايتك، سجّل الخروج أولًا. ثم سجّل الدخول بمفتاح مرورك أو برمز، وحاول من جديد.',
    ownPasskey:
      'أدخل رمزًا. أو سجّل الخروج، ثم سجّل الدخول بمفتاح مرور، وأزل هذا المفتاح خلال 5 دقائق.',
    passkey: 'لم يُقبل مفتاح المرور. حاول من جديد.',
    passkeyLimit: 'لديك 20 مفتاح مرور. أزل واحدًا أولًا.',
    passkeyExists: 'لدى هذا الجهاز مفتاح مرور لك بالفعل. استخدم جهازًا آخر، أو أزله أولًا.',
    passkeyGone: 'أُزيل مفتاح المرور في نافذة أخرى. أعد تحميل الصفحة.',
    canceled: 'لم يُستخدم أي مفتاح مرور. حاول من جديد.',
    address: 'لا تعمل مفاتيح المرور إلا على عنوان URL لهذه الخدمة. افتح الصفحة هناك.',
    code: 'الرمز غير صحيح أو سبق استخدامه. أدخل الرمز الحالي.',
    expired: 'مرّ وقت طويل. سجّل الدخول من جديد.',
    tooMany: 'رموز خاطئة كثيرة. انتظر 15 دقيقة ثم حاول من جديد.',
    password: 'كلمة المرور غير صحيحة. حاول من جديد.',
    fresh: 'لحمايتك، سجّل الخروج ثم الدخول أولًا. ثم أعدّ التطبيق خلال 5 دقائق.',
    changed: 'تغيّر تطبيق المصادقة في نافذة أخرى. أعد تحميل الصفحة.',
    origin: 'فُتح هذا النموذج من عنوان URL آخر. أعد تحميل الصفحة ثم حاول من جديد.',
    other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
  },
};

const texts: Record<Language, SecondFactorTexts> = { en, de, fr, es, ar };

export function getSecondFactorTexts(language: Language): SecondFactorTexts {
  return texts[language];
}

export function describeCodeProblem(code: ErrorCode, t: SecondFactorTexts['problems']): string {
  const byCode: Partial<Record<ErrorCode, string>> = {
    invalid_second_factor: t.code,
    second_factor_expired: t.expired,
    too_many_requests: t.tooMany,
    // The only field with rules is the password.
    invalid_request: t.password,
    fresh_sign_in_required: t.fresh,
    second_factor_exists: t.changed,
    second_factor_not_found: t.changed,
    origin_mismatch: t.origin,
    second_factor_required: t.factor,
    passkey_not_found: t.passkeyGone,
  };
  return byCode[code] ?? t.other;
}

/** Texts of the script for errors of our API and of the browser (WebAuthn Level 3 §5.1). */
export function describePasskeyProblems(
  t: SecondFactorTexts['problems'],
): Readonly<Record<string, string>> {
  return {
    invalid_passkey: t.passkey,
    invalid_request: t.password,
    fresh_sign_in_required: t.fresh,
    second_factor_required: t.factor,
    passkey_exists: t.passkeyExists,
    passkey_limit_reached: t.passkeyLimit,
    InvalidStateError: t.passkeyExists,
    NotAllowedError: t.canceled,
    SecurityError: t.address,
    other: t.other,
  };
}
