import { decodeBase64Url } from '../shared/base64url.ts';
import { isObject, words } from '../shared/read.ts';

export function isJwt(text: string): boolean {
  return /^[\w-]{4,}\.[\w-]{4,}\.[\w-]*$/.test(text.trim());
}

/**
 * Whether it is of Open Badges 3.0: it names a context of verifiable credentials, which no assertion of 2.0 does, or is the payload of a
 * JWT of data model 1.1.
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

/** The value of a text: JSON, or the payload of a JWT; undefined where it is neither. */
export function readValue(text: string): unknown {
  try {
    // Some editors begin files with a mark of their encoding.
    if (!isJwt(text)) return JSON.parse(text.trim());
    const [, payload = ''] = text.trim().split('.');
    return JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)));
  } catch {
    return undefined;
  }
}
