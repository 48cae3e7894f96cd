import {
  asciiDomain,
  type ErrorDetail,
  foldSearch,
  headerSearchRows,
  normalizeHeader,
  redirectLimits,
  removeFormulaGuards,
} from '@insignia/contract';
import { readId } from '../../kernel/id.ts';

export type TargetKind = 'issuer' | 'badge' | 'credential';
export type OldUrl = { host: string; path: string };
export type Redirect = OldUrl & { kind: TargetKind; targetId: string };
/** A row of a file, by its number in the spreadsheet. */
export type RedirectRow = OldUrl & { row: number; targetId: string };

type Records = readonly { cells: string[]; number: number }[];
const fields = ['host', 'path', 'id'] as const;
type Columns = Record<(typeof fields)[number], number>;

/** Number of a header's columns that are read. */
export const countRedirectColumns = (header: string[]): number =>
  header.filter((cell) => fields.some((field) => field === normalizeHeader(cell))).length;

/** Columns of the first row that names all of them, and the rows below it. */
export function findRedirectRows(
  records: Records,
): { columns: Columns; rows: Records } | undefined {
  for (const [at, { cells }] of records.slice(0, headerSearchRows).entries()) {
    const names = cells.map(normalizeHeader);
    const columns = Object.fromEntries(fields.map((field) => [field, names.indexOf(field)]));
    if (Object.values(columns).every((column) => column >= 0))
      return { columns: columns as Columns, rows: records.slice(at + 1) };
  }
  return undefined;
}

const unreadable = /[\s\\#\p{Cc}]/u;

/**
 * The form in which paths are stored and compared: as URL parsers write them. Undefined if it isn't
 * a path, or too long.
 */
export function normalizeOldPath(text: string): string | undefined {
  if (!text.startsWith('/') || unreadable.test(text) || text.length > redirectLimits.path)
    return undefined;
  const url = URL.parse(`http://host${text}`);
  if (!url) return undefined;
  const path = (url.pathname + url.search).replaceAll(/%[\da-f]{2}/gi, (each) =>
    each.toUpperCase(),
  );
  return path.length > redirectLimits.path ? undefined : path;
}

/**
 * The host and path of a URL of an earlier service. Undefined if they can't be redirected, or don't
 * identify a document: servers receive no fragments, and a host has one root.
 */
export function readOldUrl(text: string, ownHost: string): OldUrl | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '') return undefined;
  const host = asciiDomain(url.hostname);
  const path = normalizeOldPath(url.pathname + url.search);
  if (!host || host === ownHost || !path || path === '/') return undefined;
  return { host, path };
}

/** Stored paths that answer a request: with its query, then without. */
export function listStoredPaths(url: string): string[] {
  const path = normalizeOldPath(url);
  if (path === undefined) return [];
  const query = path.indexOf('?');
  return query < 0 ? [path] : [path, path.slice(0, query)];
}

function decodeEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    const decode = (code: string) => String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return escapes.replaceAll(/%../g, decode);
  }
}

/** Escapes that aren't UTF-8 are read as Latin-1, which old services wrote. */
const decodePath = (path: string): string => path.replaceAll(/(?:%[\da-f]{2})+/gi, decodeEscapes);

const splitWords = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => foldSearch(text.split('@', 1).join('')).split(/[^\p{L}\p{N}]+/u));

/**
 * True if the path contains a word of these names, or of these addresses before the @. Words of one or
 * two ASCII characters don't count, because most paths contain them. Nor do words of `others`.
 */
export function mayNamePerson(
  path: string,
  texts: readonly string[],
  others: readonly string[] = [],
): boolean {
  const ignored = new Set(splitWords(others));
  const words = splitWords(texts).filter((word) => !ignored.has(word));
  const shown = foldSearch(decodePath(path));
  return words.some((word) => !/^[\x20-\x7e]{0,2}$/.test(word) && shown.includes(word));
}

const escapeLatin1 = (text: string): string =>
  text.replaceAll(/[\x80-\xff]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);

/** A part of an address as stored paths may have it, in lower case. Escaped capitals stay capitals. */
function listWrittenForms(part: string): Set<string> {
  const isAscii = /^[\x20-\x7e]*$/.test(part);
  const forms = isAscii
    ? [part, encodeURI(part)]
    : [part, part.toLowerCase(), part.toUpperCase()]
        // The capitals of “ß” are “SS”, as in somebody else's address.
        .filter((each) => each.toLowerCase() === part.toLowerCase())
        .flatMap((each) => [encodeURI(each.toWellFormed()), escapeLatin1(each)]);
  return new Set(
    forms.flatMap((each) => [each, each.replaceAll('.', '%2e')]).map((each) => each.toLowerCase()),
  );
}

/** Endings of files that the index `redirects_addresses` doesn't cut off. */
const otherEndings = ['', '.jpg', '.jpeg', '.gif', '.webp'];

/** An address as words of old paths: its domain may be written in ASCII. */
export function listPathForms(address: string): string[] {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const locals = listWrittenForms(address.slice(0, at));
  const domains = new Set(
    [domain, asciiDomain(domain) ?? domain].flatMap((each) => [...listWrittenForms(each)]),
  );
  return [...locals].flatMap((local) =>
    [...domains].flatMap((each) => otherEndings.map((ending) => `${local}@${each}${ending}`)),
  );
}

const hostName = /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
const MAX_HOST_LENGTH = 253;

/** The host name of a request, if it is one and not the service's own. */
export function readOldHost(header: string | undefined, ownHost: string): string | undefined {
  const host = header?.replace(/:\d+$/, '').toLowerCase();
  if (host === undefined || host === ownHost || host.length > MAX_HOST_LENGTH) return undefined;
  return hostName.test(host) ? host : undefined;
}

export const toKey = ({ host, path }: OldUrl): string => host + path;

const createRowError = (row: number, column: keyof Columns, message: string): ErrorDetail => ({
  path: `row ${row}`,
  message: `${column} ${message}`,
});

type ReadRow = { redirect: RedirectRow } | { errors: ErrorDetail[] };

function readRow(
  { cells, number: row }: Records[number],
  columns: Columns,
  ownHost: string,
): ReadRow {
  const read = (field: keyof Columns) => removeFormulaGuards(cells[columns[field]] ?? '').trim();
  const host = asciiDomain(read('host'));
  const path = normalizeOldPath(read('path'));
  const targetId = readId(read('id'));
  if (host && host !== ownHost && path && targetId)
    return { redirect: { row, host, path, targetId } };
  const messages = {
    host: [
      !host && 'must be a domain, such as badges.example.org',
      host === ownHost && 'must be the host of another service, not of this one',
    ],
    path: [
      !path &&
        `must start with / and have at most ${redirectLimits.path} characters, without spaces and #`,
    ],
    id: [!targetId && 'must be the ID or URL of a credential, badge or issuer of the account'],
  };
  return {
    errors: fields.flatMap((field) =>
      messages[field].flatMap((each) => (each ? [createRowError(row, field, each)] : [])),
    ),
  };
}

/** Reads all rows. A repeated row counts once. */
export function readRedirects(
  rows: Records,
  columns: Columns,
  ownHost: string,
): { redirects: RedirectRow[]; errors: ErrorDetail[] } {
  const found = new Map<string, RedirectRow>();
  const errors: ErrorDetail[] = [];
  for (const each of rows) {
    const read = readRow(each, columns, ownHost);
    if ('errors' in read) {
      errors.push(...read.errors);
      continue;
    }
    const { redirect } = read;
    const earlier = found.get(toKey(redirect));
    if (!earlier) found.set(toKey(redirect), redirect);
    else if (earlier.targetId !== redirect.targetId)
      errors.push(
        createRowError(
          redirect.row,
          'path',
          `has another id in row ${earlier.row}. Delete one of the two rows`,
        ),
      );
  }
  return { redirects: [...found.values()], errors };
}

/** The host and the domains above it, the longest first. */
export function listDomains(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

export type StoredTarget = { accountId: string; targetId: string };

type KnownToAccount = {
  accountId: string;
  stored: ReadonlyMap<string, StoredTarget>;
  /** Accounts by the domain that they have verified. */
  owners: ReadonlyMap<string, string>;
  /** Kinds of the account's things by their id. */
  kinds: ReadonlyMap<string, TargetKind>;
};

/** Hosts of the file whose longest verified domain is the account's. */
function findOwnHosts(
  redirects: readonly RedirectRow[],
  { accountId, owners }: KnownToAccount,
): Set<string> {
  const findOwner = (host: string) =>
    owners.get(listDomains(host).find((each) => owners.has(each)) ?? '');
  const hosts = new Set(redirects.map(({ host }) => host));
  return new Set([...hosts].filter((host) => findOwner(host) === accountId));
}

/** Decides which rows to write, or reports those that the account may not write. */
export function decideRedirects(redirects: readonly RedirectRow[], known: KnownToAccount) {
  const { accountId, stored, kinds } = known;
  const written: Redirect[] = [];
  const errors: ErrorDetail[] = [];
  const ownHosts = findOwnHosts(redirects, known);
  let changed = 0;
  for (const { row, host, path, targetId } of redirects) {
    const earlier = stored.get(toKey({ host, path }));
    const isOwn = earlier?.accountId === accountId;
    // Rows that a download contains stay, whatever happened to their domain or credential since.
    if (isOwn && earlier.targetId === targetId) continue;
    if (isOwn) changed++;
    const kind = kinds.get(targetId);
    if (!ownHosts.has(host)) errors.push(createRowError(row, 'host', unverified));
    if (kind) written.push({ host, path, targetId, kind });
    else errors.push(createRowError(row, 'id', unknownTarget));
  }
  return { written, changed, errors, ownHosts };
}

const unverified =
  'must be a domain that the account has verified, or below one. Add and verify it first: POST /sso/domains';
const unknownTarget = 'must be of a credential, badge or issuer of the account';
