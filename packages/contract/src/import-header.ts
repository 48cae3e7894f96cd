/** Where each field stands in a row; a full name may come in two parts. */
export type ImportColumns = {
  name: number;
  lastName?: number | undefined;
  email: number;
  issuedOn: number;
  expires?: number | undefined;
};

/** Letters and digits of what people call their columns. */
export const importHeaders: Record<
  'name' | 'firstName' | 'lastName' | 'email' | 'issuedOn' | 'expires',
  string[]
> = {
  name: [
    'name',
    'fullname',
    'recipient',
    'recipientname',
    'recipientfullname',
    'participant',
    'student',
    'studentname',
    'displayname',
  ],
  firstName: ['firstname', 'givenname', 'forename'],
  lastName: ['lastname', 'surname', 'familyname'],
  email: ['email', 'mail', 'emailaddress', 'recipientemail', 'recipientemailaddress', 'eaddress'],
  issuedOn: [
    'issuedon',
    'issued',
    'issuedate',
    'issueddate',
    'dateissued',
    'dateofissue',
    'issueon',
    'date',
    'awardedon',
    'completedon',
  ],
  expires: [
    'expires',
    'expireson',
    'expiry',
    'expirydate',
    'expirationdate',
    'expiration',
    'validuntil',
    'dateofexpiry',
  ],
};
type Field = keyof typeof importHeaders;

/** A header's cell without what people write differently: case, spaces, signs. */
export const bareHeader = (cell: string): string =>
  cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many of the header's cells are columns that we know. */
export function knownImportColumns(header: string[]): number {
  const known = Object.values(importHeaders).flat();
  return header.filter((cell) => known.includes(bareHeader(cell))).length;
}

/** Where each field's columns stand. */
function locate(header: string[]): Map<Field, number[]> {
  const cells = header.map(bareHeader);
  const found = Object.entries(importHeaders).map(([field, known]): [Field, number[]] => [
    field as Field,
    cells.flatMap((cell, at) => (known.includes(cell) ? [at] : [])),
  ]);
  return new Map(found.filter(([, columns]) => columns.length > 0));
}

/** Reads the header; what it lacks or has twice is said in one message. */
export function readImportHeader(header: string[]): ImportColumns | { fault: string } {
  const found = locate(header);
  const twice = [...found].find(([, columns]) => columns.length > 1);
  if (twice) return { fault: `has the column ${twice[0]} twice in its header` };
  const at = (field: Field): number | undefined => found.get(field)?.[0];
  const [whole, email, issuedOn] = [at('name'), at('email'), at('issuedOn')];
  const name = whole ?? at('firstName');
  if (name === undefined || email === undefined || issuedOn === undefined) {
    const missing = Object.entries({ name, email, issuedOn })
      .filter(([, column]) => column === undefined)
      .map(([field]) => field);
    return {
      fault: `must have a header with the columns name, email, issuedOn and, if wanted, expires: there is no ${missing.join(', ')}`,
    };
  }
  const lastName = whole === undefined ? at('lastName') : undefined;
  return { name, lastName, email, issuedOn, expires: at('expires') };
}
