import type { VerifierTexts } from './en.ts';

export const fr: VerifierTexts = {
  title: 'Vérifier un certificat',
  lostEmail: 'E-mail perdu\u202f?',
  another: 'Vérifier un autre certificat',
  lead: 'Vérifiez un certificat Open Badges (2.0 ou 3.0) de n’importe quel émetteur. Saisissez son lien ou son code court, chargez son fichier ou collez son document.',
  form: {
    link: 'Lien, identifiant ou code court',
    file: 'ou fichier',
    fileHint:
      'Certificat (PDF), image du badge (PNG ou SVG) ou document (JSON ou JWT), 5 Mio au maximum.',
    paste: 'ou coller un document (JSON ou JWT)',
    document: 'Document',
    email: 'Adresse e-mail du titulaire',
    optional: '(facultatif)',
    emailHint: 'Nous vérifions aussi que le certificat a été délivré à cette adresse.',
    button: 'Vérifier',
  },
  offline: {
    fileHint: 'Image du badge (PNG ou SVG) ou document (JSON ou JWT), 5 Mio au maximum.',
    noPdf: 'Cette page ne peut pas lire les PDF.',
    noScript: 'Cette page vérifie dans votre navigateur et a besoin de JavaScript.',
    copyOf: (day) =>
      `Ce site est une copie du ${day}. Les révocations ultérieures n’y sont pas connues.`,
  },
  claims: {
    title: 'Contenu du certificat',
    issuedTo: 'Délivré à',
    notNamed: 'Non indiqué. Pour vérifier le titulaire, saisissez une adresse e-mail ci-dessous.',
    issuer: 'Émetteur déclaré',
    quotes: { open: '« ', close: ' »' },
    website: 'Site web déclaré',
    notProven: 'non prouvé',
    issuedOn: 'Délivré le',
    validUntil: 'Valable jusqu’au',
    doesNotExpire: 'Sans date d’expiration',
    credential: 'Certificat',
    view: 'Voir le certificat',
    byHost: (host) =>
      `Ces informations proviennent de l’émetteur. Les noms ne sont pas vérifiés. Ne vous y fiez que si vous faites confiance à ${host}.`,
    byKey:
      'Ces informations proviennent de la personne ou de l’organisme qui détient la clé. Les noms ne sont pas vérifiés. Demandez à l’émetteur si cette clé est la sienne.',
    byNobody: 'Rien ne prouve l’origine de ces informations. Les noms ne sont pas vérifiés.',
  },
  checks: {
    title: 'Vérifications',
    note: '« Non vérifiable » ne signifie jamais valide. Nous n’enregistrons rien de ce que vous saisissez ici.',
    keyOnly: 'clé uniquement',
    presentation: 'Présentation',
    proof: 'Signature',
    resources: 'Ressources associées',
    contents: 'Certificats contenus',
    subject: 'Objet',
    printed: 'Page imprimée',
  },
  endorsements: {
    title: 'Recommandations',
    one: 'Recommandation',
    about: 'À propos de :',
    note: 'Une recommandation ne change rien à la validité du certificat.',
  },
  headlines: {
    valid: 'Certificat valide',
    expired: 'Expiré',
    revoked: 'Révoqué',
    not_found: 'Certificat introuvable',
    not_yet_valid: 'Pas encore valide',
    suspended: 'Suspendu',
    invalid: 'Non valide',
    unknown: 'Vérification impossible',
    unknownSigner: 'Signature valide, signataire inconnu',
  },
  leads: {
    valid: 'Toutes les vérifications viennent de réussir.',
    expired: (day) => `Ce certificat était valable jusqu’au ${day}. L’émetteur ne l’a pas révoqué.`,
    revoked: 'L’émetteur a révoqué ce certificat.',
    revokedFor: (reason) => `L’émetteur a révoqué ce certificat : ${reason}`,
    not_found:
      'Vérifiez que le lien ou le code est complet, ou demandez à l’émetteur si le certificat a été supprimé.',
    not_yet_valid: (day) => `Ce certificat sera valable à partir du ${day}.`,
    suspended:
      'L’émetteur a suspendu ce certificat. Demandez-lui pourquoi, ou réessayez plus tard.',
    invalid: 'Au moins une vérification a échoué. Ne vous fiez pas à ce certificat.',
    unknown:
      'Certaines vérifications n’ont pas pu être effectuées. Ce résultat ne prouve donc rien. Réessayez plus tard.',
    unknownSigner:
      'Toutes les vérifications ont réussi, mais n’importe qui peut créer une telle clé. Demandez à l’émetteur si cette clé est la sienne.',
  },
  identity: {
    key: 'Signé avec la clé ',
    thumbprint: 'Signé avec la clé d’empreinte ',
    unvouched: '. Aucun site web ne se porte garant de cette clé.',
    signed: 'Signé par ',
    keyAddress: ' (clé à cette adresse).',
    hosted: 'Hébergé sur ',
    onBehalf: (host) => ` pour le compte de ${host}`,
    unencrypted: ', sans chiffrement (http)',
  },
  problems: {
    empty: 'Saisissez un lien ou un code court, choisissez un fichier ou collez un document.',
    url: 'Saisissez un lien (https://…), un identifiant de certificat ou un code court comme 7K3M-9QXT.',
    email: 'Saisissez une adresse e-mail valide, ou laissez le champ vide.',
    file: 'Aucun certificat n’a pu être lu dans ce fichier. Choisissez un PDF, une image de badge (PNG ou SVG) ou un document (JSON ou JWT) qui contient un certificat. Pour un scan ou une photo, saisissez le lien ou le code court imprimé dessus.',
    pdf: {
      without_credential: 'Ce PDF ne contient aucun certificat numérique.',
      several_credentials:
        'Ce PDF contient plusieurs certificats. On ne peut donc pas savoir lequel il montre.',
      encrypted: 'Ce PDF est chiffré.',
      damaged: 'Ce PDF est endommagé.',
      too_complex: 'Ce PDF est trop complexe pour être vérifié.',
      with_picture: 'Ce fichier est à la fois une image et un PDF.',
    },
    printedInstead: 'Saisissez plutôt le lien ou le code court imprimé dessus.',
    document: 'Ce document n’a pas pu être lu. Collez le document complet (JSON ou JWT).',
    tooLarge: 'Le fichier dépasse 5 Mio. Choisissez un fichier plus petit.',
    tooMany: (seconds) =>
      `Vous avez vérifié beaucoup de certificats en peu de temps. Celui-ci n’a donc pas été vérifié. Réessayez dans ${seconds}.`,
    busy: (seconds) =>
      `Beaucoup de certificats sont en cours de vérification. Le vôtre n’a donc pas été vérifié. Réessayez dans ${seconds}.`,
    other: 'Votre demande n’a pas pu être lue. Rechargez la page, puis réessayez.',
  },
};
