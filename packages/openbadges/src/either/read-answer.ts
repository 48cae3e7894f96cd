import { findAmbiguity } from '../shared/ambiguity.ts';
import { excess } from '../v3/verify/limits.ts';
import { isSigned } from './recognize.ts';
import { textIn, writtenIn } from './text-in.ts';

/**
 * Reads the body of a response: JSON as a document, anything else as text, such as a JWT, a page, or what is baked into an image.
 * Baked text never replaces a document that must be at the address itself. Ambiguous signed JSON stays text, so that
 * verification reports it. `readPicture` returns what is baked into an image, for example from another thread.
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
