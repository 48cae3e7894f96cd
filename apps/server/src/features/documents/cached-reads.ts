import * as contract from '@insignia/contract';
import { memoizeByAccept } from '../../kernel/accept.ts';
import type { CachedRead } from '../../platform/http/index.ts';
import type { Documents } from './documents.ts';
import {
  chooseFormat,
  chooseType,
  type DocumentFormat,
  type DocumentKind,
  didTypes,
  documentPaths,
  documentTypes,
} from './rules.ts';

/** Returns the cache key of one form of a document: its path, and a mark for JSON-LD. */
export function documentCacheKey(path: string, form: DocumentFormat): string {
  return form === 'ld' ? `${path} ld` : path;
}

const chooseFormatOnce = memoizeByAccept(chooseFormat);

/** Verifiers read these documents more than anything else. */
export function createDocumentReads(documents: Documents): CachedRead[] {
  return (['credential', 'badge', 'issuer'] satisfies DocumentKind[]).map((kind) => {
    const route = documentPaths[kind];
    const buildPath = contract.createPathBuilder(route);
    return {
      ...{ document: kind, route },
      keyOf: (id, accept) => {
        const form = chooseFormatOnce(accept);
        return form === 'page' ? undefined : documentCacheKey(buildPath(id), form);
      },
      load: (id, accept) => documents[kind](id, chooseFormatOnce(accept) === 'ld'),
    };
  });
}

/** Media type of a JWT response. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';
/** Media type of a Status List Token. */
export const TOKEN_TYPE = 'application/statuslist+jwt';

/** Forms of a signed credential and their file names. */
export const signedFiles = {
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

const chooseDocumentType = memoizeByAccept((accept) => chooseType(accept, documentTypes));
const chooseDidType = memoizeByAccept((accept) => chooseType(accept, didTypes));

/**
 * Wallets and verifiers read these documents. Documents that must be signed first go to the routes.
 */
export const signedReads: CachedRead[] = (
  [
    [
      contract.signedCredential,
      (id, accept) => credentialKey(signedFiles.document, chooseDocumentType(accept), id),
    ],
    [contract.statusList, (id, accept) => statusListKey(chooseDocumentType(accept), id)],
    [contract.statusListToken, (id) => statusListKey(TOKEN_TYPE, id)],
    [contract.signedJwt, (id) => credentialKey(signedFiles.jwt, TEXT_TYPE, id)],
    [contract.signedBadge, (id) => credentialKey(signedFiles.badge, 'image/png', id)],
    [contract.issuerDid, (id, accept) => didKey(chooseDidType(accept), id)],
  ] satisfies [{ path: string }, CachedRead['keyOf']][]
).map(([{ path: route }, keyOf]) => ({ document: 'signed', route, keyOf }));
