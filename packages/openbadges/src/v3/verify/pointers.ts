import { decode } from 'cborg';
import { decodeBase64Url } from '../../shared/base64url.ts';

/** CBOR may tag byte strings (RFC 8746 §2.1). */
const bytesAsSuch = 64;
const tags = Object.assign([], { [bytesAsSuch]: (bytes: Uint8Array) => bytes });
/** Length of the tag of a base proof. */
const tagBytes = 3;

/** Mandatory pointers of a document (ECDSA Cryptosuites §3.5.3 parseBaseProofValue). */
export function pointersOf(baseProofValue: string): unknown {
  const bytes = decodeBase64Url(baseProofValue.slice(1)).subarray(tagBytes);
  const parts: unknown[] = decode(bytes, { useMaps: true, tags });
  return parts[4];
}

/**
 * True if all pointers lead to own members of the document. The library also follows inherited ones
 * and writes at the same path: `/name/__proto__/trim` would change all objects of the process.
 */
export function leadInto(document: unknown, pointers: unknown): boolean {
  return (
    Array.isArray(pointers) &&
    pointers.every((pointer) => typeof pointer === 'string' && leadsInto(document, pointer))
  );
}

function leadsInto(document: unknown, pointer: string): boolean {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}
