import type { VerifierTexts } from './en.ts';

export const de: VerifierTexts = {
  title: 'Ein Zertifikat prüfen',
  lostEmail: 'E-Mail verloren?',
  another: 'Ein weiteres Zertifikat prüfen',
  lead: 'Prüfen Sie ein Zertifikat nach Open Badges (2.0 oder 3.0) von einem beliebigen Aussteller. Geben Sie den Link oder den Kurzcode ein, laden Sie die Datei hoch oder fügen Sie das Dokument ein.',
  form: {
    link: 'Link, ID oder Kurzcode',
    file: 'oder Datei',
    fileHint:
      'Zertifikat (PDF), Badge als Bild (PNG oder SVG) oder Dokument (JSON oder JWT), höchstens 5 MiB.',
    paste: 'oder ein Dokument einfügen (JSON oder JWT)',
    document: 'Dokument',
    email: 'E-Mail-Adresse der Person',
    optional: '(optional)',
    emailHint: 'Wir prüfen dann auch, ob das Zertifikat für diese Adresse ausgestellt wurde.',
    button: 'Prüfen',
  },
  offline: {
    fileHint: 'Badge als Bild (PNG oder SVG) oder Dokument (JSON oder JWT), höchstens 5 MiB.',
    noPdf: 'Diese Seite kann keine PDFs lesen.',
    noScript: 'Diese Seite prüft in Ihrem Browser und benötigt JavaScript.',
    copyOf: (day) =>
      `Diese Website ist eine Kopie vom ${day}. Spätere Widerrufe sind hier nicht bekannt.`,
  },
  claims: {
    title: 'Angaben im Zertifikat',
    issuedTo: 'Ausgestellt für',
    notNamed:
      'Nicht genannt. Um zu prüfen, für wen es ausgestellt ist, geben Sie unten eine E-Mail-Adresse ein.',
    issuer: 'Aussteller laut eigener Angabe',
    quotes: { open: '„', close: '“' },
    website: 'Angegebene Website',
    notProven: 'nicht nachgewiesen',
    issuedOn: 'Ausgestellt am',
    validUntil: 'Gültig bis',
    doesNotExpire: 'Unbefristet gültig',
    credential: 'Zertifikat',
    view: 'Zertifikat ansehen',
    byHost: (host) =>
      `Diese Angaben stammen vom Aussteller. Namen sind nicht geprüft. Vertrauen Sie ihnen nur, wenn Sie ${host} vertrauen.`,
    byKey:
      'Diese Angaben stammen von der Person oder Organisation mit diesem Schlüssel. Namen sind nicht geprüft. Fragen Sie den Aussteller, ob dieser Schlüssel ihm gehört.',
    byNobody:
      'Es gibt keinen Beleg dafür, von wem diese Angaben stammen. Namen sind nicht geprüft.',
  },
  checks: {
    title: 'Prüfungen',
    note: '„Nicht prüfbar“ gilt nie als gültig. Wir speichern nichts, was Sie hier eingeben.',
    keyOnly: 'nur Schlüssel',
    presentation: 'Präsentation',
    proof: 'Signatur',
    resources: 'Zugehörige Ressourcen',
    contents: 'Enthaltene Zertifikate',
    subject: 'Gegenstand',
    printed: 'Gedruckte Seite',
  },
  endorsements: {
    title: 'Empfehlungen',
    one: 'Empfehlung',
    about: 'Betrifft:',
    note: 'Eine Empfehlung ändert nichts an der Gültigkeit des Zertifikats.',
  },
  headlines: {
    valid: 'Gültiges Zertifikat',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
    not_found: 'Zertifikat nicht gefunden',
    not_yet_valid: 'Noch nicht gültig',
    suspended: 'Ausgesetzt',
    invalid: 'Nicht gültig',
    unknown: 'Konnte nicht geprüft werden',
    unknownSigner: 'Gültige Signatur, unbekannte Herkunft',
  },
  leads: {
    valid: 'Alle Prüfungen waren soeben erfolgreich.',
    expired: (day) =>
      `Dieses Zertifikat war bis zum ${day} gültig. Der Aussteller hat es nicht widerrufen.`,
    revoked: 'Der Aussteller hat dieses Zertifikat widerrufen.',
    revokedFor: (reason) => `Der Aussteller hat dieses Zertifikat widerrufen: ${reason}`,
    not_found:
      'Prüfen Sie, ob der Link oder Code vollständig ist, oder fragen Sie den Aussteller, ob das Zertifikat gelöscht wurde.',
    not_yet_valid: (day) => `Dieses Zertifikat ist ab dem ${day} gültig.`,
    suspended:
      'Der Aussteller hat dieses Zertifikat ausgesetzt. Fragen Sie den Aussteller nach dem Grund, oder prüfen Sie es später erneut.',
    invalid:
      'Mindestens eine Prüfung ist fehlgeschlagen. Verlassen Sie sich nicht auf dieses Zertifikat.',
    unknown:
      'Nicht alle Prüfungen konnten durchgeführt werden. Dieses Ergebnis beweist deshalb nichts. Versuchen Sie es später erneut.',
    unknownSigner:
      'Alle Prüfungen waren erfolgreich, aber einen solchen Schlüssel können alle erstellen. Fragen Sie den Aussteller, ob dieser Schlüssel ihm gehört.',
  },
  identity: {
    key: 'Signiert mit dem Schlüssel ',
    thumbprint: 'Signiert mit dem Schlüssel mit dem Fingerabdruck ',
    unvouched: '. Keine Website bürgt für diesen Schlüssel.',
    signed: 'Signiert von ',
    keyAddress: ' (Schlüssel unter dieser Adresse).',
    hosted: 'Veröffentlicht auf ',
    onBehalf: (host) => ` im Auftrag von ${host}`,
    unencrypted: ', ohne Verschlüsselung (http)',
  },
  problems: {
    empty:
      'Geben Sie einen Link oder Kurzcode ein, wählen Sie eine Datei oder fügen Sie ein Dokument ein.',
    url: 'Geben Sie einen Link (https://…), eine Zertifikats-ID oder einen Kurzcode wie 7K3M-9QXT ein.',
    email: 'Geben Sie eine gültige E-Mail-Adresse ein oder lassen Sie das Feld leer.',
    file: 'In dieser Datei konnte kein Zertifikat gelesen werden. Wählen Sie ein PDF, ein Badge als Bild (PNG oder SVG) oder ein Dokument (JSON oder JWT), das ein Zertifikat enthält. Bei einem Scan oder Foto geben Sie den aufgedruckten Link oder Kurzcode ein.',
    pdf: {
      without_credential: 'Dieses PDF enthält kein digitales Zertifikat.',
      several_credentials:
        'Dieses PDF enthält mehrere Zertifikate. Deshalb ist nicht klar, welches es zeigt.',
      encrypted: 'Dieses PDF ist verschlüsselt.',
      damaged: 'Dieses PDF ist beschädigt.',
      too_complex: 'Dieses PDF ist zu umfangreich, um es zu prüfen.',
      with_picture: 'Diese Datei ist zugleich ein Bild und ein PDF.',
    },
    printedInstead:
      'Geben Sie stattdessen den Link oder den Kurzcode ein, der darauf gedruckt ist.',
    document:
      'Dieses Dokument konnte nicht gelesen werden. Fügen Sie das vollständige Dokument ein (JSON oder JWT).',
    tooLarge: 'Die Datei ist größer als 5 MiB. Wählen Sie eine kleinere Datei.',
    tooMany: (seconds) =>
      `Sie haben in kurzer Zeit viele Zertifikate geprüft, deshalb wurde dieses nicht geprüft. Versuchen Sie es in ${seconds} erneut.`,
    busy: (seconds) =>
      `Zurzeit werden viele Zertifikate geprüft, deshalb wurde Ihres nicht geprüft. Versuchen Sie es in ${seconds} erneut.`,
    other:
      'Ihre Anfrage konnte nicht gelesen werden. Laden Sie die Seite neu und versuchen Sie es erneut.',
  },
};
