import type { VerifierTexts } from './en.ts';

export const es: VerifierTexts = {
  title: 'Verificar un certificado',
  lostEmail: '¿Ha perdido el correo?',
  another: 'Verificar otro certificado',
  lead: 'Verifique un certificado de Open Badges (2.0 o 3.0) de cualquier emisor. Introduzca su enlace o su código corto, suba su archivo o pegue su documento.',
  form: {
    link: 'Enlace, ID o código corto',
    file: 'o archivo',
    fileHint:
      'Certificado (PDF), imagen de la insignia (PNG o SVG) o documento (JSON o JWT), 5 MiB como máximo.',
    paste: 'o pegar un documento (JSON o JWT)',
    document: 'Documento',
    email: 'Correo electrónico del titular',
    optional: '(opcional)',
    emailHint: 'También comprobamos si el certificado se emitió a esta dirección.',
    button: 'Verificar',
  },
  offline: {
    fileHint: 'Imagen de la insignia (PNG o SVG) o documento (JSON o JWT), 5 MiB como máximo.',
    noPdf: 'Esta página no puede leer PDF.',
    noScript: 'Esta página verifica en su navegador y necesita JavaScript.',
    copyOf: (day) =>
      `Este sitio es una copia del ${day}. Aquí no se conocen las revocaciones posteriores.`,
  },
  claims: {
    title: 'Contenido del certificado',
    issuedTo: 'Emitido a',
    notNamed:
      'No indicado. Para comprobar el titular, introduzca una dirección de correo más abajo.',
    issuer: 'Emisor declarado',
    quotes: { open: '«', close: '»' },
    website: 'Sitio web declarado',
    notProven: 'no demostrado',
    issuedOn: 'Emitido el',
    validUntil: 'Válido hasta el',
    doesNotExpire: 'Sin fecha de caducidad',
    credential: 'Certificado',
    view: 'Ver el certificado',
    byHost: (host) =>
      `Estos datos proceden del emisor. Los nombres no están verificados. Confíe en ellos solo si confía en ${host}.`,
    byKey:
      'Estos datos proceden de quien posee la clave. Los nombres no están verificados. Pregunte al emisor si esta clave es suya.',
    byNobody: 'Nada demuestra de quién proceden estos datos. Los nombres no están verificados.',
  },
  checks: {
    title: 'Comprobaciones',
    note: '«No se pudo comprobar» nunca equivale a válido. No guardamos nada de lo que introduzca aquí.',
    keyOnly: 'solo clave',
    presentation: 'Presentación',
    proof: 'Firma',
    resources: 'Recursos relacionados',
    contents: 'Certificados incluidos',
    subject: 'Objeto',
    printed: 'Página impresa',
  },
  endorsements: {
    title: 'Avales',
    one: 'Aval',
    about: 'Sobre:',
    note: 'Un aval no afecta a la validez del certificado.',
  },
  headlines: {
    valid: 'Certificado válido',
    expired: 'Caducado',
    revoked: 'Revocado',
    not_found: 'Certificado no encontrado',
    not_yet_valid: 'Todavía no es válido',
    suspended: 'Suspendido',
    invalid: 'No válido',
    unknown: 'No se pudo verificar',
    unknownSigner: 'Firma válida, firmante desconocido',
  },
  leads: {
    valid: 'El certificado acaba de superar todas las comprobaciones.',
    expired: (day) => `Este certificado fue válido hasta el ${day}. El emisor no lo ha revocado.`,
    revoked: 'El emisor ha revocado este certificado.',
    revokedFor: (reason) => `El emisor ha revocado este certificado: ${reason}`,
    not_found:
      'Compruebe que el enlace o el código esté completo o pregunte al emisor si el certificado se ha eliminado.',
    not_yet_valid: (day) => `Este certificado será válido a partir del ${day}.`,
    suspended:
      'El emisor ha suspendido este certificado. Pregúntele por qué o vuelva a comprobarlo más tarde.',
    invalid: 'Al menos una comprobación ha fallado. No confíe en este certificado.',
    unknown:
      'No se han podido completar todas las comprobaciones, por lo que este resultado no demuestra nada. Inténtelo de nuevo más tarde.',
    unknownSigner:
      'El certificado ha superado todas las comprobaciones, pero cualquiera puede crear una clave así. Pregunte al emisor si esta clave es suya.',
  },
  identity: {
    key: 'Firmado con la clave ',
    thumbprint: 'Firmado con la clave con la huella ',
    unvouched: '. Ningún sitio web responde por esta clave.',
    signed: 'Firmado por ',
    keyAddress: ' (clave en esta dirección).',
    hosted: 'Alojado en ',
    onBehalf: (host) => ` en nombre de ${host}`,
    unencrypted: ', sin cifrado (http)',
  },
  problems: {
    empty: 'Introduzca un enlace o un código corto, elija un archivo o pegue un documento.',
    url: 'Introduzca un enlace (https://…), un ID de certificado o un código corto como 7K3M-9QXT.',
    email: 'Introduzca una dirección de correo válida o deje el campo vacío.',
    file: 'No se ha podido leer ningún certificado en este archivo. Elija un PDF, una imagen de insignia (PNG o SVG) o un documento (JSON o JWT) que contenga un certificado. Si es una foto o un documento escaneado, introduzca el enlace o el código corto impreso en él.',
    pdf: {
      without_credential: 'Este PDF no contiene ningún certificado digital.',
      several_credentials:
        'Este PDF contiene varios certificados, por lo que no se sabe cuál muestra.',
      encrypted: 'Este PDF está cifrado.',
      damaged: 'Este PDF está dañado.',
      too_complex: 'Este PDF es demasiado complejo para comprobarlo.',
      with_picture: 'Este archivo es a la vez una imagen y un PDF.',
    },
    printedInstead: 'Introduzca en su lugar el enlace o el código corto impreso en él.',
    document: 'No se ha podido leer este documento. Pegue el documento completo (JSON o JWT).',
    tooLarge: 'El archivo ocupa más de 5 MiB. Elija un archivo más pequeño.',
    tooMany: (seconds) =>
      `Ha verificado muchos certificados en poco tiempo, por lo que este no se ha comprobado. Inténtelo de nuevo dentro de ${seconds}.`,
    busy: (seconds) =>
      `Ahora mismo se están verificando muchos certificados, por lo que el suyo no se ha comprobado. Inténtelo de nuevo dentro de ${seconds}.`,
    other: 'No se ha podido leer su solicitud. Vuelva a cargar la página e inténtelo de nuevo.',
  },
};
