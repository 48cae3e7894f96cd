import * as contract from '@insignia/contract';
import { onceForEach } from '../../../kernel/accept.ts';
import type { CachedRead } from '../../../platform/http/index.ts';
import { chooseType, didForms, forms } from './rules.ts';

/** Media type of a JWT response. */
export const text = 'text/plain; charset=utf-8';

/** Forms of a signed credential and their file names. */
export const files = {
  document: 'credential.json',
  jwt: 'credential.jwt',
  badge: 'badge.png',
} as const;

/** Cache key of a signed credential. */
export function credentialKey(file: string, type: string, id: string, isDownload = false): string {
  return `${file} ${type} ${id}${isDownload ? ' download' : ''}`;
}

export const didKey = (type: string, issuerId: string): string => `did ${type} ${issuerId}`;

export const statusListKey = (type: string, listId: string): string => `status ${type} ${listId}`;

const typeOf = onceForEach((accept) => chooseType(accept, forms));
const didTypeOf = onceForEach((accept) => chooseType(accept, didForms));

/** Wallets and verifiers read these. What has to be signed goes to the routes. */
export const signedReads: CachedRead[] = (
  [
    [contract.signedCredential, (id, accept) => credentialKey(files.document, typeOf(accept), id)],
    [contract.statusList, (id, accept) => statusListKey(typeOf(accept), id)],
    [contract.signedJwt, (id) => credentialKey(files.jwt, text, id)],
    [contract.signedBadge, (id) => credentialKey(files.badge, 'image/png', id)],
    [contract.issuerDid, (id, accept) => didKey(didTypeOf(accept), id)],
  ] satisfies [{ path: string }, CachedRead['keyOf']][]
).map(([{ path: route }, keyOf]) => ({ document: 'signed', route, keyOf }));
