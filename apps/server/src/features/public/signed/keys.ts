import * as contract from '@insignia/contract';
import { onceForEach } from '../../../kernel/accept.ts';
import { chooseType, didForms, forms } from './rules.ts';

/** Plain text, as a JWT is given. */
export const text = 'text/plain; charset=utf-8';

/** The forms of a signed credential, and what each is called as a file. */
export const files = {
  document: 'credential.json',
  jwt: 'credential.jwt',
  badge: 'badge.png',
} as const;

/** The cache's name of a signed credential in one of its forms. */
export function credentialKey(file: string, type: string, id: string, isDownload = false): string {
  return `${file} ${type} ${id}${isDownload ? ' download' : ''}`;
}

export const didKey = (type: string, issuerId: string): string => `did ${type} ${issuerId}`;

export const statusListKey = (type: string, listId: string): string => `status ${type} ${listId}`;

const typeOf = onceForEach((accept) => chooseType(accept, forms));
const didTypeOf = onceForEach((accept) => chooseType(accept, didForms));

const reads = (
  [
    [contract.signedCredential, (id, accept) => credentialKey(files.document, typeOf(accept), id)],
    [contract.statusList, (id, accept) => statusListKey(typeOf(accept), id)],
    [contract.signedJwt, (id) => credentialKey(files.jwt, text, id)],
    [contract.signedBadge, (id) => credentialKey(files.badge, 'image/png', id)],
    [contract.issuerDid, (id, accept) => didKey(didTypeOf(accept), id)],
  ] satisfies [{ path: string }, (id: string, accept: string | undefined) => string][]
).map(([{ path }, key]) => {
  const [before = '', after = ''] = path.split(/:\w+/);
  return { path, before, after, key };
});
const readAt = (url: string) =>
  reads.find(({ before, after }) => url.startsWith(before) && url.endsWith(after));

/** What the cache calls that which is read at this path, if it is one of a signed document. */
export function keyAt(url: string, accept: string | undefined): string | undefined {
  const found = readAt(url);
  return found?.key(url.slice(found.before.length, url.length - found.after.length), accept);
}

/** The route of such a path. */
export const routeAt = (url: string): string | undefined => readAt(url)?.path;
