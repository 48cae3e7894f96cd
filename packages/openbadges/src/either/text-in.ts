import { unbakeAll } from '../baking/unbake.ts';

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
