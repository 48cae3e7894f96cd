import { decode } from 'cborg';
import { decodeBase64Url } from '../../shared/base64url.ts';

/** CBOR may mark bytes as such (RFC 8746 §2.1). */
const bytesAsSuch = 64;
const tags = Object.assign([], { [bytesAsSuch]: (bytes: Uint8Array) => bytes });
/** Of the tag that says that it is a base proof. */
const tagBytes = 3;

/** What of a document its issuer has bound to be shown (ECDSA Cryptosuites §3.5.3 parseBaseProofValue). */
export function pointersOf(baseProofValue: string): unknown {
  const bytes = decodeBase64Url(baseProofValue.slice(1)).subarray(tagBytes);
  const parts: unknown[] = decode(bytes, { useMaps: true, tags });
  return parts[4];
}

/**
 * Whether all lead to what the document itself has. The library goes by what objects inherit too, in the document and at the same
 * time in what it makes of it: `/name/__proto__/trim` would give all objects of the process what texts have.
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
