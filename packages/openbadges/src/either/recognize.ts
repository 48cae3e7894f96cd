import { unbakeAll } from '../baking/unbake.ts';
import { decodeBase64Url } from '../shared/decode.ts';
import { allTexts, isObject } from '../shared/read.ts';

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
  return [...allTexts(document['@context']), ...allTexts(document.type)].some(
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

/**
 * The credential in a picture. An Open Badges 3.0 one is self-contained and comes first. Undefined
 * if there is none. Throws if the file isn't a picture or contains several candidates.
 */
export async function unbakeCredential(picture: Uint8Array): Promise<string | undefined> {
  const found = await unbakeAll(picture);
  const signed = found.filter(({ edition }) => edition === '3.0');
  if (signed.length > 1) throw new Error('it contains several credentials, but only 1 is allowed');
  return (signed[0] ?? found[0])?.text;
}

/** The content of a file: a document, JWT or address as text, else the result of {@link unbakeCredential}. */
export async function readCredentialFile(file: Uint8Array): Promise<string | undefined> {
  return readTextFile(file) ?? unbakeCredential(file);
}

/** Binary files don't start like text. */
export function readTextFile(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file).trim();
  return /^(?:[[{"]|https?:\/\/\S+$)/i.test(text) || isJwt(text) ? text : undefined;
}
