import { unbakeAll } from '../baking/unbake.ts';
import { isJwt } from './recognize.ts';

/**
 * The credential in a picture. An Open Badges 3.0 one is self-contained and comes first. Undefined
 * if there is none. Throws if the file isn't a picture or contains several candidates.
 */
export async function textIn(picture: Uint8Array): Promise<string | undefined> {
  const found = await unbakeAll(picture);
  const signed = found.filter(({ edition }) => edition === '3.0');
  if (signed.length > 1) throw new Error('it contains several credentials, but only 1 is allowed');
  return (signed[0] ?? found[0])?.text;
}

/** The content of a file: a document, JWT or address as text, else the result of {@link textIn}. */
export async function heldIn(file: Uint8Array): Promise<string | undefined> {
  return writtenIn(file) ?? textIn(file);
}

/** Binary files don't start like text. */
export function writtenIn(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file).trim();
  return /^(?:[[{"]|https?:\/\/\S+$)/i.test(text) || isJwt(text) ? text : undefined;
}
