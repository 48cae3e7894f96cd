import { createHash } from 'node:crypto';
import {
  type createImportRowSchema,
  credentialDates,
  credentialDetails,
  fold,
  foldAddress,
  formatIsoDay,
  headerSearchRows,
  type ImportRowError,
  importLimits,
  line,
  type MigrationMode,
  normalizeHeader,
  readDate,
  removeFormulaGuards,
} from '@insignia/contract';
import type { CredentialInput } from '../credentials/index.ts';
import {
  describeExportDateError,
  guessExportDateOrder,
  readExportDate,
  services,
} from './export-formats.ts';
import type { NewOffer } from './offers.ts';
import type {
  BadgeSigner,
  ExportDateOrder,
  ExportSource,
  MovedBadge,
  MovedColumns,
  MovedField,
  MovedRowError,
} from './rules.ts';

/**
 * A row that can be issued. `identity` is the same whenever the same credential is moved in.
 * `formerIdentity` is the one that earlier releases stored: without the signer or the criteria, or by another column.
 */
export type MovedCredential = CredentialInput & { badge: MovedBadge } & Pick<
    NewOffer,
    'identity' | 'formerIdentity'
  > & {
    /** Absent in exports, which nobody signs. */
    signer?: BadgeSigner;
  };

/** A badge of another issuer that can be offered to its recipient. */
export type OfferedBadge = NewOffer & { badge: Pick<MovedBadge, 'key' | 'name'> };

export type MovedRow =
  | { offer: OfferedBadge }
  | { credential: MovedCredential }
  | { isEnded: true }
  | { errors: MovedRowError[] };

/** How to read the rows of one file. */
export type FileShape = {
  source: ExportSource;
  header: string[];
  columns: MovedColumns;
  dateOrder: ExportDateOrder;
};

export function findMovedColumns(source: ExportSource, header: string[]): MovedColumns {
  const names = header.map(normalizeHeader);
  const columns: MovedColumns = {};
  for (const [field, words = ''] of Object.entries(services[source].columns)) {
    const at = words
      .split(' ')
      .map((word) => names.indexOf(word))
      .find((found) => found >= 0);
    if (at !== undefined) columns[field as MovedField] = at;
  }
  return columns;
}

type ListMissing = (columns: MovedColumns) => string[];

const hasName = ({ name, firstName, lastName }: MovedColumns): boolean =>
  [name, firstName, lastName].some((at) => at !== undefined);

const listMissing: ListMissing = (columns) => [
  ...(columns.badgeName === undefined ? ['the badge’s name'] : []),
  ...(hasName(columns) ? [] : ['the recipient’s name']),
  ...(columns.email === undefined ? ['the recipient’s email address'] : []),
  ...(columns.issuedOn === undefined ? ['the issue date'] : []),
];

/** Verified badges say everything else. */
const listMissingLinks: ListMissing = ({ url }) =>
  url === undefined ? ['the URL of the badge'] : [];

/** Finds the header among the first rows, or says what is missing in the best candidate. */
export function findHeader(
  { source, mode }: { source: ExportSource; mode: MigrationMode },
  rows: readonly { cells: string[] }[],
): { at: number; header: string[]; columns: MovedColumns } | { error: string } {
  const list = mode === 'hold' ? listMissingLinks : listMissing;
  const candidates = rows.slice(0, headerSearchRows).map(({ cells: header }, at) => {
    const columns = findMovedColumns(source, header);
    return { at, header, columns, missing: list(columns) };
  });
  const [best] = candidates.toSorted((a, b) => a.missing.length - b.missing.length);
  if (best?.missing.length === 0) return best;
  return {
    error: `has no column with ${best?.missing.join(', ')}. Choose an export of ${services[source].name} with these columns, and keep its header`,
  };
}

/** The order of numeric dates in a file: its own, or else the service's. */
export function findDateOrder(
  source: ExportSource,
  columns: MovedColumns,
  rows: readonly string[][],
): ExportDateOrder {
  const cells = rows.flatMap((row) =>
    [columns.issuedOn, columns.expires].map((at) => readCell(row, at)),
  );
  return guessExportDateOrder(cells) ?? (services[source].isMonthFirst ? 'month-first' : 'unknown');
}

export function readCell(cells: readonly string[], at: number | undefined): string {
  return at === undefined ? '' : removeFormulaGuards(cells[at] ?? '').trim();
}

/** Control characters and lone surrogates can't be stored. */
const isStorable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

export const isLink = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) &&
  text.length <= MAX_URL_LENGTH &&
  isStorable(text) &&
  URL.canParse(text);
const MAX_URL_LENGTH = 2_048;
const MAX_BADGE_NAME = 200;
const MAX_BADGE_TEXT = 10_000;
const badgeName = line({ max: MAX_BADGE_NAME });

/** States of credentials that aren't moved in: never accepted, or no longer valid. */
const endedStates = new Set(['revoked', 'rejected', 'true', 'yes', '1']);

/** In a column “Revoked”, any other text, such as a date, says that the credential was revoked. */
const notRevoked = new Set([
  '',
  'false',
  'no',
  'n',
  '0',
  '-',
  'none',
  'null',
  'never',
  'active',
  'valid',
]);

export function hasEnded(state: string, { header, columns }: FileShape): boolean {
  const column = header[columns.status ?? -1];
  if (column && normalizeHeader(column) === 'revoked') return !notRevoked.has(state);
  return endedStates.has(state);
}

export const findSurplus = (cells: string[], { header }: FileShape): ImportRowError[] =>
  cells.slice(header.length).some((each) => each.trim() !== '')
    ? [{ field: '', message: `has ${cells.length} cells, but the header has ${header.length}` }]
    : [];

type RowSchema = ReturnType<typeof createImportRowSchema>;

type CellReader = (field: MovedField) => string;

/** Reads a row, or says all that is wrong with it. */
export function readMovedRow(
  cells: string[],
  shape: FileShape,
  schema: RowSchema,
  now: number,
): MovedRow {
  const { source, columns } = shape;
  const cell: CellReader = (field) => readCell(cells, columns[field]);
  if (hasEnded(cell('status').toLowerCase(), shape)) return { isEnded: true };
  const surplus = findSurplus(cells, shape);
  const badge = readMovedBadge(cell, source);
  const wrongBadge = 'error' in badge ? [{ field: 'badge', message: badge.error }] : [];
  const fields = readFields(cell, shape, schema, now);
  if ('errors' in fields || 'error' in badge || surplus.length > 0)
    return { errors: [...surplus, ...wrongBadge, ...('errors' in fields ? fields.errors : [])] };
  const { name, email, dates, typedDates } = fields;
  const url = isLink(cell('url')) ? cell('url') : undefined;
  // East of UTC, today's date is in the future, which becomes the present time.
  const issuedOn = readDate(typedDates.issuedOn)?.at ?? dates.issuedOn;
  const supersedes = {
    ...(url !== undefined && { id: url }),
    issuer: shorten(toLine(cell('issuer'))) || services[source].name,
    issuedOn: formatIsoDay(issuedOn),
  };
  const identify = (id: string, key: string) => {
    const own = url ?? (id || [key, foldAddress(email), issuedOn].join('\n'));
    return createHash('sha256').update(`${source}\n${own}`).digest();
  };
  const formerId = cell(columns.formerId === undefined ? 'id' : 'formerId');
  const identities = {
    identity: identify(cell('id'), badge.key),
    formerIdentity: identify(formerId, badge.formerKey ?? badge.key),
  };
  const details = { ...fields.details, supersedes };
  return { credential: { name, email, dates, typedDates, details, badge, ...identities } };
}

type ReadFields = Omit<MovedCredential, 'badge' | 'identity' | 'formerIdentity' | 'signer'>;

/** Fields of a credential before they are checked. */
export type RawFields = Partial<
  Record<'name' | 'email' | 'issuedOn' | 'expires' | 'narrative', string | undefined>
> & { evidence?: Record<string, string>[] | undefined };

function readFields(
  cell: CellReader,
  { dateOrder }: FileShape,
  schema: RowSchema,
  now: number,
): ReadFields | { errors: ImportRowError[] } {
  const link = cell('evidence');
  const end = /^(never|none|false|-)$/i.test(cell('expires')) ? '' : cell('expires');
  const typed = { issuedOn: cell('issuedOn'), expires: end };
  const [issuedOn, expires] = [typed.issuedOn, end].map((text) => readExportDate(text, dateOrder));
  const unread = (['issuedOn', 'expires'] as const)
    .filter((field) => typed[field] !== '' && !readExportDate(typed[field], dateOrder))
    .map((field) => ({ field, message: describeExportDateError(typed[field], dateOrder) }));
  const raw = {
    name: readName(cell),
    email: cell('email'),
    issuedOn: issuedOn ?? typed.issuedOn,
    expires: expires ?? end,
    narrative: cell('narrative'),
    evidence: link === '' ? undefined : [{ id: link }],
  };
  return checkFields(raw, schema, now, unread);
}

/** Empty texts count as absent. `errors` are those of texts that couldn't be read. */
export function checkFields(
  { name, email, issuedOn, expires, narrative, evidence }: RawFields,
  schema: RowSchema,
  now: number,
  errors: ImportRowError[] = [],
): ReadFields | { errors: ImportRowError[] } {
  const parsed = schema.safeParse({
    ...{ name: filled(name), email: filled(email) },
    ...{ issuedOn: filled(issuedOn), expires: filled(expires) },
    ...{ narrative: filled(narrative), evidence },
  });
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  if (!parsed.success || errors.length > 0) return { errors: [...issues, ...errors] };
  const dates = credentialDates(parsed.data.issuedOn, parsed.data.expires, now);
  if (Array.isArray(dates))
    return { errors: dates.map(({ path, message }) => ({ field: path, message })) };
  return {
    ...{ name: parsed.data.name, email: parsed.data.email, dates },
    typedDates: { issuedOn: parsed.data.issuedOn, expires: parsed.data.expires ?? null },
    details: credentialDetails(parsed.data),
  };
}

const filled = (text: string | undefined): string | undefined => text || undefined;

export const readName = (cell: CellReader): string =>
  cell('name') ||
  [cell('firstName'), cell('middleName'), cell('lastName')].filter(Boolean).join(' ');

const toLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** Keeps pairs of surrogates: the database stores no half. */
const shorten = (text: string): string => [...text].slice(0, MAX_BADGE_NAME).join('');

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Short enough for an index. Signers of badges choose their ids. */
const toKey = (text: string): string =>
  text.length <= MAX_BADGE_NAME && isStorable(text) ? text : hashText(text);

/** Badges of one name may differ in their criteria, such as those for completing a course. */
function findBadgeKeys(
  id: string,
  name: string,
  criteria: string,
): Pick<MovedBadge, 'key' | 'formerKey'> {
  if (id !== '') return { key: toKey(`id:${id}`) };
  const named = `name:${fold(name)}`;
  return criteria === ''
    ? { key: toKey(named) }
    : { key: toKey(`${named} ${hashText(criteria)}`), formerKey: toKey(named) };
}

/** Badges of a file with their numbers of rows, without rows that name no badge. */
export function countMovedBadges(
  rows: readonly { cells: string[] }[],
  { source, columns }: Pick<FileShape, 'source' | 'columns'>,
): { key: string; name: string; rows: number }[] {
  const found = new Map<string, { key: string; name: string; rows: number }>();
  for (const { cells } of rows) {
    const badge = readMovedBadge((field) => readCell(cells, columns[field]), source);
    if ('error' in badge) continue;
    const known = found.get(badge.key);
    if (known) known.rows += 1;
    else found.set(badge.key, { key: badge.key, name: badge.name, rows: 1 });
  }
  return [...found.values()];
}

function readMovedBadge(cell: CellReader, source: ExportSource): MovedBadge | { error: string } {
  return checkBadge({
    ...{ id: cell('badgeId'), name: cell('badgeName'), description: cell('description') },
    ...{ criteria: cell('criteria'), image: isLink(cell('image')) ? cell('image') : '' },
    standIn: `Issued originally with ${services[source].name}, whose export doesn’t contain the criteria.`,
  });
}

/** A badge before it is checked. Empty texts are absent. */
type RawBadge = Record<'id' | 'name' | 'description' | 'criteria' | 'image', string> & {
  issuerUrl?: string | null;
  /** Replaces absent criteria. */
  standIn: string;
};

export function checkBadge(raw: RawBadge): MovedBadge | { error: string } {
  if (raw.name === '') return { error: 'is required' };
  const { data: name, error } = badgeName.safeParse(raw.name);
  if (name === undefined) return { error: error?.issues[0]?.message ?? 'is required' };
  // As in texts of the API: drawing and NFC take quadratic time in the marks of a letter.
  const text = (value: string): string =>
    value
      .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
      .slice(0, MAX_BADGE_TEXT)
      .replaceAll(/(\p{M}{200})\p{M}+/gu, '$1')
      .toWellFormed();
  const criteria = text(raw.criteria);
  const stated = criteria || raw.standIn;
  return {
    ...findBadgeKeys(raw.id, name, criteria),
    name,
    description: text(raw.description) || name,
    hasCriteria: criteria !== '',
    criteria: stated,
    criteriaHash: createHash('sha256').update(stated).digest(),
    image: raw.image || null,
    issuerUrl: raw.issuerUrl ?? null,
  };
}

/** Rows that one transaction issues. */
export const MAX_BATCH_ROWS = Math.min(500, importLimits.rows);
