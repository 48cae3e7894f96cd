import { fold } from './addresses.ts';
import { attributeLimits } from './attributes.ts';
import {
  type HeaderField,
  matchHeaderFields,
  normalizeHeader,
  truncateCell,
} from './header-fields.ts';

/** First columns of an export. They distinguish exports from other files. */
export const exportColumns = [
  ...['id', 'badgeId', 'badge', 'name', 'email'],
  ...['issuedOn', 'expires', 'revoked', 'revocationReason', 'timestamp'],
];
const [badgeAt, revokedAt] = [exportColumns.indexOf('badgeId'), exportColumns.indexOf('revoked')];

/** Reason to skip a row of an export. */
export type ExportSkipReason = 'otherBadge' | 'revoked';

/** Recognizes an export even if columns were appended. */
export function isExport(header: readonly string[]): boolean {
  return exportColumns.every((name, at) => header[at]?.trim().toLowerCase() === name.toLowerCase());
}

const parseBareId = (text = ''): string =>
  text
    .trim()
    .slice(text.trim().lastIndexOf('/') + 1)
    .toLowerCase();

/**
 * Rows of an export to skip: revoked credentials, and credentials of other badges if the file
 * contains several. A file of one other badge is accepted, to issue a new badge to its recipients.
 */
export function createExportRowFilter(
  rows: readonly (readonly string[])[],
  badgeId: string,
): (cells: readonly string[]) => ExportSkipReason | undefined {
  const ownId = parseBareId(badgeId);
  const badges = new Set(rows.map((cells) => parseBareId(cells[badgeAt])).filter(Boolean));
  const isOther = (id: string): boolean => badges.size > 1 && id !== '' && id !== ownId;
  return (cells) => {
    if (ownId !== '' && isOther(parseBareId(cells[badgeAt]))) return 'otherBadge';
    return cells[revokedAt]?.trim().toLowerCase() === 'true' ? 'revoked' : undefined;
  };
}

/** Position of a required column that a file of corrections doesn't have. */
export const ABSENT = -1;

/** Column positions of each field. A full name may take several columns. */
export type ImportColumns = {
  /** IDs of the credentials to correct. Absent if credentials are issued. */
  id?: number | undefined;
  name: number;
  middleNames?: number[] | undefined;
  lastName?: number | undefined;
  email: number;
  issuedOn: number;
  expires?: number | undefined;
  evidence?: number | undefined;
  narrative?: number | undefined;
  /** Columns such as `attribute:Grade`, by the name after the colon. */
  attributes?: { name: string; at: number }[] | undefined;
  /**
   * Position of the column with all attributes as JSON, in exports with too many for one column
   * each.
   */
  allAttributes?: number | undefined;
};

const MAX_URL_LENGTH = 2_048;

export const attributePrefix = 'attribute:';

/** Name of the attribute in a header such as `attribute:Grade`. */
export function parseAttributeHeader(cell: string): string | undefined {
  const name = truncateCell(cell.trim());
  if (!name.toLowerCase().startsWith(attributePrefix)) return undefined;
  return name.slice(attributePrefix.length).trim() || undefined;
}

export function countKnownColumns(header: string[]): number {
  const fields = matchHeaderFields(header);
  return header.filter(
    (cell, at) => fields[at] !== undefined || parseAttributeHeader(cell) !== undefined,
  ).length;
}

function locate(header: string[]): Map<HeaderField, number[]> {
  const found = new Map<HeaderField, number[]>();
  for (const [at, field] of matchHeaderFields(header).entries()) {
    const columns = field && found.get(field);
    if (columns) columns.push(at);
    else if (field) found.set(field, [at]);
  }
  return found;
}

/** The header of an import is among this many filled rows. A title may be above it. */
export const headerSearchRows = 20;

/** Error of a row that was read as the header, and how many fields the row names. */
export type HeaderError = { error: string; known: number; hasRequired: boolean };

/** Returns column positions, or one message with all missing and repeated columns. */
export function readImportHeader(header: string[]): ImportColumns | HeaderError {
  return readColumns(header, true);
}

function readColumns(header: string[], needsAll: boolean): ImportColumns | HeaderError {
  const found = locate(header);
  const at = (field: HeaderField): number | undefined => found.get(field)?.[0];
  const [whole, email = ABSENT, issuedOn = ABSENT] = [at('name'), at('email'), at('issuedOn')];
  const name = whole ?? at('firstName') ?? ABSENT;
  const hasRequired = ![name, email, issuedOn].includes(ABSENT);
  const refuse = (error: string): HeaderError => ({ error, known: found.size, hasRequired });
  const twice = [...found].find(([field, columns]) => columns.length > 1 && field !== 'middleName');
  if (twice) return refuse(`has the column ${twice[0]} twice in its header`);
  const required = { name, email, issuedOn };
  if (needsAll && !hasRequired) return refuse(describeMissing(required));
  const attributes = header.flatMap((cell, column) => {
    const of = parseAttributeHeader(cell);
    return of === undefined ? [] : [{ name: of, at: column }];
  });
  // Exports contain every attribute that their badges have or had.
  const isOurs = isExport(header);
  const error = isOurs ? undefined : findAttributeError(attributes.map(({ name: of }) => of));
  if (error) return refuse(error);
  const all = isOurs ? header.indexOf('attributes') : -1;
  const parts = whole === undefined && {
    ...(found.has('middleName') && { middleNames: found.get('middleName') }),
    lastName: at('lastName'),
  };
  const more = { expires: at('expires'), evidence: at('evidence'), narrative: at('narrative') };
  return {
    ...{ name, ...parts, email, issuedOn, ...more },
    ...(attributes.length > 0 && { attributes }),
    ...(all >= 0 && { allAttributes: all }),
  };
}

function describeMissing(required: Readonly<Record<string, number>>): string {
  const missing = Object.keys(required).filter((field) => required[field] === ABSENT);
  return `must have a header with the columns name, email, issuedOn and optionally expires. Missing: ${missing.join(', ')}`;
}

// In this order: a list may also have an ID of its own, such as numbers of students.
const idHeaders = [['credentialid', 'awardid'], ['id']];

function findIdColumns(header: readonly string[]): number[] {
  const names = header.map(normalizeHeader);
  const columns = idHeaders.map((known) =>
    names.flatMap((name, at) => (known.includes(name) ? [at] : [])),
  );
  return columns.find(({ length }) => length > 0) ?? [];
}

export const findIdColumn = (header: readonly string[]): number | undefined =>
  findIdColumns(header)[0];

/**
 * Returns the columns of a file of corrections: the ID, and at least one to correct. Returns an
 * error if it has one of them twice, and undefined if it isn't a header of corrections.
 */
export function readCorrectionHeader(header: string[]): ImportColumns | HeaderError | undefined {
  const [id, second] = findIdColumns(header);
  const known = countKnownColumns(header);
  if (id === undefined || known === 0) return undefined;
  if (second !== undefined)
    return { error: 'has the column id twice in its header', known, hasRequired: false };
  const columns = readColumns(header, false);
  return 'error' in columns ? columns : { ...columns, id };
}

/** True if a cell may be the ID or URL of a credential, and not a number of a student. */
export const isCredentialId = (cell: string): boolean => parseCredentialId(cell) !== undefined;

const uuid = /(?:^|\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** The ID in a cell with an ID or URL. */
export function parseCredentialId(cell: string): string | undefined {
  return cell.length > MAX_URL_LENGTH ? undefined : uuid.exec(cell.trim())?.[1]?.toLowerCase();
}

function findAttributeError(names: string[]): string | undefined {
  const { count, name: longest } = attributeLimits;
  if (names.length > count) return `must have at most ${count} attribute columns`;
  const folded = names.map(fold);
  const repeated = names.find((_, at) => folded.indexOf(folded[at] ?? '') < at);
  if (repeated !== undefined)
    return `has the column ${attributePrefix}${repeated.slice(0, longest)} twice in its header`;
  return undefined;
}

type NamedItems = readonly { name: string }[];

/** Attribute columns that the badge doesn't define. */
export function findUnknownAttributes(
  { attributes = [] }: ImportColumns,
  defined: NamedItems,
): string[] {
  const known = new Set(defined.map(({ name }) => fold(name)));
  return attributes.flatMap(({ name }) => (known.has(fold(name)) ? [] : [name]));
}

/**
 * Drops attribute columns that the badge doesn't define. Among similar names, the badge's own wins.
 */
export function keepKnownAttributes(
  { attributes = [], ...others }: ImportColumns,
  defined: NamedItems,
) {
  const columns = Map.groupBy(attributes, ({ name }) => fold(name));
  const own = defined.flatMap(({ name }) => {
    const alike = columns.get(fold(name)) ?? [];
    return alike.find((each) => each.name === name) ?? alike[0] ?? [];
  });
  return { ...others, ...(own.length > 0 && { attributes: own }) };
}

export function describeUnknownAttributes(
  foreign: readonly string[],
  defined: NamedItems,
): string | undefined {
  if (foreign.length === 0) return undefined;
  const unknown = foreign.map((name) => attributePrefix + name.slice(0, attributeLimits.name));
  const has = defined.length > 0 ? defined.map(({ name }) => name).join(', ') : 'none';
  return `has attribute columns that the badge doesn't have: ${unknown.join(', ')}. Attributes of this badge: ${has}`;
}
