import {
  getAward,
  issuerDid,
  matchStart,
  pagePaths,
  pathMaker,
  pathMatcher,
  publicAward,
  signedCredential,
  statusList,
} from '@insignia/contract';
import type { ProvenBy } from '@insignia/openbadges/shared';
import { readId } from '../../../kernel/id.ts';
import { type DocumentKind, documentAt } from '../documents/rules.ts';

const assertionPath = pathMaker(publicAward.path);

/** Our own document at an address under BASE_URL. */
export function ownDocument(
  url: string,
  baseUrl: string,
): { kind: DocumentKind; guid: string } | undefined {
  return isOwn(url, baseUrl) ? documentAt(url.slice(baseUrl.length)) : undefined;
}

export function isOwn(url: string, baseUrl: string): boolean {
  return url === baseUrl || url.startsWith(`${baseUrl}/`);
}

/** People paste the address of a page or file. Maps it to the assertion. */
export function assertionUrl(url: string, baseUrl: string): string {
  if (!isOwn(url, baseUrl)) return url;
  const path = url.slice(baseUrl.length);
  const guid =
    matchStart(pagePaths.credential, path)?.guid ?? matchStart(getAward.path, path)?.awardId;
  return guid ? baseUrl + assertionPath(guid) : url;
}

export type SignedAt = { kind: 'credential' | 'did' | 'list'; id: string };

const credentialAt = pathMatcher(signedCredential.path);
const didAt = pathMatcher(issuerDid.path);
const listAt = pathMatcher(statusList.path);

/** Our own signed document at an address. */
export function signedAt(url: string, baseUrl: string): SignedAt | undefined {
  if (!isOwn(url, baseUrl)) return undefined;
  const path = url.slice(baseUrl.length);
  const [credential, did, list] = [credentialAt(path), didAt(path), listAt(path)];
  if (credential) return idAs('credential', credential.guid);
  if (did) return idAs('did', did.guid);
  return list && idAs('list', list.listId);
}

function idAs(kind: SignedAt['kind'], text: string): SignedAt | undefined {
  const id = readId(text);
  return id === undefined ? undefined : { kind, id };
}

/** did:web implies HTTPS. On a service without it, maps the address to BASE_URL. */
export function underBase(url: string, baseUrl: string): string {
  const secure = baseUrl.replace(/^http:/, 'https:');
  return isOwn(url, secure) ? baseUrl + url.slice(secure.length) : url;
}

/** The edition and credential of a document at this address, if the address is ours. */
export function ownCredential(
  url: string,
  baseUrl: string,
): { edition: '2.0' | '3.0'; guid: string } | undefined {
  const own = ownDocument(url, baseUrl);
  const hosted = own?.kind === 'credential' ? readId(own.guid) : undefined;
  if (hosted !== undefined) return { edition: '2.0', guid: hosted };
  const signed = signedAt(url, baseUrl);
  return signed?.kind === 'credential' ? { edition: '3.0', guid: signed.id } : undefined;
}

/** The host that vouches for an issuer. A bare key has none: anyone can make one. */
export function vouchingHost(provenBy: ProvenBy | undefined): string | undefined {
  return provenBy && 'host' in provenBy ? provenBy.host : undefined;
}

/** A website that an issuer claims. It is a link only on the very host that vouches for the issuer: a subdomain may be someone else's. */
export function claimedWebsite(
  url: string | undefined,
  provenBy: ProvenBy | undefined,
): { host: string; href?: string } | undefined {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { host, href, username, password } = new URL(url);
  const isVouchedFor = host === vouchingHost(provenBy) && username === '' && password === '';
  return isVouchedFor ? { host, href } : { host };
}

const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Foreign text for one line of a page. Without controls it can't reorder or hide what is around it. */
export function displayText(text: string, limit = 300): string {
  const line = text
    .slice(0, limit * 4)
    .replaceAll(invisible, ' ')
    .trim();
  const characters = [...line.toWellFormed()];
  return characters.length <= limit
    ? line.toWellFormed()
    : `${characters.slice(0, limit).join('')}…`;
}
