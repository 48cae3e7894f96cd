import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import { createServiceBranding, type EmailContent } from '../../platform/mail/index.ts';

const en = {
  consent: {
    heading: (app: string) => `Connect ${app}`,
    lead: (host: string) => `${host} asks for access to your credentials.`,
    allows: 'This app can then:',
    permissions: {
      add: 'Add credentials to your list',
      read: 'See all your credentials',
      profile: 'See your name and your email address',
    },
    stays: 'Access lasts until you disconnect the app in your settings.',
    ends: 'Access ends after 1 hour.',
    trust: (host: string) => `Only connect apps that you trust. You’ll return to ${host}.`,
    signedIn: (email: string) => `You’re signed in as ${email}.`,
    allow: 'Connect',
    cancel: 'Cancel',
  },
  error: {
    heading: 'This app can’t be connected',
    unknownApp:
      'The app isn’t registered here, or its registration has ended. Ask its administrator to register it again.',
    foreignAddress:
      'The app wants to send you to a URL that it hasn’t registered. Nothing was shared. Ask its administrator.',
    incomplete: 'The app’s request is incomplete or too long. Go back to the app, then try again.',
    origin: 'This form was opened at another URL. Go back to the app, then start again.',
    tooMany: 'You connected many apps in a short time. Try again in an hour.',
    other: 'The app couldn’t be connected. Go back to it, then try again.',
    back: 'My credentials',
    away: (host: string) => `Return to ${host}`,
  },
  settings: {
    title: 'Connected apps',
    words: 'Apps that can add credentials to your list, or see them.',
    none: 'No app is connected. To connect one, start in the app, for example in Moodle.',
    since: (day: string, lastDay: string) => `Connected on ${day}. Last used on ${lastDay}.`,
    end: 'Disconnect',
    endOf: (app: string) => `Disconnect ${app}`,
    done: 'App disconnected.',
  },
  connected: {
    subject: 'An app was connected',
    words: (host: string) => `An app from ${host} now has access to your credentials.`,
    why: 'If it wasn’t you, disconnect the app in your settings, and sign out everywhere.',
    button: 'Open settings',
  },
};
export type ConnectedAppTexts = TextsLike<typeof en>;

const de: ConnectedAppTexts = {
  consent: {
    heading: (app) => `${app} verbinden`,
    lead: (host) => `${host} bittet um Zugriff auf Ihre Zertifikate.`,
    allows: 'Diese App kann dann:',
    permissions: {
      add: 'Zertifikate zu Ihrer Liste hinzufügen',
      read: 'Alle Ihre Zertifikate sehen',
      profile: 'Ihren Namen und Ihre E-Mail-Adresse sehen',
    },
    stays: 'Der Zugriff gilt, bis Sie die App in Ihren Einstellungen trennen.',
    ends: 'Der Zugriff endet nach 1 Stunde.',
    trust: (host) =>
      `Verbinden Sie nur Apps, denen Sie vertrauen. Danach kehren Sie zu ${host} zurück.`,
    signedIn: (email) => `Sie sind als ${email} angemeldet.`,
    allow: 'Verbinden',
    cancel: 'Abbrechen',
  },
  error: {
    heading: 'Diese App kann nicht verbunden werden',
    unknownApp:
      'Die App ist hier nicht registriert, oder ihre Registrierung ist beendet. Bitten Sie ihre Administration, sie neu zu registrieren.',
    foreignAddress:
      'Die App will Sie zu einer URL schicken, die sie nicht registriert hat. Es wurde nichts weitergegeben. Fragen Sie ihre Administration.',
    incomplete:
      'Die Anfrage der App ist unvollständig oder zu lang. Gehen Sie zur App zurück, und versuchen Sie es noch einmal.',
    origin:
      'Dieses Formular wurde unter einer anderen URL geöffnet. Gehen Sie zur App zurück, und beginnen Sie neu.',
    tooMany:
      'Sie haben in kurzer Zeit viele Apps verbunden. Versuchen Sie es in einer Stunde noch einmal.',
    other:
      'Die App konnte nicht verbunden werden. Gehen Sie zu ihr zurück, und versuchen Sie es noch einmal.',
    back: 'Meine Zertifikate',
    away: (host) => `Zurück zu ${host}`,
  },
  settings: {
    title: 'Verbundene Apps',
    words: 'Apps, die Zertifikate zu Ihrer Liste hinzufügen oder sie sehen können.',
    none: 'Es ist keine App verbunden. Um eine zu verbinden, beginnen Sie in der App, zum Beispiel in Moodle.',
    since: (day, lastDay) => `Verbunden am ${day}. Zuletzt benutzt am ${lastDay}.`,
    end: 'Trennen',
    endOf: (app) => `${app} trennen`,
    done: 'App getrennt.',
  },
  connected: {
    subject: 'Eine App wurde verbunden',
    words: (host) => `Eine App von ${host} hat jetzt Zugriff auf Ihre Zertifikate.`,
    why: 'Wenn Sie das nicht waren, trennen Sie die App in Ihren Einstellungen, und melden Sie sich überall ab.',
    button: 'Einstellungen öffnen',
  },
};

const fr: ConnectedAppTexts = {
  consent: {
    heading: (app) => `Connecter ${app}`,
    lead: (host) => `${host} demande l’accès à vos certificats.`,
    allows: 'Cette application pourra\u00a0:',
    permissions: {
      add: 'Ajouter des certificats à votre liste',
      read: 'Voir tous vos certificats',
      profile: 'Voir votre nom et votre adresse e-mail',
    },
    stays: 'L’accès dure jusqu’à ce que vous déconnectiez l’application dans vos paramètres.',
    ends: 'L’accès prend fin au bout d’une heure.',
    trust: (host) =>
      `Ne connectez que des applications auxquelles vous faites confiance. Vous retournerez ensuite sur ${host}.`,
    signedIn: (email) => `Votre session est ouverte avec ${email}.`,
    allow: 'Connecter',
    cancel: 'Annuler',
  },
  error: {
    heading: 'Impossible de connecter cette application',
    unknownApp:
      'L’application n’est pas enregistrée ici, ou son enregistrement a pris fin. Demandez à son administration de l’enregistrer à nouveau.',
    foreignAddress:
      'L’application veut vous envoyer vers une URL qu’elle n’a pas enregistrée. Rien n’a été partagé. Adressez-vous à son administration.',
    incomplete:
      'La demande de l’application est incomplète ou trop longue. Revenez à l’application, puis réessayez.',
    origin:
      'Ce formulaire a été ouvert à une autre URL. Revenez à l’application, puis recommencez.',
    tooMany:
      'Vous avez connecté beaucoup d’applications en peu de temps. Réessayez dans une heure.',
    other: 'L’application n’a pas pu être connectée. Revenez-y, puis réessayez.',
    back: 'Mes certificats',
    away: (host) => `Revenir à ${host}`,
  },
  settings: {
    title: 'Applications connectées',
    words: 'Les applications qui peuvent ajouter des certificats à votre liste, ou les voir.',
    none: 'Aucune application n’est connectée. Pour en connecter une, commencez dans l’application, par exemple dans Moodle.',
    since: (day, lastDay) => `Connectée le ${day}. Dernière utilisation le ${lastDay}.`,
    end: 'Déconnecter',
    endOf: (app) => `Déconnecter ${app}`,
    done: 'Application déconnectée.',
  },
  connected: {
    subject: 'Une application a été connectée',
    words: (host) => `Une application de ${host} a maintenant accès à vos certificats.`,
    why: 'Si ce n’était pas vous, déconnectez l’application dans vos paramètres, puis déconnectez-vous partout.',
    button: 'Ouvrir les paramètres',
  },
};

const es: ConnectedAppTexts = {
  consent: {
    heading: (app) => `Conectar ${app}`,
    lead: (host) => `${host} pide acceso a sus certificados.`,
    allows: 'Esta aplicación podrá:',
    permissions: {
      add: 'Añadir certificados a su lista',
      read: 'Ver todos sus certificados',
      profile: 'Ver su nombre y su dirección de correo electrónico',
    },
    stays: 'El acceso dura hasta que desconecte la aplicación en los ajustes.',
    ends: 'El acceso termina al cabo de 1 hora.',
    trust: (host) => `Conecte solo aplicaciones en las que confíe. Después volverá a ${host}.`,
    signedIn: (email) => `Ha iniciado sesión como ${email}.`,
    allow: 'Conectar',
    cancel: 'Cancelar',
  },
  error: {
    heading: 'No se puede conectar esta aplicación',
    unknownApp:
      'La aplicación no está registrada aquí, o su registro ha terminado. Pida a su administración que vuelva a registrarla.',
    foreignAddress:
      'La aplicación quiere enviarle a una URL que no ha registrado. No se ha compartido nada. Consulte a su administración.',
    incomplete:
      'La petición de la aplicación está incompleta o es demasiado larga. Vuelva a la aplicación e inténtelo de nuevo.',
    origin: 'Este formulario se abrió en otra URL. Vuelva a la aplicación y empiece de nuevo.',
    tooMany:
      'Ha conectado muchas aplicaciones en poco tiempo. Inténtelo de nuevo dentro de una hora.',
    other: 'No se ha podido conectar la aplicación. Vuelva a ella e inténtelo de nuevo.',
    back: 'Mis certificados',
    away: (host) => `Volver a ${host}`,
  },
  settings: {
    title: 'Aplicaciones conectadas',
    words: 'Aplicaciones que pueden añadir certificados a su lista, o verlos.',
    none: 'No hay ninguna aplicación conectada. Para conectar una, empiece en la aplicación, por ejemplo en Moodle.',
    since: (day, lastDay) => `Conectada el ${day}. Último uso: ${lastDay}.`,
    end: 'Desconectar',
    endOf: (app) => `Desconectar ${app}`,
    done: 'Aplicación desconectada.',
  },
  connected: {
    subject: 'Se ha conectado una aplicación',
    words: (host) => `Una aplicación de ${host} tiene ahora acceso a sus certificados.`,
    why: 'Si no ha sido usted, desconecte la aplicación en los ajustes y cierre todas las sesiones.',
    button: 'Abrir los ajustes',
  },
};

const ar: ConnectedAppTexts = {
  consent: {
    heading: (app) => `ربط ${app}`,
    lead: (host) => `يطلب ${host} الوصول إلى شهاداتك.`,
    allows: 'سيتمكن هذا التطبيق من:',
    permissions: {
      add: 'إضافة شهادات إلى قائمتك',
      read: 'رؤية جميع شهاداتك',
      profile: 'رؤية اسمك وعنوان بريدك الإلكتروني',
    },
    stays: 'يستمر الوصول حتى تفصل التطبيق في الإعدادات.',
    ends: 'ينتهي الوصول بعد ساعة واحدة.',
    trust: (host) => `لا تربط إلا التطبيقات التي تثق بها. ستعود بعد ذلك إلى ${host}.`,
    signedIn: (email) => `سجّلت الدخول باسم ${email}.`,
    allow: 'ربط',
    cancel: 'إلغاء',
  },
  error: {
    heading: 'لا يمكن ربط هذا التطبيق',
    unknownApp: 'التطبيق غير مسجّل هنا، أو انتهى تسجيله. اطلب من مسؤوله أن يسجّله من جديد.',
    foreignAddress:
      'يريد التطبيق إرسالك إلى عنوان URL لم يسجّله. لم تجرِ مشاركة أي شيء. راجع مسؤول التطبيق.',
    incomplete: 'طلب التطبيق ناقص أو طويل جدًا. عُد إلى التطبيق ثم حاول من جديد.',
    origin: 'فُتح هذا النموذج من عنوان URL آخر. عُد إلى التطبيق ثم ابدأ من جديد.',
    tooMany: 'ربطت تطبيقات كثيرة في وقت قصير. حاول من جديد بعد ساعة.',
    other: 'تعذّر ربط التطبيق. عُد إليه ثم حاول من جديد.',
    back: 'شهاداتي',
    away: (host) => `العودة إلى ${host}`,
  },
  settings: {
    title: 'التطبيقات المرتبطة',
    words: 'تطبيقات يمكنها إضافة شهادات إلى قائمتك أو رؤيتها.',
    none: 'لا يوجد تطبيق مرتبط. لربط تطبيق، ابدأ من التطبيق نفسه، مثل Moodle.',
    since: (day, lastDay) => `رُبط في ${day}. آخر استخدام في ${lastDay}.`,
    end: 'فصل',
    endOf: (app) => `فصل ${app}`,
    done: 'فُصل التطبيق.',
  },
  connected: {
    subject: 'رُبط تطبيق بحسابك',
    words: (host) => `أصبح لتطبيق من ${host} وصول إلى شهاداتك.`,
    why: 'إذا لم تفعل ذلك، فافصل التطبيق في الإعدادات، ثم سجّل الخروج من كل الأجهزة.',
    button: 'فتح الإعدادات',
  },
};

const texts: Record<Language, ConnectedAppTexts> = { en, de, fr, es, ar };

export function getConnectedAppTexts(language: Language): ConnectedAppTexts {
  return texts[language];
}

/** Names the host: the name of an app can be anyone's. */
export function appConnectedEmail(host: string, url: string, language: Language): EmailContent {
  const { subject, words, why, button } = texts[language].connected;
  return {
    look: createServiceBranding(language),
    ...{ subject, before: [words(`\u2068${host}\u2069`)], button: { label: button, url } },
    after: [why],
  };
}
