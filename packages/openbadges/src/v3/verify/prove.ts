import { checkJwt } from './check-jwt.ts';
import { checkProofs, type Proven } from './check-proof.ts';
import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';
import type { ParsedDocument } from './open.ts';
import { issuerOf } from './shape.ts';

/** Checks signature and key by the document's kind of proof. */
export function prove(
  { document, jwt }: ParsedDocument,
  contexts: Contexts,
  seeking: Omit<Seeking, 'issuer'>,
): Promise<Proven> {
  const from = { ...seeking, issuer: issuerOf(document) };
  return jwt ? checkJwt(jwt, document, from) : checkProofs(document, contexts, from);
}
