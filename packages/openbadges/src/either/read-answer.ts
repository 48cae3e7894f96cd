import { findAmbiguity } from '../shared/ambiguity.ts';
import { excess } from '../v3/verify/limits.ts';
import { isSigned } from './recognize.ts';
import { textIn, writtenIn } from './text-in.ts';

/**
 * What a server gave: a document that is JSON; else a text, such as a JWT, a page, or what is baked into its picture, which so never
 * stands for a document that has to be there itself. A signed one that does not say the same to all who read it stays the text
 * that it is, so that whoever verifies it is told. `readPicture` returns what is baked
 * into a picture, such as from another thread; undefined where there is nothing or no picture.
 */
export async function readAnswer(
  body: Uint8Array,
  readPicture = (picture: Uint8Array): Promise<string | undefined> =>
    textIn(picture).catch(() => undefined),
): Promise<{ document: unknown } | { fault: string }> {
  const written = writtenIn(body);
  if (written === undefined) {
    const baked = await readPicture(body);
    return { document: baked ?? new TextDecoder().decode(body).trim() };
  }
  let document: unknown;
  try {
    document = JSON.parse(written);
  } catch {
    return { document: written };
  }
  const fault = excess(document);
  if (fault) return { fault };
  return { document: isSigned(document) && findAmbiguity(written) ? written : document };
}
