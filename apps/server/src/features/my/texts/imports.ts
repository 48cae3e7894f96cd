import type { Language } from '@insignia/contract';
import type { TextsLike } from '../../../kernel/language.ts';

const en = {
  heading: 'Add a credential from elsewhere',
  lead: 'Add an Open Badges credential from another service. It must have been issued to one of your addresses.',
  file: 'File',
  fileHint:
    'A badge picture (PNG or SVG), a certificate (PDF) or a document (JSON or JWT), at most 1 MiB.',
  link: 'or link',
  text: 'or paste a document (JSON or JWT)',
  button: 'Add credential',
  kept: 'We keep the file, verify it every week, and show it only where you select it.',
  back: 'Back to my credentials',
  imported: 'Added from elsewhere.',
  checked: (day: string) => `Checked on ${day}.`,
  delete: 'Delete',
  deleteOf: (badge: string) => `Delete ${badge}`,
  downloadOf: (badge: string) => `Download ${badge}`,
  offers: {
    heading: 'Offered to you',
    lead: 'These badges come from other issuers. Accept a badge to add it to your credentials.',
    by: (issuer: string) => `Offered by ${issuer}`,
    accept: 'Accept',
    acceptOf: (badge: string) => `Accept ${badge}`,
    decline: 'Decline',
    declineOf: (badge: string) => `Decline ${badge}`,
    more: (count: string, issuer: string) => `${count} more from ${issuer}`,
    all: 'All offers',
    next: 'More offers',
  },
  done: {
    imported: 'Credential added.',
    deleted: 'Credential deleted.',
    declined: 'Offer declined.',
  },
  problems: {
    empty: 'Choose a file, enter a link or paste a document. Only one of them.',
    file: 'We couldn’t read a credential in this file. Choose a badge picture, a certificate or a document that contains a credential.',
    url: 'Enter a link, for example https://badges.example.org/1.',
    document: 'We couldn’t read this document. Paste the complete document (JSON or JWT).',
    notYours:
      'This credential wasn’t issued to one of your addresses. Add the address that it was issued to, then try again.',
    invalid: 'This credential isn’t valid. Ask its issuer for a new one.',
    unverified:
      'This credential couldn’t be checked. Try again later, or add another form of it, such as the file.',
    exists: 'You already added this credential.',
    issuedHere: 'This credential was issued here. It’s already in your list.',
    full: 'You have 1,000 credentials from elsewhere. Delete one first.',
    tooLarge: 'The file is larger than 1 MiB. Choose a smaller one.',
    tooMany: 'You added many credentials in a short time. Try again in an hour.',
    busy: 'Many credentials are being verified right now. Try again in a minute.',
    gone: 'This credential no longer exists.',
    origin: 'This form was opened at another address. Reload the page, then try again.',
    other: 'The request couldn’t be processed. Try again in a minute.',
  },
};
export type ImportTexts = TextsLike<typeof en>;

const de: ImportTexts = {
  heading: 'Ein Zertifikat von einem anderen Dienst hinzufügen',
  lead: 'Fügen Sie ein Open-Badges-Zertifikat eines anderen Dienstes hinzu. Es muss für eine Ihrer Adressen ausgestellt sein.',
  file: 'Datei',
  fileHint:
    'Ein Badge-Bild (PNG oder SVG), ein Zertifikat (PDF) oder ein Dokument (JSON oder JWT), höchstens 1 MiB.',
  link: 'oder Link',
  text: 'oder Dokument einfügen (JSON oder JWT)',
  button: 'Zertifikat hinzufügen',
  kept: 'Wir bewahren die Datei auf, prüfen sie jede Woche und zeigen sie nur dort, wo Sie sie auswählen.',
  back: 'Zurück zu meinen Zertifikaten',
  imported: 'Von einem anderen Dienst hinzugefügt.',
  checked: (day) => `Geprüft am ${day}.`,
  delete: 'Löschen',
  deleteOf: (badge) => `${badge} löschen`,
  downloadOf: (badge) => `${badge} herunterladen`,
  offers: {
    heading: 'Ihnen angeboten',
    lead: 'Diese Badges stammen von anderen Ausstellern. Nehmen Sie ein Badge an, um es Ihren Zertifikaten hinzuzufügen.',
    by: (issuer) => `Angeboten von ${issuer}`,
    accept: 'Annehmen',
    acceptOf: (badge) => `${badge} annehmen`,
    decline: 'Ablehnen',
    declineOf: (badge) => `${badge} ablehnen`,
    more: (count, issuer) => `Weitere von ${issuer} (${count})`,
    all: 'Alle Angebote',
    next: 'Weitere Angebote',
  },
  done: {
    imported: 'Zertifikat hinzugefügt.',
    deleted: 'Zertifikat gelöscht.',
    declined: 'Angebot abgelehnt.',
  },
  problems: {
    empty:
      'Wählen Sie eine Datei, geben Sie einen Link ein, oder fügen Sie ein Dokument ein. Nur eines davon.',
    file: 'Wir konnten in dieser Datei kein Zertifikat lesen. Wählen Sie ein Badge-Bild, ein PDF oder ein Dokument, das ein Zertifikat enthält.',
    url: 'Geben Sie einen Link ein, zum Beispiel https://badges.example.org/1.',
    document:
      'Wir konnten dieses Dokument nicht lesen. Fügen Sie das vollständige Dokument ein (JSON oder JWT).',
    notYours:
      'Dieses Zertifikat wurde nicht für eine Ihrer Adressen ausgestellt. Fügen Sie die Adresse hinzu, für die es ausgestellt wurde, und versuchen Sie es dann noch einmal.',
    invalid: 'Dieses Zertifikat ist nicht gültig. Bitten Sie den Aussteller um ein neues.',
    unverified:
      'Dieses Zertifikat konnte nicht geprüft werden. Versuchen Sie es später noch einmal, oder fügen Sie es in anderer Form hinzu, zum Beispiel als Datei.',
    exists: 'Sie haben dieses Zertifikat schon hinzugefügt.',
    issuedHere: 'Dieses Zertifikat wurde hier ausgestellt. Es ist schon in Ihrer Liste.',
    full: 'Sie haben 1.000 Zertifikate von anderen Diensten. Löschen Sie zuerst eines.',
    tooLarge: 'Die Datei ist größer als 1 MiB. Wählen Sie eine kleinere.',
    tooMany:
      'Sie haben in kurzer Zeit viele Zertifikate hinzugefügt. Versuchen Sie es in einer Stunde noch einmal.',
    busy: 'Gerade werden viele Zertifikate geprüft. Versuchen Sie es in einer Minute noch einmal.',
    gone: 'Dieses Zertifikat gibt es nicht mehr.',
    origin:
      'Dieses Formular wurde unter einer anderen Adresse geöffnet. Laden Sie die Seite neu, und versuchen Sie es dann noch einmal.',
    other:
      'Die Anfrage konnte nicht bearbeitet werden. Versuchen Sie es in einer Minute noch einmal.',
  },
};

const fr: ImportTexts = {
  heading: 'Ajouter un certificat d’un autre service',
  lead: 'Ajoutez un certificat Open Badges d’un autre service. Il doit avoir été délivré à l’une de vos adresses.',
  file: 'Fichier',
  fileHint:
    'Une image de badge (PNG ou SVG), un certificat (PDF) ou un document (JSON ou JWT), 1\u00a0Mio au plus.',
  link: 'ou lien',
  text: 'ou collez un document (JSON ou JWT)',
  button: 'Ajouter le certificat',
  kept: 'Nous gardons le fichier, le vérifions chaque semaine et ne l’affichons que là où vous le choisissez.',
  back: 'Retour à mes certificats',
  imported: 'Ajouté depuis un autre service.',
  checked: (day) => `Vérifié le ${day}.`,
  delete: 'Supprimer',
  deleteOf: (badge) => `Supprimer ${badge}`,
  downloadOf: (badge) => `Télécharger ${badge}`,
  offers: {
    heading: 'Badges qui vous sont proposés',
    lead: 'Ces badges viennent d’autres émetteurs. Acceptez un badge pour l’ajouter à vos certificats.',
    by: (issuer) => `Proposé par ${issuer}`,
    accept: 'Accepter',
    acceptOf: (badge) => `Accepter ${badge}`,
    decline: 'Refuser',
    declineOf: (badge) => `Refuser ${badge}`,
    more: (count, issuer) => `Autres de ${issuer} (${count})`,
    all: 'Toutes les offres',
    next: 'Autres offres',
  },
  done: {
    imported: 'Certificat ajouté.',
    deleted: 'Certificat supprimé.',
    declined: 'Offre refusée.',
  },
  problems: {
    empty: 'Choisissez un fichier, saisissez un lien ou collez un document. Un seul des trois.',
    file: 'Nous n’avons pas pu lire de certificat dans ce fichier. Choisissez une image de badge, un PDF ou un document qui contient un certificat.',
    url: 'Saisissez un lien, par exemple https://badges.example.org/1.',
    document: 'Nous n’avons pas pu lire ce document. Collez le document complet (JSON ou JWT).',
    notYours:
      'Ce certificat n’a pas été délivré à l’une de vos adresses. Ajoutez l’adresse à laquelle il a été délivré, puis réessayez.',
    invalid: 'Ce certificat n’est pas valide. Demandez-en un nouveau à son émetteur.',
    unverified:
      'Ce certificat n’a pas pu être vérifié. Réessayez plus tard, ou ajoutez-le sous une autre forme, par exemple le fichier.',
    exists: 'Vous avez déjà ajouté ce certificat.',
    issuedHere: 'Ce certificat a été délivré ici. Il est déjà dans votre liste.',
    full: 'Vous avez 1\u202f000 certificats d’autres services. Supprimez-en un d’abord.',
    tooLarge: 'Le fichier dépasse 1\u00a0Mio. Choisissez-en un plus petit.',
    tooMany: 'Vous avez ajouté beaucoup de certificats en peu de temps. Réessayez dans une heure.',
    busy: 'Beaucoup de certificats sont en cours de vérification. Réessayez dans une minute.',
    gone: 'Ce certificat n’existe plus.',
    origin: 'Ce formulaire a été ouvert à une autre adresse. Rechargez la page, puis réessayez.',
    other: 'La demande n’a pas pu être traitée. Réessayez dans une minute.',
  },
};

const es: ImportTexts = {
  heading: 'Añadir un certificado de otro servicio',
  lead: 'Añada un certificado Open Badges de otro servicio. Debe haberse emitido a una de sus direcciones.',
  file: 'Archivo',
  fileHint:
    'Una imagen de insignia (PNG o SVG), un certificado (PDF) o un documento (JSON o JWT), de 1 MiB como máximo.',
  link: 'o enlace',
  text: 'o pegue un documento (JSON o JWT)',
  button: 'Añadir certificado',
  kept: 'Guardamos el archivo, lo verificamos cada semana y solo lo mostramos donde usted lo elija.',
  back: 'Volver a mis certificados',
  imported: 'Añadido de otro servicio.',
  checked: (day) => `Verificado el ${day}.`,
  delete: 'Eliminar',
  deleteOf: (badge) => `Eliminar ${badge}`,
  downloadOf: (badge) => `Descargar ${badge}`,
  offers: {
    heading: 'Insignias que le ofrecen',
    lead: 'Estas insignias son de otros emisores. Acepte una insignia para añadirla a sus certificados.',
    by: (issuer) => `Oferta de ${issuer}`,
    accept: 'Aceptar',
    acceptOf: (badge) => `Aceptar ${badge}`,
    decline: 'Rechazar',
    declineOf: (badge) => `Rechazar ${badge}`,
    more: (count, issuer) => `Más de ${issuer} (${count})`,
    all: 'Todas las ofertas',
    next: 'Más ofertas',
  },
  done: {
    imported: 'Certificado añadido.',
    deleted: 'Certificado eliminado.',
    declined: 'Oferta rechazada.',
  },
  problems: {
    empty: 'Elija un archivo, escriba un enlace o pegue un documento. Solo uno de ellos.',
    file: 'No hemos podido leer un certificado en este archivo. Elija una imagen de insignia, un PDF o un documento que contenga un certificado.',
    url: 'Escriba un enlace, por ejemplo https://badges.example.org/1.',
    document: 'No hemos podido leer este documento. Pegue el documento completo (JSON o JWT).',
    notYours:
      'Este certificado no se emitió a una de sus direcciones. Añada la dirección a la que se emitió e inténtelo de nuevo.',
    invalid: 'Este certificado no es válido. Pida uno nuevo a su emisor.',
    unverified:
      'No se ha podido verificar este certificado. Inténtelo más tarde o añádalo de otra forma, por ejemplo como archivo.',
    exists: 'Ya ha añadido este certificado.',
    issuedHere: 'Este certificado se emitió aquí. Ya está en su lista.',
    full: 'Tiene 1000 certificados de otros servicios. Elimine uno antes.',
    tooLarge: 'El archivo supera 1 MiB. Elija uno más pequeño.',
    tooMany: 'Ha añadido muchos certificados en poco tiempo. Inténtelo de nuevo en una hora.',
    busy: 'Se están verificando muchos certificados. Inténtelo de nuevo en un minuto.',
    gone: 'Este certificado ya no existe.',
    origin:
      'Este formulario se abrió en otra dirección. Vuelva a cargar la página e inténtelo de nuevo.',
    other: 'No se ha podido procesar la solicitud. Inténtelo de nuevo en un minuto.',
  },
};

const ar: ImportTexts = {
  heading: 'إضافة شهادة من خدمة أخرى',
  lead: 'أضف شهادة Open Badges من خدمة أخرى. يجب أن تكون صادرة إلى أحد عناوينك.',
  file: 'ملف',
  fileHint: 'صورة شارة (PNG أو SVG) أو شهادة مطبوعة (PDF) أو مستند (JSON أو JWT)، بحد أقصى 1 MiB.',
  link: 'أو رابط',
  text: 'أو الصق مستندًا (JSON أو JWT)',
  button: 'إضافة الشهادة',
  kept: 'نحتفظ بالملف ونتحقق منه كل أسبوع، ولا نعرضه إلا حيث تختاره.',
  back: 'العودة إلى شهاداتي',
  imported: 'أُضيفت من خدمة أخرى.',
  checked: (day) => `جرى التحقق منها في ${day}.`,
  delete: 'حذف',
  deleteOf: (badge) => `حذف ${badge}`,
  downloadOf: (badge) => `تنزيل ${badge}`,
  offers: {
    heading: 'شارات معروضة عليك',
    lead: 'هذه الشارات صادرة عن جهات أخرى. اقبل شارة لإضافتها إلى شهاداتك.',
    by: (issuer) => `تعرضها ${issuer}`,
    accept: 'قبول',
    acceptOf: (badge) => `قبول ${badge}`,
    decline: 'رفض',
    declineOf: (badge) => `رفض ${badge}`,
    more: (count, issuer) => `المزيد من ${issuer} (${count})`,
    all: 'كل العروض',
    next: 'عروض أخرى',
  },
  done: {
    imported: 'أُضيفت الشهادة.',
    deleted: 'حُذفت الشهادة.',
    declined: 'رُفض العرض.',
  },
  problems: {
    empty: 'اختر ملفًا أو اكتب رابطًا أو الصق مستندًا. واحد منها فقط.',
    file: 'لم نتمكن من قراءة شهادة في هذا الملف. اختر صورة شارة أو ملف PDF أو مستندًا يحتوي على شهادة.',
    url: 'اكتب رابطًا، مثل https://badges.example.org/1.',
    document: 'لم نتمكن من قراءة هذا المستند. الصق المستند كاملًا (JSON أو JWT).',
    notYours: 'لم تصدر هذه الشهادة إلى أحد عناوينك. أضف العنوان الذي صدرت إليه ثم حاول من جديد.',
    invalid: 'هذه الشهادة غير سارية. اطلب شهادة جديدة من الجهة المُصدِرة.',
    unverified: 'تعذّر التحقق من هذه الشهادة. حاول لاحقًا أو أضفها بشكل آخر، مثل الملف.',
    exists: 'سبق أن أضفت هذه الشهادة.',
    issuedHere: 'صدرت هذه الشهادة هنا. هي موجودة في قائمتك.',
    full: 'لديك 1000 شهادة من خدمات أخرى. احذف واحدة أولًا.',
    tooLarge: 'حجم الملف أكبر من 1 MiB. اختر ملفًا أصغر.',
    tooMany: 'أضفت شهادات كثيرة في وقت قصير. حاول من جديد بعد ساعة.',
    busy: 'يجري التحقق من شهادات كثيرة الآن. حاول من جديد بعد دقيقة.',
    gone: 'لم تعد هذه الشهادة موجودة.',
    origin: 'فُتح هذا النموذج من عنوان آخر. أعد تحميل الصفحة ثم حاول من جديد.',
    other: 'تعذّرت معالجة الطلب. حاول من جديد بعد دقيقة.',
  },
};

const texts: Record<Language, ImportTexts> = { en, de, fr, es, ar };

export function getImportTexts(language: Language): ImportTexts {
  return texts[language];
}
