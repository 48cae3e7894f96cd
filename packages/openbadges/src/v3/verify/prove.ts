import { checkJwt } from './check-jwt.ts';
import { checkProofs, type Proven } from './check-proof.ts';
import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';
import type { ParsedDocument } from './open.ts';
import { issuerOf } from './shape.ts';

/** Whether its signature is intact and made with a key of its issuer, by whichever kind of proof it has. */
export function prove(
  { document, jwt }: ParsedDocument,
  contexts: Contexts,
  seeking: Omit<Seeking, 'issuer'>,
): Promise<Proven> {
  const from = { ...seeking, issuer: issuerOf(document) };
  return jwt ? checkJwt(jwt, document, from) : checkProofs(document, contexts, from);
}
