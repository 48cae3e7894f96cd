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
  printed: {
    intact: 'Das PDF ist genau so, wie der Aussteller es erstellt hat.',
    intactLacking: (parts) =>
      `Das PDF ist genau so, wie der Aussteller es erstellt hat, zeigt aber ${parts} des Zertifikats nicht.`,
    changed: 'Das PDF wurde nach der Ausstellung geändert.',
    changedLacking: (parts) =>
      `Das PDF wurde nach der Ausstellung geändert: Es zeigt ${parts} des Zertifikats nicht.`,
    lacking: (parts) => `Das PDF zeigt ${parts} des Zertifikats nicht.`,
    sealUnchecked: 'Das Siegel des Ausstellers auf dem PDF konnte nicht geprüft werden.',
    unsealed:
      'Das PDF zeigt, was im Zertifikat steht, hat aber kein Siegel des Ausstellers. Es kann auch anderes zeigen.',
    unsealedLacking: (parts) =>
      `Das PDF zeigt ${parts} des Zertifikats nicht und hat kein Siegel des Ausstellers.`,
    parts: {
      name: 'den Namen',
      badge: 'das Badge',
      issueDate: 'das Ausstellungsdatum',
      expiryDate: 'das Ablaufdatum',
    },
  },
  details: {
    document_unusable: 'Das Dokument ist nicht als Zertifikat lesbar.',
    format_unsupported: 'Dieses Format wird nicht unterstützt.',
    document_unread: 'Das Dokument unter {url} konnte nicht abgerufen werden.',
    document_missing: 'Unter {url} gibt es kein Dokument.',
    document_deleted: 'Das Dokument unter {url} wurde gelöscht.',
    document_refused: 'Der Server hat das Dokument unter {url} nicht geliefert (HTTP {status}).',
    document_not_json: 'Das Dokument unter {url} ist kein JSON-Dokument.',
    link_missing: 'Das Zertifikat nennt dieses Dokument nicht.',
    id_differs: 'Die ID des Dokuments unter {url} stimmt nicht mit seiner Adresse überein.',
    rules_broken: 'Das Dokument verletzt Regeln in diesen Abschnitten des Standards: {sections}.',
    fetched: 'Abgerufen von {url}',
    read_signed: 'Das Zertifikat wurde aus seinem signierten Dokument gelesen (JWS).',
    no_address: 'Das Zertifikat hat keine Webadresse, von der es abgerufen werden kann.',
    wrong_document:
      'Dieses Dokument ist eine Badge-Klasse oder ein Profil eines Ausstellers, kein Zertifikat. Geben Sie den Link oder die Datei des Zertifikats an.',
    hosted_differs: 'Dieses Dokument weicht von dem ab, das der Aussteller veröffentlicht.',
    assertion_complete: 'Das Dokument enthält alles, was Open Badges 2.0 verlangt.',
    badge_complete: 'Das Zertifikat enthält alles, was Open Badges 3.0 verlangt.',
    endorsement_complete: 'Die Empfehlung enthält alles, was Open Badges 3.0 verlangt.',
    record_complete: 'Das Lernprofil enthält alles, was Comprehensive Learner Record 2.0 verlangt.',
    type_unsupported: 'Diese Art von Zertifikat wird nicht unterstützt: {type}.',
    envelope_malformed: 'Der Umschlag um das Zertifikat ist fehlerhaft (VC 4.13).',
    envelope_unsupported: 'Umschläge mit „{type}“ werden nicht unterstützt.',
    nested_too_deeply: 'Das Zertifikat ist zu tief verschachtelt.',
    too_many_credentials: 'Höchstens {limit} Zertifikate können zusammen geprüft werden.',
    too_complex: 'Das Zertifikat ist zu umfangreich, um es zu prüfen.',
    presentation_empty: 'Die Präsentation enthält kein Zertifikat.',
    presentation_missing:
      'Das Dokument ist keine Präsentation und wurde deshalb nicht für diese Prüfung erstellt.',
    presentation_not_for_us: 'Die Präsentation ist nicht für diese Prüfung signiert.',
    presentation_unsigned:
      'Die Präsentation ist nicht signiert. Deshalb geht nicht hervor, wer sie vorlegt.',
    presentation_incomplete: 'Die Präsentation ist unvollständig.',
    presentation_other_content: 'Die Präsentation wurde für einen anderen Inhalt signiert.',
    presentation_other_challenge: 'Die Präsentation wurde für eine andere Anfrage erstellt.',
    presentation_other_verifier: 'Die Präsentation wurde für eine andere prüfende Stelle erstellt.',
    presentation_expired: 'Die Präsentation ist abgelaufen.',
    presentation_not_yet_valid: 'Die Präsentation ist noch nicht gültig.',
    presentation_untrusted: 'Die Präsentation ist nicht vertrauenswürdig: {reason}',
    presented_by: 'Die Präsentation wurde von {holder} signiert.',
    presented_with_bound_key:
      'Die Präsentation wurde mit dem Schlüssel signiert, an den das Zertifikat gebunden ist.',
    presented_with_other_key:
      'Die Präsentation wurde nicht mit dem Schlüssel signiert, an den das Zertifikat gebunden ist.',
    all_inside_valid: 'Alle enthaltenen Zertifikate sind gültig ({total}).',
    some_inside_invalid:
      'Ungültige enthaltene Zertifikate: {count} von {total}. „{name}“: {reason}',
    some_inside_unknown:
      'Nicht prüfbare enthaltene Zertifikate: {count} von {total}. „{name}“: {reason}',
    not_signed: 'Das Zertifikat ist nicht signiert.',
    signature_valid: 'Die Signatur ist gültig.',
    signed_by_presentation: 'Die Signatur der Präsentation umfasst auch das Zertifikat.',
    altered:
      'Das Zertifikat wurde nach dem Signieren geändert oder mit einem anderen Schlüssel signiert.',
    member_undefined: 'Das Zertifikat hat ein Feld, das keiner seiner Kontexte definiert.',
    number_unsupported: 'Das Zertifikat enthält eine Zahl, die JSON nicht darstellen kann.',
    content_ambiguous: 'Das Zertifikat lässt sich auf mehr als eine Weise lesen.',
    claim_differs: 'Der Wert {claim} des JWT stimmt nicht mit dem Zertifikat überein.',
    not_by_signature: 'Das Zertifikat gibt nicht an, dass seine Signatur zu prüfen ist.',
    algorithm_unsupported: 'Signaturen vom Typ {type} werden nicht unterstützt.',
    algorithm_unsafe: 'Dieses Signaturverfahren beweist nichts ({type}).',
    header_extended:
      'Der Kopf des JWT verlangt eine Erweiterung, die Zertifikate nicht verwenden (crit).',
    too_many_proofs: 'Das Zertifikat hat mehr als {limit} Signaturen.',
    proof_malformed: 'Die Signatur ist fehlerhaft aufgebaut.',
    proof_unsupported: 'Signaturen vom Typ „{type}“ werden nicht unterstützt.',
    proof_chained: 'Die Signatur hängt von einer anderen ab. Das wird nicht unterstützt.',
    proof_not_for_issuing:
      'Die Signatur ist nicht zum Ausstellen von Zertifikaten bestimmt (assertionMethod).',
    proof_not_for_presenting:
      'Die Signatur ist nicht zum Vorlegen von Zertifikaten bestimmt (authentication).',
    proof_expired: 'Die Signatur ist abgelaufen.',
    key_mismatch: 'Der Schlüssel passt nicht zu {type}.',
    key_unusable: 'Der Schlüssel ist nicht verwendbar.',
    key_unnamed: 'Das JWT nennt keinen Schlüssel, mit dem sich die Signatur prüfen lässt.',
    key_unknown:
      'Der Aussteller konnte nicht gelesen werden. Deshalb ist sein Schlüssel unbekannt.',
    key_type_unsupported: 'Diese Art von Schlüssel wird nicht unterstützt.',
    key_address_unsupported: 'Die Adresse des Schlüssels wird nicht unterstützt.',
    key_missing: 'Das Dokument, das den Schlüssel enthalten soll, enthält ihn nicht.',
    key_in_credential:
      'Das Zertifikat wurde mit einem Schlüssel signiert, den es selbst enthält (Fingerabdruck {thumbprint}). Nichts belegt, dass er dem genannten Aussteller gehört.',
    key_not_of_issuer:
      'Das Zertifikat wurde mit einem Schlüssel signiert, der nicht dem Aussteller gehört.',
    key_of_other: 'Der Schlüssel der Signatur gehört jemand anderem.',
    key_unlisted:
      'Das Zertifikat wurde mit einem Schlüssel signiert, den der Aussteller nicht nennt.',
    key_listed: 'Das Zertifikat wurde mit einem Schlüssel signiert, den der Aussteller nennt.',
    key_revoked:
      'Der Aussteller hat den Schlüssel widerrufen, mit dem dieses Zertifikat signiert wurde.',
    key_expired: 'Der Schlüssel, mit dem dieses Zertifikat signiert wurde, ist abgelaufen.',
    no_keys: 'Der Aussteller nennt keinen Schlüssel zum Signieren.',
    too_many_keys: 'Der Aussteller nennt mehr als {limit} Schlüssel.',
    signer_unknown: 'Ohne gültige Signatur ist nicht bekannt, wer signiert hat.',
    signed_by_issuer: 'Das Zertifikat wurde mit einem Schlüssel des Ausstellers signiert.',
    presented_by_issuer: 'Der Aussteller hat dieses Zertifikat selbst vorgelegt.',
    issuer_complete: 'Das Profil des Ausstellers ist vollständig.',
    issuer_without_address:
      'Der Aussteller hat keine Webadresse. Deshalb geht nicht hervor, wessen Schlüssel das Zertifikat signiert hat.',
    issuer_unknown:
      'Die Badge-Klasse konnte nicht gelesen werden. Deshalb ist der Aussteller unbekannt.',
    badge_named: 'Das Badge heißt „{name}“.',
    omitted_if_revoked:
      'Widerrufene Zertifikate dürfen diese Angabe weglassen. Deshalb ist sie nicht prüfbar.',
    hosted_by_issuer:
      'Das Zertifikat liegt dort, wo der Aussteller seine Zertifikate veröffentlicht.',
    hosted_elsewhere:
      'Das Zertifikat liegt nicht dort, wo der Aussteller seine Zertifikate veröffentlicht.',
    hosting_unknown:
      'Der Aussteller konnte nicht gelesen werden. Deshalb ist der Veröffentlichungsort nicht prüfbar.',
    hosting_signed:
      'Laut diesem Dokument ist das Zertifikat signiert. Prüfen Sie stattdessen die signierte Datei (JWS).',
    never_expires: 'Das Zertifikat ist unbefristet gültig.',
    valid_until: 'Das Zertifikat ist gültig bis {end}.',
    expired: 'Das Zertifikat ist abgelaufen: {end}.',
    not_yet_valid: 'Das Zertifikat ist gültig ab {start}. Jetzt ist {now}.',
    issued_in_future: 'Das Ausstellungsdatum liegt in der Zukunft: {start}.',
    dates_omitted: 'Widerrufene Zertifikate dürfen ihre Daten weglassen.',
    not_revoked: 'Das Zertifikat wurde nicht widerrufen.',
    revoked: 'Der Aussteller hat dieses Zertifikat widerrufen.',
    revoked_for: 'Der Aussteller hat dieses Zertifikat widerrufen: {reason}',
    suspended: 'Der Aussteller hat dieses Zertifikat ausgesetzt.',
    status_unchecked: 'Ohne gültige Signatur ist der Status nicht prüfbar.',
    status_absent: 'Das Zertifikat hat keinen Status, der sich ändern kann.',
    status_malformed: 'Der Statuseintrag ist fehlerhaft.',
    status_type_unsupported: 'Diese Art von Status wird nicht unterstützt.',
    status_bits_unsupported: 'Statuseinträge mit mehreren Bits werden nicht unterstützt.',
    status_value_unsupported: 'Dieser Status wird nicht unterstützt.',
    status_irrelevant: 'Der Status betrifft nicht die Gültigkeit ({purpose}).',
    status_list_unusable:
      'Die Statusliste unter {url} konnte nicht gelesen werden oder ist keine aktuelle Liste des Ausstellers.',
    status_unlisted: 'Die Statusliste hat keinen Eintrag für dieses Zertifikat.',
    too_many_statuses: 'Das Zertifikat hat mehr als {limit} Statuseinträge.',
    revocation_list_absent: 'Der Aussteller hat keine Widerrufsliste.',
    revocation_list_without_address: 'Die Widerrufsliste hat keine Webadresse.',
    revocation_list_unusable:
      'Die Widerrufsliste unter {url} konnte nicht gelesen werden oder ist keine Liste des Ausstellers.',
    revocation_list_unchecked: 'Ohne gültige Signatur ist die Widerrufsliste nicht prüfbar.',
    resources_unchanged:
      'Die zugehörigen Ressourcen sind seit dem Signieren des Zertifikats unverändert.',
    resources_unchecked: 'Ohne gültige Signatur sind zugehörige Ressourcen nicht prüfbar.',
    resource_changed:
      'Die zugehörige Ressource {url} wurde seit dem Signieren des Zertifikats geändert (VC 5.3).',
    resource_unread: 'Die zugehörige Ressource {url} konnte nicht gelesen werden.',
    resource_digest_unsupported:
      'Die Prüfsumme der zugehörigen Ressource {url} ist von einer Art, die nicht unterstützt wird.',
    too_many_resources: 'Das Zertifikat hat mehr als {limit} zugehörige Ressourcen.',
    recipient_unstated: 'Das Zertifikat nennt keine E-Mail-Adresse der Person.',
    issued_to: 'Das Zertifikat wurde für {email} ausgestellt.',
    not_issued_to: 'Das Zertifikat wurde nicht für {email} ausgestellt.',
    not_issued_to_any: 'Das Zertifikat wurde für keine dieser Adressen ausgestellt.',
    not_an_endorsement: 'Dies ist keine Empfehlung (EndorsementCredential).',
    too_many_endorsements: 'Höchstens {limit} Empfehlungen können zusammen geprüft werden.',
    endorsement_too_slow: 'Die Empfehlung konnte nicht rechtzeitig geprüft werden.',
    endorsement_of_other: 'Die Empfehlung betrifft etwas anderes als dieses Zertifikat.',
    endorsement_of_this: 'Die Empfehlung betrifft {id}.',
    endorsement_of_unproven:
      'Die Empfehlung betrifft {id}. Nichts belegt, dass dies zu diesem Aussteller gehört.',
  },
};
