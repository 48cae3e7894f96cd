import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../kernel/language.ts';
import type { CourseProblem } from './course.ts';
import type { LtiReason } from './rules.ts';

const en = {
  error: {
    heading: 'This activity can’t be opened',
    window: 'Open in a new window',
    reference: (code: string) =>
      `Reference: ${code}. An admin of the Insignia account finds it in the audit log.`,
    reasons: {
      unknownPlatform:
        'Your learning platform isn’t registered here. Ask its administrator to register it.',
      platformOff: 'Your learning platform is disabled here. Ask its administrator.',
      unknownRequest: 'This page has expired or was already used. Open the activity again.',
      noCookies:
        'Your browser blocks cookies in frames, so we can’t tell who you are. Open the activity in a new window.',
      refusedByPlatform:
        'Your learning platform refused the sign-in. Sign in there, then open the activity again.',
      platformUnavailable:
        'Your learning platform didn’t respond. Try again in a few minutes. If it happens again, ask its administrator.',
      badToken:
        'Your learning platform sent a message that can’t be trusted. Open the activity again. If it happens again, ask its administrator.',
      badMessage:
        'Your learning platform sent a message that we don’t understand. Ask its administrator to check the settings of this tool.',
      foreignDeployment:
        'This course belongs to a deployment that isn’t registered here. Ask the administrator to add it.',
      noUser:
        'Your learning platform didn’t say who you are. Sign in there, then open the activity again.',
      notTeacher: 'Only teachers of the course can do this. Ask your teacher.',
      pageExpired: 'This page has expired. Open the activity again in your course.',
      unknownRegistration:
        'This registration link has expired or was already used. Ask for a new one.',
    } satisfies Record<LtiReason, string>,
  },
  step: {
    heading: 'One moment',
    continue: 'Continue',
    registered: 'Insignia is registered',
    registeredLead: 'Switch the tool on in your platform. You can close this window.',
    noDeployment:
      'Your platform didn’t say which deployment it uses. Add its deployment ID in Insignia, under Courses.',
  },
  learner: {
    issuedBy: (issuer: string) => `Issued by ${issuer}`,
    notSetUpHeading: 'Not ready yet',
    notSetUp: 'Your teacher hasn’t chosen a badge yet. Come back later.',
    has: 'You have this badge.',
    revoked: 'This badge was revoked. Ask your teacher.',
    expired: 'This badge has expired. Ask your teacher.',
    noContact:
      'Your learning platform didn’t send your name and email address. Ask your teacher for this badge.',
    teacher: 'Your teacher issues this badge. You don’t have it yet.',
    score: (needed: string) => `You get this badge with a score of ${needed}.`,
    scoreSoFar: (needed: string, score: string) =>
      `You get this badge with a score of ${needed}. Your score is ${score}.`,
    unavailable: 'This badge can’t be issued right now. Try again later, or ask your teacher.',
    preview: 'This is a preview. Learners get the badge here.',
    view: 'View credential',
    download: 'Download PDF',
    wallet: 'Add to wallet',
    my: 'All my credentials',
    refresh: 'Check again',
  },
  teacher: {
    rules: {
      open: 'Learners get this badge when they open the activity.',
      teacher: 'Learners get this badge when you issue it here.',
    },
    scoreRule: (percent: string) =>
      `Learners get this badge with a score of ${percent} in this activity. Scores are read every 15 minutes.`,
    states: {
      issued: 'Has the badge',
      close: 'Nearly there',
      waiting: 'Not yet',
      noContact: 'No email address or name',
    },
    nobody: 'Nobody has opened the activity yet. Learners appear here.',
    unnamed: 'Unknown name',
    issue: 'Issue to selected people',
    refresh: 'Check again',
    open: 'Open in Insignia',
    issued: (count: number) => `Issued: ${count}`,
    missing: (count: number) =>
      `People without a name or email address: ${count}. Let the platform send both, or issue their badges in Insignia.`,
    noneSelected: 'Select at least one person.',
    problems: {
      noBadge: 'The badge was deleted. Choose another one in a new activity.',
      issuerNotVerified:
        'The issuer of this badge isn’t verified yet. Verify it in Insignia, then try again.',
      quotaReached:
        'Nothing was issued, because the account’s quota for this month is used up. Wait until it resets, or ask the operator of Insignia for a larger plan.',
      rosterFailed:
        'The list of participants can’t be read right now. It may be incomplete. Try again later.',
      scoresFailed: 'Scores can’t be read right now. Try again later.',
      scoresNotAllowed:
        'The platform doesn’t share scores of this activity. Ask its administrator to allow grade services for this tool.',
    } satisfies Record<CourseProblem, string>,
  },
  choice: {
    heading: 'Add a badge to your course',
    lead: 'Learners of this course can earn it.',
    none: 'There are no badges to issue. Create one in Insignia, and verify its issuer.',
    search: 'Search all badges by name or issuer',
    find: 'Search',
    noMatch: 'No badge matches. Search for a part of its name.',
    badge: 'Badge',
    rule: 'When is it issued?',
    rules: {
      open: 'When a learner opens the activity',
      teacher: 'When I select people',
      score: 'When a learner’s score in this activity reaches a minimum',
    },
    percent: 'Minimum score in percent',
    percentHint: 'From 1 to 100. Only for the rule with a score.',
    percentError: 'Enter a whole number from 1 to 100.',
    invalid: 'Choose a badge and a rule.',
    gone: 'This badge can’t be issued anymore. Choose another one.',
    tooMany:
      'Your Insignia account has reached the limit of different choices. Choose a badge and rule that another activity has, or ask an admin of the account.',
    add: 'Add to course',
    open: 'Open Insignia',
    earn: (badge: string) => `Earn: ${badge}`,
  },
};
export type LtiTexts = TextsLike<typeof en>;

const de: LtiTexts = {
  error: {
    heading: 'Diese Aktivität lässt sich nicht öffnen',
    window: 'In einem neuen Fenster öffnen',
    reference: (code) =>
      `Referenz: ${code}. Die Administration des Insignia-Kontos findet sie im Prüfprotokoll.`,
    reasons: {
      unknownPlatform:
        'Ihre Lernplattform ist hier nicht registriert. Bitten Sie ihre Administration, sie zu registrieren.',
      platformOff: 'Ihre Lernplattform ist hier ausgeschaltet. Fragen Sie ihre Administration.',
      unknownRequest:
        'Diese Seite ist abgelaufen oder wurde bereits verwendet. Öffnen Sie die Aktivität erneut.',
      noCookies:
        'Ihr Browser blockiert Cookies in Rahmen. Deshalb wissen wir nicht, wer Sie sind. Öffnen Sie die Aktivität in einem neuen Fenster.',
      refusedByPlatform:
        'Ihre Lernplattform hat die Anmeldung abgelehnt. Melden Sie sich dort an, und öffnen Sie die Aktivität erneut.',
      platformUnavailable:
        'Ihre Lernplattform antwortet nicht. Versuchen Sie es in einigen Minuten erneut. Fragen Sie sonst ihre Administration.',
      badToken:
        'Ihre Lernplattform hat eine Nachricht gesendet, der wir nicht vertrauen können. Öffnen Sie die Aktivität erneut. Fragen Sie sonst ihre Administration.',
      badMessage:
        'Ihre Lernplattform hat eine Nachricht gesendet, die wir nicht verstehen. Bitten Sie ihre Administration, die Einstellungen dieses Tools zu prüfen.',
      foreignDeployment:
        'Dieser Kurs gehört zu einer Bereitstellung, die hier nicht registriert ist. Bitten Sie die Administration, sie hinzuzufügen.',
      noUser:
        'Ihre Lernplattform hat nicht mitgeteilt, wer Sie sind. Melden Sie sich dort an, und öffnen Sie die Aktivität erneut.',
      notTeacher: 'Das können nur Lehrende des Kurses. Fragen Sie Ihre Lehrkraft.',
      pageExpired: 'Diese Seite ist abgelaufen. Öffnen Sie die Aktivität erneut in Ihrem Kurs.',
      unknownRegistration:
        'Dieser Registrierungslink ist abgelaufen oder wurde bereits verwendet. Bitten Sie um einen neuen.',
    },
  },
  step: {
    heading: 'Einen Moment',
    continue: 'Weiter',
    registered: 'Insignia ist registriert',
    registeredLead:
      'Schalten Sie das Tool in Ihrer Plattform ein. Sie können dieses Fenster schließen.',
    noDeployment:
      'Ihre Plattform hat nicht mitgeteilt, welche Bereitstellung sie verwendet. Tragen Sie deren Deployment-ID in Insignia unter „Courses“ ein.',
  },
  learner: {
    issuedBy: (issuer) => `Ausgestellt von ${issuer}`,
    notSetUpHeading: 'Noch nicht bereit',
    notSetUp: 'Ihre Lehrkraft hat noch kein Badge gewählt. Kommen Sie später wieder.',
    has: 'Sie haben dieses Badge.',
    revoked: 'Dieses Badge wurde widerrufen. Fragen Sie Ihre Lehrkraft.',
    expired: 'Dieses Badge ist abgelaufen. Fragen Sie Ihre Lehrkraft.',
    noContact:
      'Ihre Lernplattform hat Ihren Namen und Ihre E-Mail-Adresse nicht gesendet. Fragen Sie Ihre Lehrkraft nach diesem Badge.',
    teacher: 'Ihre Lehrkraft stellt dieses Badge aus. Sie haben es noch nicht.',
    score: (needed) => `Sie erhalten dieses Badge mit einer Bewertung von ${needed}.`,
    scoreSoFar: (needed, score) =>
      `Sie erhalten dieses Badge mit einer Bewertung von ${needed}. Ihre Bewertung ist ${score}.`,
    unavailable:
      'Dieses Badge kann gerade nicht ausgestellt werden. Versuchen Sie es später erneut, oder fragen Sie Ihre Lehrkraft.',
    preview: 'Das ist eine Vorschau. Lernende erhalten hier das Badge.',
    view: 'Zertifikat ansehen',
    download: 'PDF herunterladen',
    wallet: 'Zur Wallet hinzufügen',
    my: 'Alle meine Zertifikate',
    refresh: 'Erneut prüfen',
  },
  teacher: {
    rules: {
      open: 'Lernende erhalten dieses Badge, wenn sie die Aktivität öffnen.',
      teacher: 'Lernende erhalten dieses Badge, wenn Sie es hier ausstellen.',
    },
    scoreRule: (percent) =>
      `Lernende erhalten dieses Badge mit einer Bewertung von ${percent} in dieser Aktivität. Bewertungen werden alle 15 Minuten gelesen.`,
    states: {
      issued: 'Hat das Badge',
      close: 'Fast erreicht',
      waiting: 'Noch nicht',
      noContact: 'Keine E-Mail-Adresse oder kein Name',
    },
    nobody: 'Noch niemand hat die Aktivität geöffnet. Lernende erscheinen hier.',
    unnamed: 'Unbekannter Name',
    issue: 'An ausgewählte Personen ausstellen',
    refresh: 'Erneut prüfen',
    open: 'In Insignia öffnen',
    issued: (count) => `Ausgestellt: ${count}`,
    missing: (count) =>
      `Personen ohne Namen oder E-Mail-Adresse: ${count}. Lassen Sie die Plattform beides senden, oder stellen Sie deren Badges in Insignia aus.`,
    noneSelected: 'Wählen Sie mindestens eine Person aus.',
    problems: {
      noBadge: 'Das Badge wurde gelöscht. Wählen Sie in einer neuen Aktivität ein anderes.',
      issuerNotVerified:
        'Der Aussteller dieses Badges ist noch nicht bestätigt. Bestätigen Sie ihn in Insignia, und versuchen Sie es erneut.',
      quotaReached:
        'Nichts wurde ausgestellt, weil das Kontingent des Kontos für diesen Monat aufgebraucht ist. Warten Sie, bis es sich erneuert, oder bitten Sie den Betreiber von Insignia um einen größeren Tarif.',
      rosterFailed:
        'Die Liste der Teilnehmenden ist gerade nicht lesbar und vielleicht unvollständig. Versuchen Sie es später erneut.',
      scoresFailed: 'Bewertungen sind gerade nicht lesbar. Versuchen Sie es später erneut.',
      scoresNotAllowed:
        'Die Plattform gibt Bewertungen dieser Aktivität nicht weiter. Bitten Sie ihre Administration, diesem Tool Bewertungsdienste zu erlauben.',
    },
  },
  choice: {
    heading: 'Ein Badge zum Kurs hinzufügen',
    lead: 'Lernende dieses Kurses können es erwerben.',
    none: 'Es gibt keine Badges zum Ausstellen. Legen Sie eines in Insignia an, und bestätigen Sie dessen Aussteller.',
    search: 'Alle Badges nach Name oder Aussteller durchsuchen',
    find: 'Suchen',
    noMatch: 'Kein Badge passt. Suchen Sie nach einem Teil des Namens.',
    badge: 'Badge',
    rule: 'Wann wird es ausgestellt?',
    rules: {
      open: 'Wenn Lernende die Aktivität öffnen',
      teacher: 'Wenn ich Personen auswähle',
      score: 'Wenn die Bewertung in dieser Aktivität einen Mindestwert erreicht',
    },
    percent: 'Mindestwert in Prozent',
    percentHint: 'Von 1 bis 100. Nur für die Regel mit Bewertung.',
    percentError: 'Geben Sie eine ganze Zahl von 1 bis 100 ein.',
    invalid: 'Wählen Sie ein Badge und eine Regel.',
    gone: 'Dieses Badge kann nicht mehr ausgestellt werden. Wählen Sie ein anderes.',
    tooMany:
      'Ihr Insignia-Konto hat zu viele verschiedene Auswahlen. Wählen Sie Badge und Regel einer anderen Aktivität, oder fragen Sie die Administration.',
    add: 'Zum Kurs hinzufügen',
    open: 'Insignia öffnen',
    earn: (badge) => `Erwerben: ${badge}`,
  },
};

const fr: LtiTexts = {
  error: {
    heading: 'Impossible d’ouvrir cette activité',
    window: 'Ouvrir dans une nouvelle fenêtre',
    reference: (code) =>
      `Référence\u00a0: ${code}. L’administration du compte Insignia la trouve dans le journal d’audit.`,
    reasons: {
      unknownPlatform:
        'Votre plateforme d’apprentissage n’est pas enregistrée ici. Demandez à son administration de l’enregistrer.',
      platformOff:
        'Votre plateforme d’apprentissage est désactivée ici. Adressez-vous à son administration.',
      unknownRequest: 'Cette page a expiré ou a déjà été utilisée. Ouvrez de nouveau l’activité.',
      noCookies:
        'Votre navigateur bloque les cookies dans les cadres\u00a0: nous ne pouvons pas savoir qui vous êtes. Ouvrez l’activité dans une nouvelle fenêtre.',
      refusedByPlatform:
        'Votre plateforme d’apprentissage a refusé la connexion. Connectez-vous-y, puis ouvrez de nouveau l’activité.',
      platformUnavailable:
        'Votre plateforme d’apprentissage ne répond pas. Réessayez dans quelques minutes. Si cela se répète, adressez-vous à son administration.',
      badToken:
        'Votre plateforme d’apprentissage a envoyé un message auquel nous ne pouvons pas nous fier. Ouvrez de nouveau l’activité. Si cela se répète, adressez-vous à son administration.',
      badMessage:
        'Votre plateforme d’apprentissage a envoyé un message que nous ne comprenons pas. Demandez à son administration de vérifier les réglages de cet outil.',
      foreignDeployment:
        'Ce cours appartient à un déploiement qui n’est pas enregistré ici. Demandez à l’administration de l’ajouter.',
      noUser:
        'Votre plateforme d’apprentissage n’a pas indiqué qui vous êtes. Connectez-vous-y, puis ouvrez de nouveau l’activité.',
      notTeacher:
        'Seules les personnes qui enseignent dans ce cours peuvent le faire. Adressez-vous à elles.',
      pageExpired: 'Cette page a expiré. Ouvrez de nouveau l’activité dans votre cours.',
      unknownRegistration:
        'Ce lien d’enregistrement a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
    },
  },
  step: {
    heading: 'Un instant',
    continue: 'Continuer',
    registered: 'Insignia est enregistré',
    registeredLead: 'Activez l’outil dans votre plateforme. Vous pouvez fermer cette fenêtre.',
    noDeployment:
      'Votre plateforme n’a pas indiqué quel déploiement elle utilise. Ajoutez son identifiant de déploiement dans Insignia, sous «\u202fCourses\u202f».',
  },
  learner: {
    issuedBy: (issuer) => `Délivré par ${issuer}`,
    notSetUpHeading: 'Pas encore prêt',
    notSetUp: 'Aucun badge n’a encore été choisi pour ce cours. Revenez plus tard.',
    has: 'Vous avez ce badge.',
    revoked: 'Ce badge a été révoqué. Adressez-vous à la personne qui enseigne.',
    expired: 'Ce badge a expiré. Adressez-vous à la personne qui enseigne.',
    noContact:
      'Votre plateforme d’apprentissage n’a pas envoyé votre nom et votre adresse e-mail. Demandez ce badge à la personne qui enseigne.',
    teacher: 'La personne qui enseigne délivre ce badge. Vous ne l’avez pas encore.',
    score: (needed) => `Vous obtenez ce badge avec une note de ${needed}.`,
    scoreSoFar: (needed, score) =>
      `Vous obtenez ce badge avec une note de ${needed}. Votre note est de ${score}.`,
    unavailable:
      'Ce badge ne peut pas être délivré pour le moment. Réessayez plus tard, ou adressez-vous à la personne qui enseigne.',
    preview: 'Ceci est un aperçu. Les personnes inscrites obtiennent le badge ici.',
    view: 'Voir le certificat',
    download: 'Télécharger le PDF',
    wallet: 'Ajouter au portefeuille numérique',
    my: 'Tous mes certificats',
    refresh: 'Vérifier de nouveau',
  },
  teacher: {
    rules: {
      open: 'Ce badge est délivré à l’ouverture de l’activité.',
      teacher: 'Ce badge est délivré quand vous le délivrez ici.',
    },
    scoreRule: (percent) =>
      `Ce badge est délivré avec une note de ${percent} dans cette activité. Les notes sont lues toutes les 15 minutes.`,
    states: {
      issued: 'A le badge',
      close: 'Presque',
      waiting: 'Pas encore',
      noContact: 'Pas d’adresse e-mail ou de nom',
    },
    nobody: 'Personne n’a encore ouvert l’activité. Les personnes inscrites apparaîtront ici.',
    unnamed: 'Nom inconnu',
    issue: 'Délivrer aux personnes sélectionnées',
    refresh: 'Vérifier de nouveau',
    open: 'Ouvrir dans Insignia',
    issued: (count) => `Délivrés\u00a0: ${count}`,
    missing: (count) =>
      `Personnes sans nom ou sans adresse e-mail\u00a0: ${count}. Faites envoyer les deux par la plateforme, ou délivrez leurs badges dans Insignia.`,
    noneSelected: 'Sélectionnez au moins une personne.',
    problems: {
      noBadge: 'Le badge a été supprimé. Choisissez-en un autre dans une nouvelle activité.',
      issuerNotVerified:
        'L’émetteur de ce badge n’est pas encore vérifié. Vérifiez-le dans Insignia, puis réessayez.',
      quotaReached:
        'Rien n’a été délivré, car le quota du compte pour ce mois est épuisé. Attendez son renouvellement, ou demandez une offre supérieure à l’exploitant d’Insignia.',
      rosterFailed:
        'La liste des personnes inscrites est illisible pour le moment et peut être incomplète. Réessayez plus tard.',
      scoresFailed: 'Les notes sont illisibles pour le moment. Réessayez plus tard.',
      scoresNotAllowed:
        'La plateforme ne partage pas les notes de cette activité. Demandez à son administration d’autoriser les services de notes pour cet outil.',
    },
  },
  choice: {
    heading: 'Ajouter un badge à votre cours',
    lead: 'Les personnes inscrites à ce cours peuvent l’obtenir.',
    none: 'Il n’y a aucun badge à délivrer. Créez-en un dans Insignia, et vérifiez son émetteur.',
    search: 'Rechercher parmi tous les badges, par nom ou émetteur',
    find: 'Rechercher',
    noMatch: 'Aucun badge ne correspond. Recherchez une partie de son nom.',
    badge: 'Badge',
    rule: 'Quand est-il délivré\u202f?',
    rules: {
      open: 'À l’ouverture de l’activité',
      teacher: 'Quand je sélectionne des personnes',
      score: 'Quand la note de cette activité atteint un seuil',
    },
    percent: 'Seuil en pour cent',
    percentHint: 'De 1 à 100. Seulement pour la règle avec une note.',
    percentError: 'Saisissez un nombre entier de 1 à 100.',
    invalid: 'Choisissez un badge et une règle.',
    gone: 'Ce badge ne peut plus être délivré. Choisissez-en un autre.',
    tooMany:
      'Votre compte Insignia a trop de choix différents. Choisissez le badge et la règle d’une autre activité, ou adressez-vous à son administration.',
    add: 'Ajouter au cours',
    open: 'Ouvrir Insignia',
    earn: (badge) => `À obtenir\u00a0: ${badge}`,
  },
};

const es: LtiTexts = {
  error: {
    heading: 'No se puede abrir esta actividad',
    window: 'Abrir en una ventana nueva',
    reference: (code) =>
      `Referencia: ${code}. La administración de la cuenta de Insignia la encuentra en el registro de auditoría.`,
    reasons: {
      unknownPlatform:
        'Su plataforma de aprendizaje no está registrada aquí. Pida a su administración que la registre.',
      platformOff:
        'Su plataforma de aprendizaje está desactivada aquí. Consulte a su administración.',
      unknownRequest: 'Esta página ha caducado o ya se usó. Abra de nuevo la actividad.',
      noCookies:
        'Su navegador bloquea las cookies en marcos, por lo que no podemos saber quién es usted. Abra la actividad en una ventana nueva.',
      refusedByPlatform:
        'Su plataforma de aprendizaje rechazó el inicio de sesión. Inicie sesión en ella y abra de nuevo la actividad.',
      platformUnavailable:
        'Su plataforma de aprendizaje no responde. Inténtelo de nuevo en unos minutos. Si se repite, consulte a su administración.',
      badToken:
        'Su plataforma de aprendizaje envió un mensaje en el que no podemos confiar. Abra de nuevo la actividad. Si se repite, consulte a su administración.',
      badMessage:
        'Su plataforma de aprendizaje envió un mensaje que no entendemos. Pida a su administración que revise los ajustes de esta herramienta.',
      foreignDeployment:
        'Este curso pertenece a un despliegue que no está registrado aquí. Pida a la administración que lo añada.',
      noUser:
        'Su plataforma de aprendizaje no indicó quién es usted. Inicie sesión en ella y abra de nuevo la actividad.',
      notTeacher: 'Solo pueden hacerlo quienes enseñan en el curso. Consulte a su docente.',
      pageExpired: 'Esta página ha caducado. Abra de nuevo la actividad en su curso.',
      unknownRegistration: 'Este enlace de registro ha caducado o ya se usó. Pida uno nuevo.',
    },
  },
  step: {
    heading: 'Un momento',
    continue: 'Continuar',
    registered: 'Insignia está registrada',
    registeredLead: 'Active la herramienta en su plataforma. Puede cerrar esta ventana.',
    noDeployment:
      'Su plataforma no indicó qué despliegue usa. Añada su identificador de despliegue en Insignia, en «Courses».',
  },
  learner: {
    issuedBy: (issuer) => `Emitido por ${issuer}`,
    notSetUpHeading: 'Aún no está listo',
    notSetUp: 'Su docente aún no ha elegido una insignia. Vuelva más tarde.',
    has: 'Usted tiene esta insignia.',
    revoked: 'Esta insignia fue revocada. Consulte a su docente.',
    expired: 'Esta insignia ha caducado. Consulte a su docente.',
    noContact:
      'Su plataforma de aprendizaje no envió su nombre y su correo electrónico. Pida esta insignia a su docente.',
    teacher: 'Su docente emite esta insignia. Usted aún no la tiene.',
    score: (needed) => `Obtendrá esta insignia con una calificación de ${needed}.`,
    scoreSoFar: (needed, score) =>
      `Obtendrá esta insignia con una calificación de ${needed}. Su calificación es ${score}.`,
    unavailable:
      'Esta insignia no se puede emitir en este momento. Inténtelo más tarde o consulte a su docente.',
    preview: 'Esto es una vista previa. El alumnado obtiene la insignia aquí.',
    view: 'Ver el certificado',
    download: 'Descargar PDF',
    wallet: 'Añadir a la cartera digital',
    my: 'Todos mis certificados',
    refresh: 'Comprobar de nuevo',
  },
  teacher: {
    rules: {
      open: 'El alumnado obtiene esta insignia al abrir la actividad.',
      teacher: 'El alumnado obtiene esta insignia cuando usted la emite aquí.',
    },
    scoreRule: (percent) =>
      `El alumnado obtiene esta insignia con una calificación de ${percent} en esta actividad. Las calificaciones se leen cada 15 minutos.`,
    states: {
      issued: 'Tiene la insignia',
      close: 'Casi',
      waiting: 'Aún no',
      noContact: 'Sin correo electrónico o nombre',
    },
    nobody: 'Nadie ha abierto aún la actividad. El alumnado aparecerá aquí.',
    unnamed: 'Nombre desconocido',
    issue: 'Emitir a las personas seleccionadas',
    refresh: 'Comprobar de nuevo',
    open: 'Abrir en Insignia',
    issued: (count) => `Emitidas: ${count}`,
    missing: (count) =>
      `Personas sin nombre o correo electrónico: ${count}. Haga que la plataforma envíe ambos o emita sus insignias en Insignia.`,
    noneSelected: 'Seleccione al menos una persona.',
    problems: {
      noBadge: 'La insignia se eliminó. Elija otra en una actividad nueva.',
      issuerNotVerified:
        'El emisor de esta insignia aún no está verificado. Verifíquelo en Insignia e inténtelo de nuevo.',
      quotaReached:
        'No se emitió nada, porque la cuenta ha agotado su cuota de este mes. Espere a que se renueve o pida un plan superior al operador de Insignia.',
      rosterFailed:
        'La lista de participantes no se puede leer en este momento y puede estar incompleta. Inténtelo más tarde.',
      scoresFailed: 'Las calificaciones no se pueden leer en este momento. Inténtelo más tarde.',
      scoresNotAllowed:
        'La plataforma no comparte las calificaciones de esta actividad. Pida a su administración que permita los servicios de calificación para esta herramienta.',
    },
  },
  choice: {
    heading: 'Añadir una insignia a su curso',
    lead: 'El alumnado de este curso puede obtenerla.',
    none: 'No hay insignias que emitir. Cree una en Insignia y verifique su emisor.',
    search: 'Buscar entre todas las insignias por nombre o emisor',
    find: 'Buscar',
    noMatch: 'Ninguna insignia coincide. Busque una parte de su nombre.',
    badge: 'Insignia',
    rule: '¿Cuándo se emite?',
    rules: {
      open: 'Cuando alguien abre la actividad',
      teacher: 'Cuando selecciono a las personas',
      score: 'Cuando la calificación de esta actividad alcanza un mínimo',
    },
    percent: 'Mínimo en porcentaje',
    percentHint: 'De 1 a 100. Solo para la regla con calificación.',
    percentError: 'Introduzca un número entero de 1 a 100.',
    invalid: 'Elija una insignia y una regla.',
    gone: 'Esta insignia ya no se puede emitir. Elija otra.',
    tooMany:
      'Su cuenta de Insignia tiene demasiadas opciones distintas. Elija la insignia y la regla de otra actividad, o pregunte a su administración.',
    add: 'Añadir al curso',
    open: 'Abrir Insignia',
    earn: (badge) => `Obtener: ${badge}`,
  },
};

const ar: LtiTexts = {
  error: {
    heading: 'لا يمكن فتح هذا النشاط',
    window: 'فتح في نافذة جديدة',
    reference: (code) => `المرجع: ${code}. يجده مسؤول حساب Insignia في سجل التدقيق.`,
    reasons: {
      unknownPlatform: 'منصة التعلّم الخاصة بك غير مسجّلة هنا. اطلب من مسؤولها تسجيلها.',
      platformOff: 'منصة التعلّم الخاصة بك معطّلة هنا. اسأل مسؤولها.',
      unknownRequest: 'انتهت صلاحية هذه الصفحة أو سبق استخدامها. افتح النشاط من جديد.',
      noCookies:
        'يحظر متصفحك ملفات تعريف الارتباط داخل الإطارات، فلا يمكننا معرفة هويتك. افتح النشاط في نافذة جديدة.',
      refusedByPlatform: 'رفضت منصة التعلّم تسجيل الدخول. سجّل الدخول فيها، ثم افتح النشاط من جديد.',
      platformUnavailable:
        'منصة التعلّم لا تستجيب. حاول مرة أخرى بعد بضع دقائق. إذا تكرر ذلك فاسأل مسؤولها.',
      badToken:
        'أرسلت منصة التعلّم رسالة لا يمكن الوثوق بها. افتح النشاط من جديد. إذا تكرر ذلك فاسأل مسؤولها.',
      badMessage:
        'أرسلت منصة التعلّم رسالة لا نفهمها. اطلب من مسؤولها التحقق من إعدادات هذه الأداة.',
      foreignDeployment: 'ينتمي هذا المقرر إلى نشر غير مسجّل هنا. اطلب من المسؤول إضافته.',
      noUser: 'لم تحدد منصة التعلّم هويتك. سجّل الدخول فيها، ثم افتح النشاط من جديد.',
      notTeacher: 'هذا متاح لمعلّمي المقرر فقط. اسأل معلّمك.',
      pageExpired: 'انتهت صلاحية هذه الصفحة. افتح النشاط من جديد في مقررك.',
      unknownRegistration: 'انتهت صلاحية رابط التسجيل هذا أو سبق استخدامه. اطلب رابطًا جديدًا.',
    },
  },
  step: {
    heading: 'لحظة واحدة',
    continue: 'متابعة',
    registered: 'تم تسجيل Insignia',
    registeredLead: 'فعّل الأداة في منصتك. يمكنك إغلاق هذه النافذة.',
    noDeployment: 'لم تحدد منصتك النشر الذي تستخدمه. أضف معرّف النشر في Insignia ضمن «Courses».',
  },
  learner: {
    issuedBy: (issuer) => `صادرة عن ${issuer}`,
    notSetUpHeading: 'ليس جاهزًا بعد',
    notSetUp: 'لم يختر معلّمك شارة بعد. عُد لاحقًا.',
    has: 'لديك هذه الشارة.',
    revoked: 'أُلغيت هذه الشارة. اسأل معلّمك.',
    expired: 'انتهت صلاحية هذه الشارة. اسأل معلّمك.',
    noContact: 'لم ترسل منصة التعلّم اسمك وبريدك الإلكتروني. اطلب هذه الشارة من معلّمك.',
    teacher: 'يُصدر معلّمك هذه الشارة. لم تحصل عليها بعد.',
    score: (needed) => `تحصل على هذه الشارة بدرجة ${needed}.`,
    scoreSoFar: (needed, score) => `تحصل على هذه الشارة بدرجة ${needed}. درجتك ${score}.`,
    unavailable: 'لا يمكن إصدار هذه الشارة الآن. حاول لاحقًا أو اسأل معلّمك.',
    preview: 'هذه معاينة. يحصل المتعلّمون على الشارة هنا.',
    view: 'عرض الشهادة',
    download: 'تنزيل PDF',
    wallet: 'أضفها إلى المحفظة الرقمية',
    my: 'كل شهاداتي',
    refresh: 'تحقّق مرة أخرى',
  },
  teacher: {
    rules: {
      open: 'يحصل المتعلّمون على هذه الشارة عند فتح النشاط.',
      teacher: 'يحصل المتعلّمون على هذه الشارة عندما تصدرها هنا.',
    },
    scoreRule: (percent) =>
      `يحصل المتعلّمون على هذه الشارة بدرجة ${percent} في هذا النشاط. تُقرأ الدرجات كل 15 دقيقة.`,
    states: {
      issued: 'لديه الشارة',
      close: 'قريب',
      waiting: 'ليس بعد',
      noContact: 'بلا بريد إلكتروني أو اسم',
    },
    nobody: 'لم يفتح أحد النشاط بعد. يظهر المتعلّمون هنا.',
    unnamed: 'اسم غير معروف',
    issue: 'إصدار للأشخاص المحددين',
    refresh: 'تحقّق مرة أخرى',
    open: 'فتح في Insignia',
    issued: (count) => `أُصدرت: ${count}`,
    missing: (count) =>
      `أشخاص بلا اسم أو بريد إلكتروني: ${count}. اجعل المنصة ترسلهما، أو أصدر شاراتهم في Insignia.`,
    noneSelected: 'حدّد شخصًا واحدًا على الأقل.',
    problems: {
      noBadge: 'حُذفت الشارة. اختر غيرها في نشاط جديد.',
      issuerNotVerified:
        'لم يتم التحقق من جهة إصدار هذه الشارة بعد. تحقّق منها في Insignia ثم حاول مرة أخرى.',
      quotaReached:
        'لم يُصدر شيء، لأن حصة الحساب لهذا الشهر نفدت. انتظر حتى تتجدد، أو اطلب خطة أكبر من مشغّل Insignia.',
      rosterFailed: 'لا يمكن قراءة قائمة المشاركين الآن، وقد تكون ناقصة. حاول لاحقًا.',
      scoresFailed: 'لا يمكن قراءة الدرجات الآن. حاول لاحقًا.',
      scoresNotAllowed:
        'لا تشارك المنصة درجات هذا النشاط. اطلب من مسؤولها السماح بخدمات الدرجات لهذه الأداة.',
    },
  },
  choice: {
    heading: 'إضافة شارة إلى مقررك',
    lead: 'يمكن لمتعلّمي هذا المقرر الحصول عليها.',
    none: 'لا توجد شارات لإصدارها. أنشئ شارة في Insignia وتحقّق من جهة إصدارها.',
    search: 'ابحث في كل الشارات بالاسم أو الجهة المُصدِرة',
    find: 'بحث',
    noMatch: 'لا توجد شارة مطابقة. ابحث عن جزء من اسمها.',
    badge: 'الشارة',
    rule: 'متى تصدر؟',
    rules: {
      open: 'عندما يفتح المتعلّم النشاط',
      teacher: 'عندما أحدّد أشخاصًا',
      score: 'عندما تبلغ درجة المتعلّم في هذا النشاط حدًّا أدنى',
    },
    percent: 'الحد الأدنى بالنسبة المئوية',
    percentHint: 'من 1 إلى 100. لقاعدة الدرجة فقط.',
    percentError: 'أدخل عددًا صحيحًا من 1 إلى 100.',
    invalid: 'اختر شارة وقاعدة.',
    gone: 'لم يعد من الممكن إصدار هذه الشارة. اختر غيرها.',
    tooMany:
      'في حساب Insignia لديك عدد كبير جدًا من الاختيارات المختلفة. اختر شارة وقاعدة من نشاط آخر، أو اسأل المسؤول.',
    add: 'إضافة إلى المقرر',
    open: 'فتح Insignia',
    earn: (badge) => `احصل على: ${badge}`,
  },
};

const texts: Record<Language, LtiTexts> = { en, de, fr, es, ar };
export const getLtiTexts = (language: Language): LtiTexts => texts[language];
