import { findAmbiguity } from './ambiguity.ts';
import { decodeBase64Url } from './base64url.ts';
import { isObject, type Json } from './read.ts';

/** The parts of a compact JWS (RFC 7515 §7.1). Nothing in it has been verified. */
export type Jws = {
  header: Json;
  payload: Json;
  /** The text that the signature covers. */
  signed: string;
  signature: Uint8Array;
  /** Why readers could understand it differently. See {@link ambiguityOf}. */
  ambiguity: string | undefined;
};

export function isCompactJws(text: string): boolean {
  return /^[\w-]+\.[\w-]*\.[\w-]*$/.test(text);
}

/**
 * Decodes each part once. Throws if a part isn't base64url, or if the header or payload isn't a
 * JSON object.
 */
export function readJws(text: string): Jws {
  const [header = '', payload = '', signature = ''] = text.split('.');
  const texts = [header, payload].map((part) =>
    new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(part)),
  );
  const [first, second] = texts.map((each): Json => {
    const value: unknown = JSON.parse(each);
    if (!isObject(value)) throw new Error('not a JSON object');
    return value;
  }) as [Json, Json];
  return {
    header: first,
    payload: second,
    signed: `${header}.${payload}`,
    signature: decodeBase64Url(signature),
    ambiguity: texts.map(findAmbiguity).find((each) => each !== undefined),
  };
}
