import { decodeBase64Url } from '../shared/base64url.ts';
import { isObject, words } from '../shared/read.ts';

export function isJwt(text: string): boolean {
  return /^[\w-]{4,}\.[\w-]{4,}\.[\w-]*$/.test(text.trim());
}

/**
 * True for Open Badges 3.0: it names a verifiable credentials context, which no 2.0 assertion does,
 * or is the payload of a JWT of data model 1.1.
 */
export function isSigned(document: unknown): boolean {
  if (!isObject(document)) return false;
  if (isObject(document.vc) || isObject(document.vp)) return true;
  return [...words(document['@context']), ...words(document.type)].some(
    (each) =>
      each === 'VerifiableCredential' ||
      /^https:\/\/www\.w3\.org\/(2018|ns)\/credentials\//.test(each),
  );
}

/** Parses JSON, or the payload of a JWT. Undefined otherwise. */
export function readValue(text: string): unknown {
  try {
    // Some editors add a byte order mark.
    if (!isJwt(text)) return JSON.parse(text.trim());
    const [, payload = ''] = text.trim().split('.');
    return JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)));
  } catch {
    return undefined;
  }
}
