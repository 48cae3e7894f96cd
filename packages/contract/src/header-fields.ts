export type HeaderField =
  | 'name'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'email'
  | 'issuedOn'
  | 'expires'
  | 'evidence'
  | 'narrative';
type Words = Readonly<Partial<Record<HeaderField, string>>>;

/** Column names people use, letters and digits only. */
const english: Words = {
  name: 'name fullname recipient recipientname recipientfullname participant student studentname displayname',
  firstName: 'firstname givenname forename',
  middleName: 'middlename middlenames middleinitial nameparticle',
  lastName: 'lastname surname familyname',
  email: 'email mail emailaddress recipientemail recipientemailaddress eaddress',
  issuedOn:
    'issuedon issued issuedate issueddate dateissued dateofissue issueon date awardedon completedon',
  expires: 'expires expireson expiry expirydate expirationdate expiration validuntil dateofexpiry',
  evidence: 'evidence evidenceurl evidencelink proof portfolio',
  narrative: 'narrative achievementnarrative howitwasearned',
};
/** German, French and Spanish. */
const otherWords: Words = {
  name: 'teilnehmer teilnehmerin vollstandigername vollstaendigername nomcomplet nombrecompleto',
  firstName: 'vorname prenom nombre',
  middleName:
    'zweitervorname weiterevornamen namenszusatz namensvorsatz autresprenoms particule segundonombre primerapellido',
  lastName: 'nachname familienname nom nomdefamille apellido apellidos segundoapellido',
  email: 'emailadresse mailadresse courriel adresseemail correo correoelectronico',
  issuedOn: 'datum ausgestelltam ausstellungsdatum datededelivrance fecha fechadeemision',
  expires: 'gultigbis gueltigbis ablaufdatum datedexpiration fechadecaducidad',
};

const findFields = (words: Words): ReadonlyMap<string, HeaderField> =>
  new Map(
    Object.entries(words).flatMap(([field, known]) =>
      known.split(' ').map((word) => [word, field as HeaderField]),
    ),
  );
const inEnglish = findFields(english);
const inOthers = findFields(otherWords);

// Normalizing takes quadratic time in the combining marks of one letter.
const MAX_HEADER_LENGTH = 500;

/** The part of a header cell that is read. All known names are shorter. */
export const truncateCell = (cell: string): string =>
  cell.slice(0, MAX_HEADER_LENGTH).toWellFormed().normalize('NFC');

/** Removes differences in case, spaces and punctuation. */
export const normalizeHeader = (cell: string): string =>
  truncateCell(cell)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const withoutMarks = (cell: string): string =>
  normalizeHeader(cell).normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Maps each header cell to a field. Some words mean something else next to others. */
export function matchHeaderFields(header: readonly string[]): (HeaderField | undefined)[] {
  const cells = header.map(withoutMarks);
  const recognized = cells.map((cell) => inEnglish.get(cell));
  const recognizedFields = new Set(recognized);
  // English names win: files with custom columns such as "Datum" keep their meaning.
  const fields = cells.map((cell, at) => {
    const other = inOthers.get(cell);
    return recognized[at] ?? (recognizedFields.has(other) ? undefined : other);
  });
  const replaced = (word: string, field: HeaderField): (HeaderField | undefined)[] =>
    fields.map((one, at) => (cells[at] === word ? field : one));
  // German "Name" beside "Vorname" is the last name. French "Nom" alone is the full name.
  if (cells.includes('vorname') && !fields.includes('lastName'))
    return replaced('name', 'lastName');
  // Spanish has two last names. The first one alone is the last name.
  if (!fields.includes('lastName')) return replaced('primerapellido', 'lastName');
  if (!fields.includes('name') && !fields.includes('firstName')) return replaced('nom', 'name');
  return fields;
}
