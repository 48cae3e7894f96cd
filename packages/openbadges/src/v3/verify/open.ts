import { ambiguityOf } from '../../shared/ambiguity.ts';
import { isObject, type Json } from '../../shared/read.ts';
import { checkJwt, credentialOf, decodeJwt, isCompactJws, type Jwt } from './check-jwt.ts';
import { checkProofs, type Proven } from './check-proof.ts';
import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';
import { excess, mostText } from './limits.ts';
import { issuerOf } from './shape.ts';

/** A signed document as it came: JSON with proofs, or a JWT. */
export type Opened = { document: Json; jwt?: Jwt };

/** Reads JSON or a compact JWS; of what is neither, or too much to be looked at, a phrase that says so. */
export function open(source: string): Opened | { problem: string } {
  if (source.length > mostText) return { problem: 'is larger than 1 MiB' };
  const trimmed = source.trim();
  const isJws = isCompactJws(trimmed);
  const opened = isJws ? openJwt(trimmed) : openJson(trimmed);
  if ('problem' in opened) return opened;
  const written = opened.jwt?.written ?? [trimmed];
  const problem =
    excess(opened.document) ?? written.map(ambiguityOf).find((each) => each !== undefined);
  return problem ? { problem } : opened;
}

function openJwt(source: string): Opened | { problem: string } {
  try {
    const jwt = decodeJwt(source);
    return { document: credentialOf(jwt), jwt };
  } catch {
    return { problem: 'is not a JWT' };
  }
}

function openJson(source: string): Opened | { problem: string } {
  try {
    const document: unknown = JSON.parse(source);
    return isObject(document) ? { document } : { problem: 'is not a JSON object' };
  } catch {
    return { problem: 'is neither JSON nor a JWT' };
  }
}

/** Who signed it, by whichever kind of proof it has. */
export function prove(
  { document, jwt }: Opened,
  contexts: Contexts,
  seeking: Omit<Seeking, 'issuer'>,
): Promise<Proven> {
  const from = { ...seeking, issuer: issuerOf(document) };
  return jwt ? checkJwt(jwt, from) : checkProofs(document, contexts, from);
}
