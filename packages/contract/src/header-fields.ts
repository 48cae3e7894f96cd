export type HeaderField =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'issuedOn'
  | 'expires'
  | 'evidence'
  | 'narrative';
type Words = Readonly<Partial<Record<HeaderField, string>>>;

/** Letters and digits, without marks, of what people call their columns. */
const english: Words = {
  name: 'name fullname recipient recipientname recipientfullname participant student studentname displayname',
  firstName: 'firstname givenname forename',
  lastName: 'lastname surname familyname',
  email: 'email mail emailaddress recipientemail recipientemailaddress eaddress',
  issuedOn:
    'issuedon issued issuedate issueddate dateissued dateofissue issueon date awardedon completedon',
  expires: 'expires expireson expiry expirydate expirationdate expiration validuntil dateofexpiry',
  evidence: 'evidence evidenceurl evidencelink proof portfolio',
  narrative: 'narrative achievementnarrative howitwasearned',
};
/** In German, French and Spanish. */
const others: Words = {
  name: 'teilnehmer teilnehmerin vollstandigername vollstaendigername nomcomplet nombrecompleto',
  firstName: 'vorname prenom nombre',
  lastName: 'nachname familienname nom nomdefamille apellido apellidos',
  email: 'emailadresse mailadresse courriel adresseemail correo correoelectronico',
  issuedOn: 'datum ausgestelltam ausstellungsdatum datededelivrance fecha fechadeemision',
  expires: 'gultigbis gueltigbis ablaufdatum datedexpiration fechadecaducidad',
};

const fieldsOf = (words: Words): ReadonlyMap<string, HeaderField> =>
  new Map(
    Object.entries(words).flatMap(([field, known]) =>
      known.split(' ').map((word) => [word, field as HeaderField]),
    ),
  );
const inEnglish = fieldsOf(english);
const inOthers = fieldsOf(others);

// To sort the marks of one letter, as all normalising does, costs the square of their number.
const mostLooked = 500;

/** As much of a header's cell as is looked at, composed: what we know is shorter. */
export const headOfCell = (cell: string): string =>
  cell.slice(0, mostLooked).toWellFormed().normalize('NFC');

/** A header's cell without what people write differently: case, spaces, signs. */
export const bareHeader = (cell: string): string =>
  headOfCell(cell)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const withoutMarks = (cell: string): string =>
  bareHeader(cell).normalize('NFD').replaceAll(/\p{M}/gu, '');

/** What each cell of a header says that its column is; some words mean something else beside others. */
export function headerFields(header: readonly string[]): (HeaderField | undefined)[] {
  const cells = header.map(withoutMarks);
  const said = cells.map((cell) => inEnglish.get(cell));
  const isSaid = new Set(said);
  // What is there in English is that: files with columns of their own, such as "Datum", are read as they were.
  const fields = cells.map((cell, at) => {
    const other = inOthers.get(cell);
    return said[at] ?? (isSaid.has(other) ? undefined : other);
  });
  const replaced = (word: string, field: HeaderField): (HeaderField | undefined)[] =>
    fields.map((one, at) => (cells[at] === word ? field : one));
  // A German "Name" beside "Vorname", and a French "Nom" beside nothing, are not what they are elsewhere.
  if (cells.includes('vorname') && !fields.includes('lastName'))
    return replaced('name', 'lastName');
  if (!fields.includes('name') && !fields.includes('firstName')) return replaced('nom', 'name');
  return fields;
}
