import { findAmbiguity } from '../../shared/ambiguity.ts';
import { isCompactJws, type Jws, readJws } from '../../shared/jws.ts';
import { isObject, type Json } from '../../shared/read.ts';
import { documentInJwt } from './jwt-document.ts';
import { excess, mostText } from './limits.ts';

/** A signed document: JSON with proofs, or the payload of a JWT. */
export type ParsedDocument = { document: Json; jwt?: Jws | undefined };
/** `problem` completes “It …”. `document` is set if the text could be parsed. */
export type ParseFailure = { problem: string; document?: Json | undefined };

/** Parses JSON or a compact JWS, each part once. */
export function open(source: string): ParsedDocument | ParseFailure {
  if (source.length > mostText) return { problem: 'is larger than 1 MiB' };
  const trimmed = source.trim();
  const opened = isCompactJws(trimmed) ? openJwt(trimmed) : openJson(trimmed);
  if ('problem' in opened) return opened;
  const ambiguity = opened.jwt ? opened.jwt.ambiguity : findAmbiguity(trimmed);
  const problem = excess(opened.document) ?? ambiguity;
  return problem ? { problem, document: opened.document } : opened;
}

function openJwt(source: string): ParsedDocument | ParseFailure {
  let jwt: Jws;
  try {
    jwt = readJws(source);
  } catch {
    return { problem: 'isn’t a JWT' };
  }
  const found = documentInJwt(jwt.payload);
  return 'problem' in found ? { ...found, document: jwt.payload } : { ...found, jwt };
}

function openJson(source: string): ParsedDocument | ParseFailure {
  try {
    const document: unknown = JSON.parse(source);
    return isObject(document) ? { document } : { problem: 'isn’t a JSON object' };
  } catch {
    return { problem: 'is neither JSON nor a JWT' };
  }
}
