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
import { readId } from '../../../kernel/id.ts';
import { type DocumentKind, documentAt } from '../documents/rules.ts';

const assertionPath = pathMaker(publicAward.path);

/** Which of our own documents an address is: those under BASE_URL are read inside. */
export function ownDocument(
  url: string,
  baseUrl: string,
): { kind: DocumentKind; guid: string } | undefined {
  return isOwn(url, baseUrl) ? documentAt(url.slice(baseUrl.length)) : undefined;
}

export function isOwn(url: string, baseUrl: string): boolean {
  return url === baseUrl || url.startsWith(`${baseUrl}/`);
}

/** People paste what they see: the page's address, or a file's. The assertion's is meant. */
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

/** Which of our own signed documents is at an address. */
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

/** A did:web always means HTTPS: on a service without it, such as one on somebody's own machine, it is BASE_URL that is meant. */
export function underBase(url: string, baseUrl: string): string {
  const secure = baseUrl.replace(/^http:/, 'https:');
  return isOwn(url, secure) ? baseUrl + url.slice(secure.length) : url;
}

/** The credential whose document of either edition is at this address of ours. */
export function ownCredential(url: string, baseUrl: string): string | undefined {
  const own = ownDocument(url, baseUrl);
  if (own?.kind === 'credential') return own.guid;
  const signed = signedAt(url, baseUrl);
  return signed?.kind === 'credential' ? signed.id : undefined;
}
