import { unbakeAll } from '../baking/unbake.ts';
import { isJwt } from './recognize.ts';

/**
 * What a picture shows: what is baked in by Open Badges 3.0 is whole by itself, so it comes first. Undefined when there is
 * nothing; throws where the picture is none, or has several of which it can show one.
 */
export async function textIn(picture: Uint8Array): Promise<string | undefined> {
  const found = await unbakeAll(picture);
  const signed = found.filter(({ edition }) => edition === '3.0');
  if (signed.length > 1)
    throw new Error('several credentials are baked into it, of which a picture can show one');
  return (signed[0] ?? found[0])?.text;
}

/** What a file holds: a document, a JWT or an address as it is written, else what {@link textIn} finds. */
export async function heldIn(file: Uint8Array): Promise<string | undefined> {
  return writtenIn(file) ?? textIn(file);
}

/** Whatever its bytes: what is no text does not begin as one. */
export function writtenIn(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file).trim();
  return /^(?:[[{"]|https?:\/\/\S+$)/i.test(text) || isJwt(text) ? text : undefined;
}
