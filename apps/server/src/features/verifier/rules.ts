import {
  createPathBuilder,
  createPathMatcher,
  getAward,
  issuerDid,
  matchPathPrefix,
  pagePaths,
  publicAward,
  publicBadge,
  publicIssuer,
  readShortCode,
  signedCredential,
  statusList,
  statusListToken,
} from '@insignia/contract';
import { isJwt } from '@insignia/openbadges/either';
import type { ProvenBy } from '@insignia/openbadges/shared';
import { readId } from '../../kernel/id.ts';
import { findJsonExcess } from '../../kernel/json-limits.ts';

// Credentials first, because they are requested most.
const documentMatchers = [
  { kind: 'credential', match: createPathMatcher(publicAward.path) },
  { kind: 'badge', match: createPathMatcher(publicBadge.path) },
  { kind: 'issuer', match: createPathMatcher(publicIssuer.path) },
] as const;
type OwnDocument = { kind: (typeof documentMatchers)[number]['kind']; guid: string };

const assertionPath = createPathBuilder(publicAward.path);

/** Our own document at an address under BASE_URL. */
export function parseOwnDocumentUrl(url: string, baseUrl: string): OwnDocument | undefined {
  if (!isOwnUrl(url, baseUrl)) return undefined;
  const path = url.slice(baseUrl.length);
  for (const { kind, match } of documentMatchers) {
    const found = match(path);
    if (found) return { kind, guid: found.guid };
  }
  return undefined;
}

export function isOwnUrl(url: string, baseUrl: string): boolean {
  return url === baseUrl || url.startsWith(`${baseUrl}/`);
}

const matchShortCode = createPathMatcher(pagePaths.shortCode);

/**
 * Completes what people type: a URL, also without its scheme, an id or a short code. An address of
 * ours that ends with a short code is that code.
 */
export function readReference(
  text: string,
  { base, host }: { base: string; host: string },
): { url: string } | { code: string } {
  const typed = text.trim();
  if (readShortCode(typed) !== undefined) return { code: typed };
  const id = typed.includes('/') ? undefined : readId(typed);
  if (id) return { url: base + assertionPath(id) };
  const isBare = !/^https?:\/\//i.test(typed);
  const isOwn = isBare && typed.toLowerCase().startsWith(`${host.toLowerCase()}/`);
  const url = isOwn ? base + typed.slice(host.length) : isBare ? `https://${typed}` : typed;
  return readOwnShortCode(url, base) ?? { url };
}

/** People type the printed URL in capital letters, and programs add a slash or parameters. */
function readOwnShortCode(url: string, base: string): { code: string } | undefined {
  const [address = ''] = url.toLowerCase().split(/[?#]/);
  const [own, path] = [base.toLowerCase(), address.replace(/\/$/, '')];
  return isOwnUrl(path, own) ? matchShortCode(path.slice(own.length)) : undefined;
}

/** People paste the URL of a page or file. Maps it to the assertion. */
export function toAssertionUrl(url: string, baseUrl: string): string {
  if (!isOwnUrl(url, baseUrl)) return url;
  const path = url.slice(baseUrl.length);
  const guid =
    matchPathPrefix(pagePaths.credential, path)?.guid ??
    matchPathPrefix(getAward.path, path)?.awardId;
  return guid ? baseUrl + assertionPath(guid) : url;
}

export type SignedResource = { kind: 'credential' | 'did' | 'list' | 'listToken'; id: string };

const matchCredential = createPathMatcher(signedCredential.path);
const matchDid = createPathMatcher(issuerDid.path);
const matchStatusList = createPathMatcher(statusList.path);
const matchListToken = createPathMatcher(statusListToken.path);

/** Our own signed document at an address. */
export function parseSignedUrl(url: string, baseUrl: string): SignedResource | undefined {
  if (!isOwnUrl(url, baseUrl)) return undefined;
  const path = url.slice(baseUrl.length);
  const [credential, did] = [matchCredential(path), matchDid(path)];
  if (credential) return parseResource('credential', credential.guid);
  if (did) return parseResource('did', did.guid);
  const [list, token] = [matchStatusList(path), matchListToken(path)];
  return list
    ? parseResource('list', list.listId)
    : token && parseResource('listToken', token.listId);
}

function parseResource(kind: SignedResource['kind'], text: string): SignedResource | undefined {
  const id = readId(text);
  return id === undefined ? undefined : { kind, id };
}

/** did:web implies HTTPS. On a service without it, maps the address to BASE_URL. */
export function toBaseUrl(url: string, baseUrl: string): string {
  const secure = baseUrl.replace(/^http:/, 'https:');
  return isOwnUrl(url, secure) ? baseUrl + url.slice(secure.length) : url;
}

/** Returns the edition and credential of a document at this address, if the address is ours. */
export function parseOwnCredentialUrl(
  url: string,
  baseUrl: string,
): { edition: '2.0' | '3.0'; guid: string } | undefined {
  const own = parseOwnDocumentUrl(url, baseUrl);
  const hosted = own?.kind === 'credential' ? readId(own.guid) : undefined;
  if (hosted !== undefined) return { edition: '2.0', guid: hosted };
  const signed = parseSignedUrl(url, baseUrl);
  return signed?.kind === 'credential' ? { edition: '3.0', guid: signed.id } : undefined;
}

/**
 * Returns the host that vouches for an issuer. A bare key has none, because anyone can create one.
 */
export function findVouchingHost(provenBy: ProvenBy | undefined): string | undefined {
  return provenBy && 'host' in provenBy ? provenBy.host : undefined;
}

/**
 * A badge's id together with its signer: two credentials may have the same id, because signers
 * choose them. Undefined without an id.
 */
export function nameSignedBadge({
  id,
  issuer,
}: {
  id?: string | undefined;
  issuer?: { provenBy?: ProvenBy | undefined };
}): string | undefined {
  return id === undefined ? undefined : `${id}\n${nameSigner(issuer?.provenBy)}`;
}

function nameSigner(provenBy: ProvenBy | undefined): string {
  if (!provenBy) return '';
  switch (provenBy.by) {
    case 'did:key':
      return `did:key ${provenBy.key}`;
    case 'jwk':
      return `jwk ${provenBy.thumbprint}`;
    case 'hosted':
      // The id is the address from which the badge was read.
      return 'hosted';
    default:
      return `${provenBy.by} ${provenBy.host}${provenBy.path ?? ''}`;
  }
}

/**
 * Parses a website that an issuer claims. It becomes a link only on the exact host that vouches for
 * the issuer, because a subdomain may belong to someone else.
 */
export function parseClaimedWebsite(
  url: string | undefined,
  provenBy: ProvenBy | undefined,
): { host: string; href?: string } | undefined {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { host, href, username, password } = new URL(url);
  const isVouchedFor = host === findVouchingHost(provenBy) && username === '' && password === '';
  return isVouchedFor ? { host, href } : { host };
}

const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Prepares foreign text for one line of a page. Without control characters, it can't reorder or
 * hide the text around it.
 */
export function toDisplayText(text: string, limit = 300): string {
  const line = text
    .slice(0, limit * 4)
    .replaceAll(invisible, ' ')
    .trim();
  const characters = [...line.toWellFormed()];
  return characters.length <= limit
    ? line.toWellFormed()
    : `${characters.slice(0, limit).join('')}…`;
}

/** Reason not to parse a document. For a JWT, its payload counts. */
export function findTextExcess(text: string): string | undefined {
  if (!isJwt(text)) return findJsonExcess(Buffer.from(text));
  const parts = text.trim().split('.', 2);
  return parts
    .map((part) => findJsonExcess(Buffer.from(part, 'base64url')))
    .find((excess) => excess !== undefined);
}
