import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';

const en = {
  settings: {
    heading: 'Settings',
    language: {
      title: 'Language',
      label: 'Language of these pages',
      browser: 'Same as the browser',
      button: 'Save',
    },
    notifications: {
      title: 'Notifications',
      words:
        'These issuers may email you about your credentials, for example before one expires. You always get codes and security messages.',
      none: 'Issuers that may email you will appear here.',
      stopped: 'Stopped',
      stop: 'Stop emails',
      stopOf: (issuer: string) => `Stop emails from ${issuer}`,
      allow: 'Allow emails',
      allowOf: (issuer: string) => `Allow emails from ${issuer}`,
    },
    download: {
      title: 'Download everything',
      words:
        'A ZIP file with all your credentials, as signed files, pictures and PDFs. You can open it in a browser, even offline.',
      button: 'Download everything',
    },
    sessions: {
      title: 'Sessions',
      words: 'Browsers and devices where you’re signed in.',
      here: 'This session',
      since: (day: string, steps: string) => `Signed in on ${day}${steps && ` with ${steps}`}`,
      steps: {
        password: 'a password',
        emailCode: 'an emailed code',
        passkey: 'a passkey',
        sso: 'single sign-on',
        totp: 'an authenticator app',
        recoveryCode: 'a recovery code',
      },
      on: (browser: string, system: string) => `${browser} on ${system}`,
      end: 'Sign out',
      button: 'Sign out everywhere else',
    },
    delete: {
      title: 'Delete my data',
      words:
        'This deletes your addresses, collections, profile and credentials from elsewhere at once, and can’t be undone. Download everything first. Credentials issued here stay valid. To have one erased, select “Report a mistake” in your list.',
      email: (email: string) => `Type ${email} to confirm`,
      button: 'Delete my data',
    },
    done: {
      sessions: 'Signed out everywhere else.',
      ended: 'Session signed out.',
      language: 'Language saved.',
      stopped: 'Emails stopped.',
      allowed: 'Emails allowed.',
    },
    deleted: {
      title: 'Your data is deleted',
      words: 'Your credentials stay valid. Sign in with your address to see them again.',
    },
    problems: {
      email: 'The address isn’t the one above. Check it.',
      fresh:
        'For your protection, sign out and in again first. Then delete your data within 5 minutes.',
      account:
        'You’re a member of an account. Delete it in the dashboard, or ask an admin to remove you. Then delete your data.',
      busy: 'Two downloads are running. Wait until one finishes.',
      origin: 'This form was opened at another URL. Reload the page, then try again.',
      other: 'The request couldn’t be processed. Try again in a minute.',
    },
  },
  file: {
    heading: 'My credentials',
    lead: (day: string) => `Downloaded on ${day}. This page works offline.`,
    unchecked: 'This page can’t check everything:',
    limits: [
      'Credentials that were revoked after the download look valid here.',
      'The issuers’ keys and the status lists are those in this file. Nothing here proves that they are the issuers’.',
      'The pictures and PDFs aren’t compared with the signed files.',
    ],
    online: 'To check everything, open the credential’s page and select “Verify”.',
    none: 'You had no credentials.',
    imported: {
      title: 'Added from elsewhere',
      words: (url: string) =>
        `This page doesn’t verify these files. Names are what their issuers wrote. To verify a file, choose it at ${url}.`,
    },
    noScript: 'Not verified: this browser runs no scripts.',
    files: {
      noPdf: 'The PDF couldn’t be drawn. Download it from the page.',
      pdf: 'Certificate (PDF)',
      badge: 'Badge (PNG)',
      page: 'Page (online)',
    },
    checks: {
      verdicts: {
        valid: 'Valid when downloaded',
        expired: 'Expired',
        invalid: 'Not valid',
        unknown: 'Couldn’t be verified',
      },
      signature: {
        valid: 'The signature is valid.',
        invalid: 'The signature is wrong: the file was changed.',
        unknown: 'This browser couldn’t check the signature.',
      },
      status: {
        valid: 'Not revoked when downloaded.',
        invalid: 'Revoked by the issuer.',
        unknown: 'This browser couldn’t read the status list.',
      },
      dates: { valid: 'Not expired.', expired: 'The credential has expired.' },
    },
  },
};
export type DataTexts = TextsLike<Omit<typeof en, 'file'>> & {
  file: TextsLike<Omit<(typeof en)['file'], 'limits'>> & { limits: string[] };
};

const de: DataTexts = {
  settings: {
    heading: 'Einstellungen',
    language: {
      title: 'Sprache',
      label: 'Sprache dieser Seiten',
      browser: 'Wie im Browser',
      button: 'Speichern',
    },
    notifications: {
      title: 'Benachrichtigungen',
      words:
        'Diese Aussteller dürfen Ihnen E-Mails zu Ihren Zertifikaten senden, zum Beispiel bevor eines abläuft. Codes und Sicherheitshinweise erhalten Sie immer.',
      none: 'Hier erscheinen Aussteller, die Ihnen E-Mails senden dürfen.',
      stopped: 'Abbestellt',
      stop: 'E-Mails abbestellen',
      stopOf: (issuer) => `E-Mails abbestellen: ${issuer}`,
      allow: 'E-Mails erlauben',
      allowOf: (issuer) => `E-Mails erlauben: ${issuer}`,
    },
    download: {
      title: 'Alles herunterladen',
      words:
        'Eine ZIP-Datei mit allen Ihren Zertifikaten, als signierte Dateien, Bilder und PDFs. Sie lässt sich im Browser öffnen, auch ohne Internet.',
      button: 'Alles herunterladen',
    },
    sessions: {
      title: 'Sitzungen',
      words: 'Browser und Geräte, in denen Sie angemeldet sind.',
      here: 'Diese Sitzung',
      since: (day, steps) => `Angemeldet am ${day}${steps && ` mit ${steps}`}`,
      steps: {
        password: 'Passwort',
        emailCode: 'Code per E-Mail',
        passkey: 'Passkey',
        sso: 'Single Sign-on',
        totp: 'Authenticator-App',
        recoveryCode: 'Wiederherstellungscode',
      },
      on: (browser, system) => `${browser} unter ${system}`,
      end: 'Abmelden',
      button: 'Überall sonst abmelden',
    },
    delete: {
      title: 'Meine Daten löschen',
      words:
        'Ihre Adressen, Sammlungen, Ihr Profil und Ihre Zertifikate von anderen Diensten werden sofort gelöscht. Das kann nicht rückgängig gemacht werden. Laden Sie vorher alles herunter. Hier ausgestellte Zertifikate bleiben gültig. Um eines löschen zu lassen, wählen Sie in Ihrer Liste „Fehler melden“.',
      email: (email) => `Geben Sie zur Bestätigung ${email} ein`,
      button: 'Meine Daten löschen',
    },
    done: {
      sessions: 'Überall sonst abgemeldet.',
      ended: 'Sitzung abgemeldet.',
      language: 'Sprache gespeichert.',
      stopped: 'E-Mails abbestellt.',
      allowed: 'E-Mails erlaubt.',
    },
    deleted: {
      title: 'Ihre Daten sind gelöscht',
      words:
        'Ihre Zertifikate bleiben gültig. Melden Sie sich mit Ihrer Adresse an, um sie wieder zu sehen.',
    },
    problems: {
      email: 'Das ist nicht die Adresse von oben. Prüfen Sie sie.',
      fresh:
        'Melden Sie sich zu Ihrem Schutz zuerst ab und wieder an. Löschen Sie dann Ihre Daten innerhalb von 5 Minuten.',
      account:
        'Sie sind Mitglied eines Kontos. Löschen Sie es im Dashboard, oder lassen Sie sich von einem Admin entfernen. Löschen Sie dann Ihre Daten.',
      busy: 'Zwei Downloads laufen. Warten Sie, bis einer fertig ist.',
      origin:
        'Dieses Formular wurde unter einer anderen URL geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
      other:
        'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
    },
  },
  file: {
    heading: 'Meine Zertifikate',
    lead: (day) => `Heruntergeladen am ${day}. Diese Seite funktioniert auch ohne Internet.`,
    unchecked: 'Diese Seite kann nicht alles prüfen:',
    limits: [
      'Zertifikate, die nach dem Herunterladen widerrufen wurden, sehen hier gültig aus.',
      'Die Schlüssel der Aussteller und die Statuslisten sind die aus dieser Datei. Nichts hier beweist, dass sie von den Ausstellern stammen.',
      'Bilder und PDFs werden nicht mit den signierten Dateien verglichen.',
    ],
    online: 'Um alles zu prüfen, öffnen Sie die Seite des Zertifikats und wählen Sie „Prüfen“.',
    none: 'Sie hatten keine Zertifikate.',
    imported: {
      title: 'Von anderen Diensten hinzugefügt',
      words: (url) =>
        `Diese Seite prüft diese Dateien nicht. Die Namen stammen von den Ausstellern. Prüfen können Sie eine Datei unter ${url}.`,
    },
    noScript: 'Nicht geprüft: Dieser Browser führt keine Skripte aus.',
    files: {
      noPdf: 'Das PDF ließ sich nicht erstellen. Laden Sie es von der Seite herunter.',
      pdf: 'Zertifikat (PDF)',
      badge: 'Badge (PNG)',
      page: 'Seite (online)',
    },
    checks: {
      verdicts: {
        valid: 'Gültig beim Herunterladen',
        expired: 'Abgelaufen',
        invalid: 'Nicht gültig',
        unknown: 'Nicht prüfbar',
      },
      signature: {
        valid: 'Die Signatur ist gültig.',
        invalid: 'Die Signatur ist falsch: Die Datei wurde verändert.',
        unknown: 'Dieser Browser konnte die Signatur nicht prüfen.',
      },
      status: {
        valid: 'Beim Herunterladen nicht widerrufen.',
        invalid: 'Vom Aussteller widerrufen.',
        unknown: 'Dieser Browser konnte die Statusliste nicht lesen.',
      },
      dates: { valid: 'Nicht abgelaufen.', expired: 'Das Zertifikat ist abgelaufen.' },
    },
  },
};

const fr: DataTexts = {
  settings: {
    heading: 'Paramètres',
    language: {
      title: 'Langue',
      label: 'Langue de ces pages',
      browser: 'Comme le navigateur',
      button: 'Enregistrer',
    },
    notifications: {
      title: 'Notifications',
      words:
        'Ces émetteurs peuvent vous envoyer des e-mails au sujet de vos certificats, par exemple avant l’expiration de l’un d’eux. Vous recevez toujours les codes et les messages de sécurité.',
      none: 'Les émetteurs qui peuvent vous envoyer des e-mails apparaîtront ici.',
      stopped: 'Arrêtés',
      stop: 'Arrêter les e-mails',
      stopOf: (issuer) => `Arrêter les e-mails de ${issuer}`,
      allow: 'Autoriser les e-mails',
      allowOf: (issuer) => `Autoriser les e-mails de ${issuer}`,
    },
    download: {
      title: 'Tout télécharger',
      words:
        'Un fichier ZIP avec tous vos certificats\u00a0: fichiers signés, images et PDF. Il s’ouvre dans un navigateur, même hors connexion.',
      button: 'Tout télécharger',
    },
    sessions: {
      title: 'Sessions',
      words: 'Navigateurs et appareils où votre session est ouverte.',
      here: 'Cette session',
      since: (day, steps) => `Connexion le ${day}${steps && ` avec ${steps}`}`,
      steps: {
        password: 'mot de passe',
        emailCode: 'code reçu par e-mail',
        passkey: 'clé d’accès',
        sso: 'authentification unique',
        totp: 'application d’authentification',
        recoveryCode: 'code de secours',
      },
      on: (browser, system) => `${browser} sur ${system}`,
      end: 'Déconnecter',
      button: 'Se déconnecter partout ailleurs',
    },
    delete: {
      title: 'Supprimer mes données',
      words:
        'Vos adresses, vos collections, votre profil et vos certificats d’autres services sont supprimés immédiatement. C’est irréversible. Téléchargez d’abord tout. Les certificats délivrés ici restent valides. Pour en faire supprimer un, choisissez «\u202fSignaler une erreur\u202f» dans votre liste.',
      email: (email) => `Saisissez ${email} pour confirmer`,
      button: 'Supprimer mes données',
    },
    done: {
      sessions: 'Les autres sessions sont fermées.',
      ended: 'Session fermée.',
      language: 'Langue enregistrée.',
      stopped: 'E-mails arrêtés.',
      allowed: 'E-mails autorisés.',
    },
    deleted: {
      title: 'Vos données sont supprimées',
      words: 'Vos certificats restent valides. Connectez-vous avec votre adresse pour les revoir.',
    },
    problems: {
      email: 'Ce n’est pas l’adresse ci-dessus. Vérifiez-la.',
      fresh:
        'Pour votre protection, déconnectez-vous puis reconnectez-vous. Supprimez ensuite vos données dans les 5 minutes.',
      account:
        'Vous êtes membre d’un compte. Supprimez-le dans le tableau de bord, ou demandez à son administration de vous en retirer. Supprimez ensuite vos données.',
      busy: 'Deux téléchargements sont en cours. Attendez la fin de l’un d’eux.',
      origin: 'Ce formulaire a été ouvert à une autre URL. Rechargez la page, puis réessayez.',
      other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
    },
  },
  file: {
    heading: 'Mes certificats',
    lead: (day) => `Téléchargé le ${day}. Cette page fonctionne hors connexion.`,
    unchecked: 'Cette page ne peut pas tout vérifier\u00a0:',
    limits: [
      'Les certificats révoqués après le téléchargement paraissent valides ici.',
      'Les clés des émetteurs et les listes de statut sont celles de ce fichier. Rien ici ne prouve qu’elles viennent des émetteurs.',
      'Les images et les PDF ne sont pas comparés aux fichiers signés.',
    ],
    online:
      'Pour tout vérifier, ouvrez la page du certificat et choisissez «\u202fVérifier\u202f».',
    none: 'Vous n’aviez aucun certificat.',
    imported: {
      title: 'Ajoutés depuis d’autres services',
      words: (url) =>
        `Cette page ne vérifie pas ces fichiers. Les noms sont ceux qu’ont écrits leurs émetteurs. Pour vérifier un fichier, choisissez-le sur ${url}.`,
    },
    noScript: 'Non vérifié\u00a0: ce navigateur n’exécute pas de scripts.',
    files: {
      noPdf: 'Le PDF n’a pas pu être créé. Téléchargez-le depuis la page.',
      pdf: 'Certificat (PDF)',
      badge: 'Badge (PNG)',
      page: 'Page (en ligne)',
    },
    checks: {
      verdicts: {
        valid: 'Valide lors du téléchargement',
        expired: 'Expiré',
        invalid: 'Non valide',
        unknown: 'Vérification impossible',
      },
      signature: {
        valid: 'La signature est valide.',
        invalid: 'La signature est fausse\u00a0: le fichier a été modifié.',
        unknown: 'Ce navigateur n’a pas pu vérifier la signature.',
      },
      status: {
        valid: 'Non révoqué lors du téléchargement.',
        invalid: 'Révoqué par l’émetteur.',
        unknown: 'Ce navigateur n’a pas pu lire la liste de statut.',
      },
      dates: { valid: 'Non expiré.', expired: 'Le certificat a expiré.' },
    },
  },
};

const es: DataTexts = {
  settings: {
    heading: 'Ajustes',
    language: {
      title: 'Idioma',
      label: 'Idioma de estas páginas',
      browser: 'Como el navegador',
      button: 'Guardar',
    },
    notifications: {
      title: 'Notificaciones',
      words:
        'Estos emisores pueden enviarle correos sobre sus certificados, por ejemplo antes de que caduque uno. Siempre recibirá los códigos y los mensajes de seguridad.',
      none: 'Aquí aparecerán los emisores que pueden enviarle correos.',
      stopped: 'Detenidos',
      stop: 'Detener los correos',
      stopOf: (issuer) => `Detener los correos de ${issuer}`,
      allow: 'Permitir los correos',
      allowOf: (issuer) => `Permitir los correos de ${issuer}`,
    },
    download: {
      title: 'Descargar todo',
      words:
        'Un archivo ZIP con todos sus certificados: archivos firmados, imágenes y PDF. Se abre en un navegador, incluso sin conexión.',
      button: 'Descargar todo',
    },
    sessions: {
      title: 'Sesiones',
      words: 'Navegadores y dispositivos en los que ha iniciado sesión.',
      here: 'Esta sesión',
      since: (day, steps) => `Iniciada el ${day}${steps && ` con ${steps}`}`,
      steps: {
        password: 'contraseña',
        emailCode: 'código por correo electrónico',
        passkey: 'llave de acceso',
        sso: 'inicio de sesión único',
        totp: 'aplicación de autenticación',
        recoveryCode: 'código de recuperación',
      },
      on: (browser, system) => `${browser} en ${system}`,
      end: 'Cerrar sesión',
      button: 'Cerrar las demás sesiones',
    },
    delete: {
      title: 'Eliminar mis datos',
      words:
        'Sus direcciones, sus colecciones, su perfil y sus certificados de otros servicios se eliminan al momento. No se puede deshacer. Descargue todo antes. Los certificados emitidos aquí siguen siendo válidos. Para que se elimine uno, elija «Notificar un error» en su lista.',
      email: (email) => `Escriba ${email} para confirmar`,
      button: 'Eliminar mis datos',
    },
    done: {
      sessions: 'Las demás sesiones se han cerrado.',
      ended: 'Sesión cerrada.',
      language: 'Idioma guardado.',
      stopped: 'Correos detenidos.',
      allowed: 'Correos permitidos.',
    },
    deleted: {
      title: 'Sus datos se han eliminado',
      words:
        'Sus certificados siguen siendo válidos. Inicie sesión con su dirección para verlos de nuevo.',
    },
    problems: {
      email: 'No es la dirección de arriba. Compruébela.',
      fresh:
        'Por su seguridad, cierre la sesión y vuelva a iniciarla. Después, elimine sus datos antes de 5 minutos.',
      account:
        'Es miembro de una cuenta. Elimínela en el panel o pida a su administración que le dé de baja. Después, elimine sus datos.',
      busy: 'Hay dos descargas en curso. Espere a que termine una.',
      origin:
        'Este formulario se abrió en otra URL. Vuelva a cargar la página e inténtelo de nuevo.',
      other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
    },
  },
  file: {
    heading: 'Mis certificados',
    lead: (day) => `Descargado el ${day}. Esta página funciona sin conexión.`,
    unchecked: 'Esta página no puede comprobarlo todo:',
    limits: [
      'Los certificados revocados después de la descarga parecen válidos aquí.',
      'Las claves de los emisores y las listas de estado son las de este archivo. Nada aquí demuestra que sean de los emisores.',
      'Las imágenes y los PDF no se comparan con los archivos firmados.',
    ],
    online: 'Para comprobarlo todo, abra la página del certificado y elija «Verificar».',
    none: 'No tenía certificados.',
    imported: {
      title: 'Añadidos de otros servicios',
      words: (url) =>
        `Esta página no verifica estos archivos. Los nombres son los que escribieron sus emisores. Para verificar un archivo, elíjalo en ${url}.`,
    },
    noScript: 'Sin verificar: este navegador no ejecuta scripts.',
    files: {
      noPdf: 'No se ha podido crear el PDF. Descárguelo desde la página.',
      pdf: 'Certificado (PDF)',
      badge: 'Insignia (PNG)',
      page: 'Página (en línea)',
    },
    checks: {
      verdicts: {
        valid: 'Válido al descargarlo',
        expired: 'Caducado',
        invalid: 'No válido',
        unknown: 'No se ha podido verificar',
      },
      signature: {
        valid: 'La firma es válida.',
        invalid: 'La firma es incorrecta: el archivo se modificó.',
        unknown: 'Este navegador no ha podido comprobar la firma.',
      },
      status: {
        valid: 'No estaba revocado al descargarlo.',
        invalid: 'Revocado por el emisor.',
        unknown: 'Este navegador no ha podido leer la lista de estado.',
      },
      dates: { valid: 'No ha caducado.', expired: 'El certificado ha caducado.' },
    },
  },
};

const ar: DataTexts = {
  settings: {
    heading: 'الإعدادات',
    language: {
      title: 'اللغة',
      label: 'لغة هذه الصفحات',
      browser: 'مثل المتصفح',
      button: 'حفظ',
    },
    notifications: {
      title: 'الإشعارات',
      words:
        'يمكن لهذه الجهات المُصدِرة أن ترسل إليك رسائل بشأن شهاداتك، مثلًا قبل انتهاء صلاحية إحداها. تصلك الرموز ورسائل الأمان دائمًا.',
      none: 'ستظهر هنا الجهات المُصدِرة التي يمكنها أن ترسل إليك رسائل.',
      stopped: 'متوقفة',
      stop: 'إيقاف الرسائل',
      stopOf: (issuer) => `إيقاف رسائل ${issuer}`,
      allow: 'السماح بالرسائل',
      allowOf: (issuer) => `السماح برسائل ${issuer}`,
    },
    download: {
      title: 'تنزيل كل شيء',
      words:
        'ملف ZIP فيه جميع شهاداتك: ملفات موقّعة وصور وملفات PDF. يُفتح في المتصفح حتى من دون اتصال.',
      button: 'تنزيل كل شيء',
    },
    sessions: {
      title: 'الجلسات',
      words: 'المتصفحات والأجهزة التي سجّلت الدخول فيها.',
      here: 'هذه الجلسة',
      since: (day, steps) => `تسجيل الدخول في ${day}${steps && ` باستخدام ${steps}`}`,
      steps: {
        password: 'كلمة المرور',
        emailCode: 'رمز عبر البريد الإلكتروني',
        passkey: 'مفتاح مرور',
        sso: 'الدخول الموحّد',
        totp: 'تطبيق المصادقة',
        recoveryCode: 'رمز استرداد',
      },
      on: (browser, system) => `\u2068${browser}\u2069 على \u2068${system}\u2069`,
      end: 'تسجيل الخروج',
      button: 'تسجيل الخروج من الأجهزة الأخرى',
    },
    delete: {
      title: 'حذف بياناتي',
      words:
        'تُحذف فورًا عناوينك ومجموعاتك وملفك وشهاداتك من خدمات أخرى. لا يمكن التراجع عن ذلك. نزّل كل شيء أولًا. تبقى الشهادات الصادرة هنا سارية. لحذف شهادة منها، اختر «الإبلاغ عن خطأ» في قائمتك.',
      email: (email) => `اكتب ${email} للتأكيد`,
      button: 'حذف بياناتي',
    },
    done: {
      sessions: 'سُجّل الخروج من الأجهزة الأخرى.',
      ended: 'سُجّل الخروج من الجلسة.',
      language: 'حُفظت اللغة.',
      stopped: 'أُوقفت الرسائل.',
      allowed: 'سُمح بالرسائل.',
    },
    deleted: {
      title: 'حُذفت بياناتك',
      words: 'تبقى شهاداتك سارية. سجّل الدخول بعنوانك لتراها من جديد.',
    },
    problems: {
      email: 'ليس هذا العنوان المكتوب أعلاه. راجعه.',
      fresh: 'لحمايتك، سجّل الخروج ثم الدخول من جديد، واحذف بياناتك خلال 5 دقائق.',
      account:
        'أنت عضو في حساب. احذفه في لوحة التحكم أو اطلب من أحد المسؤولين إزالتك، ثم احذف بياناتك.',
      busy: 'يجري تنزيلان الآن. انتظر حتى ينتهي أحدهما.',
      origin: 'فُتح هذا النموذج من عنوان URL آخر. أعد تحميل الصفحة ثم حاول من جديد.',
      other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
    },
  },
  file: {
    heading: 'شهاداتي',
    lead: (day) => `نُزّل بتاريخ ${day}. تعمل هذه الصفحة من دون اتصال.`,
    unchecked: 'لا تستطيع هذه الصفحة التحقق من كل شيء:',
    limits: [
      'الشهادات التي أُلغيت بعد التنزيل تظهر هنا سارية.',
      'مفاتيح الجهات المُصدِرة وقوائم الحالة هي الموجودة في هذا الملف. لا شيء هنا يثبت أنها منها.',
      'لا تُقارن الصور وملفات PDF بالملفات الموقّعة.',
    ],
    online: 'للتحقق من كل شيء، افتح صفحة الشهادة واختر «تحقّق».',
    none: 'لم تكن لديك شهادات.',
    imported: {
      title: 'أُضيفت من خدمات أخرى',
      words: (url) =>
        `لا تتحقق هذه الصفحة من هذه الملفات. الأسماء كما كتبتها الجهات المُصدِرة. للتحقق من ملف، اختره في \u2068${url}\u2069.`,
    },
    noScript: 'لم يُتحقق منها: هذا المتصفح لا يشغّل البرامج النصية.',
    files: {
      noPdf: 'تعذّر إنشاء ملف PDF. نزّله من الصفحة.',
      pdf: 'الشهادة المطبوعة (PDF)',
      badge: 'الشارة (PNG)',
      page: 'الصفحة (عبر الإنترنت)',
    },
    checks: {
      verdicts: {
        valid: 'سارية عند التنزيل',
        expired: 'منتهية الصلاحية',
        invalid: 'غير سارية',
        unknown: 'تعذّر التحقق منها',
      },
      signature: {
        valid: 'التوقيع صحيح.',
        invalid: 'التوقيع غير صحيح: عُدّل الملف.',
        unknown: 'لم يستطع هذا المتصفح التحقق من التوقيع.',
      },
      status: {
        valid: 'لم تكن ملغاة عند التنزيل.',
        invalid: 'ألغتها الجهة المُصدِرة.',
        unknown: 'لم يستطع هذا المتصفح قراءة قائمة الحالة.',
      },
      dates: { valid: 'لم تنتهِ صلاحيتها.', expired: 'انتهت صلاحية الشهادة.' },
    },
  },
};

const texts: Record<Language, DataTexts> = { en, de, fr, es, ar };

export function getDataTexts(language: Language): DataTexts {
  return texts[language];
}
