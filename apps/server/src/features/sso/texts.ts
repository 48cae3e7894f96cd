import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import type { SsoReason } from './rules.ts';

const en = {
  heading: 'You’re not signed in',
  reference: (code: string) =>
    `Reference: ${code}. An admin of your account finds it in the audit log.`,
  again: 'Sign in again',
  reasons: {
    unknownRequest: 'This sign-in has expired or was already used. Start again.',
    otherBrowser:
      'This sign-in started in another browser, or your browser blocks cookies. Start again in this one.',
    connectionOff: 'Single sign-on isn’t turned on for your organization. Ask your admin.',
    providerUnavailable:
      'Your organization’s sign-in service didn’t answer. Try again in a few minutes.',
    providerRefused:
      'Your organization’s sign-in service refused the sign-in. Ask your admin for access.',
    providerAnswer:
      'Your organization’s sign-in service sent a response that we can’t accept. Ask your admin to check its settings.',
    secretLost:
      'The secret of this connection can’t be read. Ask your admin to enter it again or, for SAML, to create the connection again.',
    noSubject: 'Your organization’s sign-in service didn’t say who you are. Ask your admin.',
    noEmail:
      'Your organization’s sign-in service didn’t send your email address. Ask your admin to release it.',
    emailUnverified:
      'Your organization’s sign-in service hasn’t verified your email address. Verify it there, or ask your admin.',
    otherDomain:
      'Your email address is in a domain that doesn’t belong to this connection. Ask your admin.',
    noRole: 'Your groups give you no role in this account. Ask your admin.',
    notInvited: 'You aren’t a member of this account. Ask your admin for an invitation.',
    noSeat: 'All seats of this account are taken. Ask your admin.',
    removed: 'Your access to this account was removed. Ask your admin.',
    disabled: 'Your access is disabled. Ask the operator of this service.',
    otherSubject:
      'Your email address is already connected with another user of your organization’s sign-in service. Ask your admin.',
  } satisfies Record<SsoReason, string>,
  switch: {
    heading: 'Sign in as another user?',
    words: (current: string, next: string) =>
      `You’re signed in as ${current}. This sign-in is for ${next}.`,
    hint: 'If you didn’t start this sign-in, stay signed in. Someone else may have sent you here.',
    confirm: 'Sign in as the other user',
    stay: 'Stay signed in',
  },
  report: {
    heading: 'Test of single sign-on',
    good: 'The sign-in would succeed.',
    bad: 'The sign-in would be refused.',
    nothing: 'This was a test. No user, member or session was created.',
    close: 'You can close this window.',
    passed: 'Passed',
    failed: 'Failed',
    checks: {
      provider: 'Identity provider',
      email: 'Verified email address',
      user: 'User',
      member: 'Member',
      role: 'Role',
    },
    states: {
      bound: 'Known',
      linked: 'Would be linked to the user with this address',
      created: 'Would be created',
    },
    claims: 'Claims received',
    noClaims: 'None',
  },
};
export type SsoTexts = TextsLike<typeof en>;

const de: SsoTexts = {
  heading: 'Sie sind nicht angemeldet',
  reference: (code) =>
    `Referenz: ${code}. Die Administration Ihres Kontos findet sie im Prüfprotokoll.`,
  again: 'Erneut anmelden',
  reasons: {
    unknownRequest:
      'Diese Anmeldung ist abgelaufen oder wurde bereits verwendet. Beginnen Sie von vorn.',
    otherBrowser:
      'Diese Anmeldung wurde in einem anderen Browser begonnen, oder Ihr Browser blockiert Cookies. Beginnen Sie in diesem Browser von vorn.',
    connectionOff:
      'Single Sign-on ist für Ihre Organisation nicht eingeschaltet. Fragen Sie Ihre Administration.',
    providerUnavailable:
      'Der Anmeldedienst Ihrer Organisation hat nicht geantwortet. Versuchen Sie es in einigen Minuten erneut.',
    providerRefused:
      'Der Anmeldedienst Ihrer Organisation hat die Anmeldung abgelehnt. Bitten Sie Ihre Administration um Zugriff.',
    providerAnswer:
      'Die Antwort des Anmeldedienstes Ihrer Organisation ist nicht zulässig. Bitten Sie Ihre Administration, die Einstellungen zu prüfen.',
    secretLost:
      'Das Geheimnis dieser Verbindung ist nicht lesbar. Bitten Sie Ihre Administration, es neu einzugeben oder bei SAML die Verbindung neu anzulegen.',
    noSubject:
      'Der Anmeldedienst Ihrer Organisation hat nicht mitgeteilt, wer Sie sind. Fragen Sie Ihre Administration.',
    noEmail:
      'Der Anmeldedienst Ihrer Organisation hat Ihre E-Mail-Adresse nicht gesendet. Bitten Sie Ihre Administration, sie freizugeben.',
    emailUnverified:
      'Der Anmeldedienst Ihrer Organisation hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, oder fragen Sie Ihre Administration.',
    otherDomain:
      'Die Domain Ihrer E-Mail-Adresse gehört nicht zu dieser Verbindung. Fragen Sie Ihre Administration.',
    noRole: 'Ihre Gruppen geben Ihnen keine Rolle in diesem Konto. Fragen Sie Ihre Administration.',
    notInvited:
      'Sie sind kein Mitglied dieses Kontos. Bitten Sie Ihre Administration um eine Einladung.',
    noSeat: 'Alle Plätze dieses Kontos sind vergeben. Fragen Sie Ihre Administration.',
    removed: 'Ihr Zugriff auf dieses Konto wurde entfernt. Fragen Sie Ihre Administration.',
    disabled: 'Ihr Zugriff ist gesperrt. Fragen Sie den Betreiber dieses Dienstes.',
    otherSubject:
      'Ihre E-Mail-Adresse ist beim Anmeldedienst Ihrer Organisation bereits mit einer anderen Person verknüpft. Fragen Sie Ihre Administration.',
  },
  switch: {
    heading: 'Mit einem anderen Benutzerkonto anmelden?',
    words: (current, next) =>
      `Sie sind als ${current} angemeldet. Diese Anmeldung ist für ${next}.`,
    hint: 'Wenn Sie diese Anmeldung nicht begonnen haben, bleiben Sie angemeldet. Vielleicht hat jemand anderes Sie hierher geschickt.',
    confirm: 'Mit dem anderen Benutzerkonto anmelden',
    stay: 'Angemeldet bleiben',
  },
  report: {
    heading: 'Test von Single Sign-on',
    good: 'Die Anmeldung würde gelingen.',
    bad: 'Die Anmeldung würde abgelehnt.',
    nothing: 'Das war ein Test. Es wurden weder Benutzer noch Mitglied noch Sitzung angelegt.',
    close: 'Sie können dieses Fenster schließen.',
    passed: 'Bestanden',
    failed: 'Fehlgeschlagen',
    checks: {
      provider: 'Identitätsanbieter',
      email: 'Bestätigte E-Mail-Adresse',
      user: 'Benutzer',
      member: 'Mitglied',
      role: 'Rolle',
    },
    states: {
      bound: 'Bekannt',
      linked: 'Würde mit dem Benutzer dieser Adresse verknüpft',
      created: 'Würde angelegt',
    },
    claims: 'Empfangene Angaben (Claims)',
    noClaims: 'Keine',
  },
};

const fr: SsoTexts = {
  heading: 'La connexion n’a pas abouti',
  reference: (code) =>
    `Référence\u00a0: ${code}. L’administration de votre compte la trouve dans le journal d’audit.`,
  again: 'Se connecter à nouveau',
  reasons: {
    unknownRequest: 'Cette connexion a expiré ou a déjà servi. Recommencez.',
    otherBrowser:
      'Cette connexion a commencé dans un autre navigateur, ou votre navigateur bloque les cookies. Recommencez dans celui-ci.',
    connectionOff:
      'L’authentification unique n’est pas activée pour votre organisation. Adressez-vous à votre administration.',
    providerUnavailable:
      'Le service de connexion de votre organisation n’a pas répondu. Réessayez dans quelques minutes.',
    providerRefused:
      'Le service de connexion de votre organisation a refusé la connexion. Demandez l’accès à votre administration.',
    providerAnswer:
      'La réponse du service de connexion de votre organisation n’est pas acceptable. Demandez à votre administration de vérifier sa configuration.',
    secretLost:
      'Le secret de cette connexion est illisible. Demandez à votre administration de le saisir à nouveau ou, pour SAML, de recréer la connexion.',
    noSubject:
      'Le service de connexion de votre organisation n’a pas indiqué qui vous êtes. Adressez-vous à votre administration.',
    noEmail:
      'Le service de connexion de votre organisation n’a pas envoyé votre adresse e-mail. Demandez à votre administration de la transmettre.',
    emailUnverified:
      'Le service de connexion de votre organisation n’a pas vérifié votre adresse e-mail. Vérifiez-la là-bas ou adressez-vous à votre administration.',
    otherDomain:
      'Le domaine de votre adresse e-mail n’appartient pas à cette connexion. Adressez-vous à votre administration.',
    noRole:
      'Vos groupes ne vous donnent aucun rôle dans ce compte. Adressez-vous à votre administration.',
    notInvited:
      'Vous n’êtes pas membre de ce compte. Demandez une invitation à votre administration.',
    noSeat: 'Toutes les places de ce compte sont prises. Adressez-vous à votre administration.',
    removed: 'Votre accès à ce compte a été retiré. Adressez-vous à votre administration.',
    disabled: 'Votre accès est désactivé. Adressez-vous à l’exploitant de ce service.',
    otherSubject:
      'Votre adresse e-mail est déjà associée à une autre personne dans le service de connexion de votre organisation. Adressez-vous à votre administration.',
  },
  switch: {
    heading: 'Changer d’utilisateur\u202f?',
    words: (current, next) =>
      `Votre session est ouverte avec l’adresse ${current}. Cette connexion est destinée à ${next}.`,
    hint: 'Si vous n’avez pas commencé cette connexion, gardez votre session. Quelqu’un d’autre vous a peut-être envoyé ici.',
    confirm: 'Changer d’utilisateur',
    stay: 'Garder ma session',
  },
  report: {
    heading: 'Test de l’authentification unique',
    good: 'La connexion réussirait.',
    bad: 'La connexion serait refusée.',
    nothing: 'C’était un test. Aucun utilisateur, membre ou session n’a été créé.',
    close: 'Vous pouvez fermer cette fenêtre.',
    passed: 'Réussi',
    failed: 'Échoué',
    checks: {
      provider: 'Fournisseur d’identité',
      email: 'Adresse e-mail vérifiée',
      user: 'Utilisateur',
      member: 'Membre',
      role: 'Rôle',
    },
    states: {
      bound: 'Connu',
      linked: 'Serait associé à l’utilisateur de cette adresse',
      created: 'Serait créé',
    },
    claims: 'Attributs reçus',
    noClaims: 'Aucun',
  },
};

const es: SsoTexts = {
  heading: 'No ha iniciado sesión',
  reference: (code) =>
    `Referencia: ${code}. La administración de su cuenta la encuentra en el registro de auditoría.`,
  again: 'Iniciar sesión de nuevo',
  reasons: {
    unknownRequest: 'Este inicio de sesión ha caducado o ya se ha usado. Empiece de nuevo.',
    otherBrowser:
      'Este inicio de sesión empezó en otro navegador, o su navegador bloquea las cookies. Empiece de nuevo en este.',
    connectionOff:
      'El inicio de sesión único no está activado para su organización. Pregunte a su administración.',
    providerUnavailable:
      'El servicio de acceso de su organización no ha respondido. Inténtelo de nuevo en unos minutos.',
    providerRefused:
      'El servicio de acceso de su organización ha rechazado el inicio de sesión. Pida acceso a su administración.',
    providerAnswer:
      'La respuesta del servicio de acceso de su organización no es aceptable. Pida a su administración que revise la configuración.',
    secretLost:
      'El secreto de esta conexión no se puede leer. Pida a su administración que lo introduzca de nuevo o, con SAML, que vuelva a crear la conexión.',
    noSubject:
      'El servicio de acceso de su organización no ha indicado quién es usted. Pregunte a su administración.',
    noEmail:
      'El servicio de acceso de su organización no ha enviado su dirección de correo. Pida a su administración que la transmita.',
    emailUnverified:
      'El servicio de acceso de su organización no ha verificado su dirección de correo. Verifíquela allí o pregunte a su administración.',
    otherDomain:
      'El dominio de su dirección de correo no pertenece a esta conexión. Pregunte a su administración.',
    noRole: 'Sus grupos no le dan ningún rol en esta cuenta. Pregunte a su administración.',
    notInvited: 'No es miembro de esta cuenta. Pida una invitación a su administración.',
    noSeat: 'Todas las plazas de esta cuenta están ocupadas. Pregunte a su administración.',
    removed: 'Se ha retirado su acceso a esta cuenta. Pregunte a su administración.',
    disabled: 'Su acceso está desactivado. Pregunte al operador de este servicio.',
    otherSubject:
      'Su dirección de correo ya está vinculada a otra persona en el servicio de acceso de su organización. Pregunte a su administración.',
  },
  switch: {
    heading: '¿Cambiar de usuario?',
    words: (current, next) =>
      `Ha iniciado sesión como ${current}. Este inicio de sesión es para ${next}.`,
    hint: 'Si no ha empezado este inicio de sesión, mantenga su sesión. Puede que otra persona le haya enviado aquí.',
    confirm: 'Cambiar de usuario',
    stay: 'Mantener mi sesión',
  },
  report: {
    heading: 'Prueba del inicio de sesión único',
    good: 'El inicio de sesión funcionaría.',
    bad: 'El inicio de sesión se rechazaría.',
    nothing: 'Era una prueba. No se ha creado ningún usuario, miembro ni sesión.',
    close: 'Puede cerrar esta ventana.',
    passed: 'Superado',
    failed: 'No superado',
    checks: {
      provider: 'Proveedor de identidad',
      email: 'Dirección de correo verificada',
      user: 'Usuario',
      member: 'Miembro',
      role: 'Rol',
    },
    states: {
      bound: 'Conocido',
      linked: 'Se vincularía al usuario de esta dirección',
      created: 'Se crearía',
    },
    claims: 'Atributos recibidos',
    noClaims: 'Ninguno',
  },
};

const ar: SsoTexts = {
  heading: 'لم يتم تسجيل دخولك',
  reference: (code) => `المرجع: \u2068${code}\u2069. يجده مسؤول حسابك في سجل التدقيق.`,
  again: 'تسجيل الدخول من جديد',
  reasons: {
    unknownRequest: 'انتهت صلاحية محاولة الدخول هذه أو سبق استخدامها. ابدأ من جديد.',
    otherBrowser:
      'بدأت محاولة الدخول هذه في متصفح آخر، أو أن متصفحك يحظر ملفات تعريف الارتباط. ابدأ من جديد في هذا المتصفح.',
    connectionOff: 'الدخول الموحّد غير مفعّل لمؤسستك. اسأل المسؤول.',
    providerUnavailable: 'لم تستجب خدمة الدخول في مؤسستك. حاول من جديد بعد بضع دقائق.',
    providerRefused: 'رفضت خدمة الدخول في مؤسستك تسجيل الدخول. اطلب الوصول من المسؤول.',
    providerAnswer:
      'أعادت خدمة الدخول في مؤسستك ردًا لا يمكن قبوله. اطلب من المسؤول التحقق من إعداداتها.',
    secretLost:
      'تتعذّر قراءة سر هذا الاتصال. اطلب من المسؤول إدخاله من جديد، أو إنشاء الاتصال من جديد إذا كان يستخدم SAML.',
    noSubject: 'لم تحدد خدمة الدخول في مؤسستك من أنت. اسأل المسؤول.',
    noEmail: 'لم ترسل خدمة الدخول في مؤسستك بريدك الإلكتروني. اطلب من المسؤول السماح بإرساله.',
    emailUnverified:
      'لم تتحقق خدمة الدخول في مؤسستك من بريدك الإلكتروني. أكّده هناك، أو اسأل المسؤول.',
    otherDomain: 'نطاق بريدك الإلكتروني لا ينتمي إلى هذا الاتصال. اسأل المسؤول.',
    noRole: 'لا تمنحك مجموعاتك أي دور في هذا الحساب. اسأل المسؤول.',
    notInvited: 'لست عضوًا في هذا الحساب. اطلب دعوة من المسؤول.',
    noSeat: 'كل مقاعد هذا الحساب مشغولة. اسأل المسؤول.',
    removed: 'أُزيل وصولك إلى هذا الحساب. اسأل المسؤول.',
    disabled: 'وصولك معطّل. اسأل مشغّل هذه الخدمة.',
    otherSubject:
      'بريدك الإلكتروني مرتبط بالفعل بمستخدم آخر في خدمة الدخول في مؤسستك. اسأل المسؤول.',
  },
  switch: {
    heading: 'هل تريد الدخول بمستخدم آخر؟',
    words: (current, next) =>
      `أنت مسجّل الدخول باسم \u2068${current}\u2069. تسجيل الدخول هذا يخص \u2068${next}\u2069.`,
    hint: 'إذا لم تبدأ تسجيل الدخول هذا، فابقَ مسجّل الدخول. ربما أرسلك شخص آخر إلى هنا.',
    confirm: 'الدخول بالمستخدم الآخر',
    stay: 'البقاء مسجّل الدخول',
  },
  report: {
    heading: 'اختبار الدخول الموحّد',
    good: 'سينجح تسجيل الدخول.',
    bad: 'سيُرفض تسجيل الدخول.',
    nothing: 'كان هذا اختبارًا. لم يُنشأ أي مستخدم أو عضو أو جلسة.',
    close: 'يمكنك إغلاق هذه النافذة.',
    passed: 'ناجح',
    failed: 'فاشل',
    checks: {
      provider: 'مزوّد الهوية',
      email: 'بريد إلكتروني مؤكَّد',
      user: 'المستخدم',
      member: 'العضو',
      role: 'الدور',
    },
    states: {
      bound: 'معروف',
      linked: 'سيُربط بالمستخدم صاحب هذا البريد',
      created: 'سيُنشأ',
    },
    claims: 'البيانات المستلمة',
    noClaims: 'لا شيء',
  },
};

const texts: Record<Language, SsoTexts> = { en, de, fr, es, ar };

export function getSsoTexts(language: Language): SsoTexts {
  return texts[language];
}

const enLinked = {
  subject: 'Single sign-on was linked to you',
  words: (domain: string) =>
    `The sign-in service of ${domain} signed you in here for the first time. Its admins decide who can sign in with your address there.`,
  reach:
    'These sign-ins open only your organization’s account. Your own credentials, settings and other accounts also need your password, an emailed code or your authenticator app.',
  mine: 'If it was you, you don’t need to do anything.',
  other:
    'If it wasn’t you, contact your organization’s IT department. The operator of this service can remove the link.',
};
type LinkedTexts = TextsLike<typeof enLinked>;

const deLinked: LinkedTexts = {
  subject: 'Single Sign-on wurde mit Ihnen verknüpft',
  words: (domain) =>
    `Der Anmeldedienst von ${domain} hat Sie hier zum ersten Mal angemeldet. Dessen Admins bestimmen, wer sich dort mit Ihrer Adresse anmelden kann.`,
  reach:
    'Solche Anmeldungen öffnen nur das Konto Ihrer Organisation. Für Ihre eigenen Zertifikate, Einstellungen und anderen Konten brauchen Sie auch Ihr Passwort, einen Code per E-Mail oder Ihre Authenticator-App.',
  mine: 'Wenn Sie das waren, müssen Sie nichts tun.',
  other:
    'Wenn Sie das nicht waren, informieren Sie die IT-Abteilung Ihrer Organisation. Der Betreiber dieses Dienstes kann die Verknüpfung entfernen.',
};

const frLinked: LinkedTexts = {
  subject: 'L’authentification unique a été associée à votre profil',
  words: (domain) =>
    `Le service de connexion de ${domain} a ouvert ici votre session pour la première fois. Son administration décide qui peut s’y connecter avec votre adresse.`,
  reach:
    'Ces connexions n’ouvrent que le compte de votre organisation. Vos certificats, vos paramètres et vos autres comptes demandent aussi votre mot de passe, un code reçu par e-mail ou votre application d’authentification.',
  mine: 'Si c’était vous, vous n’avez rien à faire.',
  other:
    'Si ce n’était pas vous, prévenez le service informatique de votre organisation. L’exploitant de ce service peut supprimer l’association.',
};

const esLinked: LinkedTexts = {
  subject: 'Se ha vinculado el inicio de sesión único con su perfil',
  words: (domain) =>
    `El servicio de inicio de sesión de ${domain} ha iniciado aquí su sesión por primera vez. Su administración decide quién puede usar allí su dirección.`,
  reach:
    'Estas sesiones solo abren la cuenta de su organización. Sus certificados, su configuración y sus otras cuentas también requieren su contraseña, un código enviado por correo o su aplicación de autenticación.',
  mine: 'Si ha sido usted, no tiene que hacer nada.',
  other:
    'Si no ha sido usted, avise al departamento de informática de su organización. El operador de este servicio puede eliminar el vínculo.',
};

const arLinked: LinkedTexts = {
  subject: 'رُبط الدخول الموحّد بملفك',
  words: (domain) =>
    `سجّلت خدمة الدخول لدى ${domain} دخولك هنا لأول مرة. يقرّر مسؤولوها من يمكنه تسجيل الدخول هناك بعنوانك.`,
  reach:
    'يفتح هذا الدخول حساب مؤسستك فقط. أما شهاداتك وإعداداتك وحساباتك الأخرى فتتطلب أيضًا كلمة مرورك أو رمزًا يُرسل بالبريد الإلكتروني أو تطبيق المصادقة.',
  mine: 'إذا كنت أنت من فعل ذلك، فلا داعي لفعل أي شيء.',
  other: 'إذا لم تكن أنت، فأبلغ قسم تقنية المعلومات في مؤسستك. يمكن لمشغّل هذه الخدمة إزالة الربط.',
};

/** Texts of the email about a first sign-in. */
export const linkedTexts: Record<Language, LinkedTexts> = {
  ...{ en: enLinked, de: deLinked, fr: frLinked, es: esLinked, ar: arLinked },
};
