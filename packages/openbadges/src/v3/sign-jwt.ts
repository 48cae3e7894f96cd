import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import { isObject, type Json, text } from '../shared/read.ts';
import type { Signer } from './signer.ts';

/**
 * Signs a credential as compact JWS (Open Badges 3.0 §JSON Web Token Proof Format): members at the
 * top level beside the registered claims, and only the allowed headers (§Create the JOSE Header).
 * Throws if the subject has no id for `sub`.
 */
export async function signCredentialJwt(document: Json, signer: Signer): Promise<string> {
  const { credentialSubject, issuer, id, validFrom, validUntil } = document;
  const sub = isObject(credentialSubject) ? text(credentialSubject.id) : undefined;
  if (sub === undefined) throw new Error('a JWT needs a credentialSubject with an id');
  const header = {
    alg: signer.algorithm === 'Ed25519' ? 'EdDSA' : signer.algorithm,
    kid: signer.verificationMethod,
    typ: 'JWT',
  };
  const claims = {
    iss: text(issuer),
    jti: text(id),
    nbf: seconds(validFrom),
    sub,
    ...(validUntil === undefined ? {} : { exp: seconds(validUntil) }),
  };
  const signed = `${part(header)}.${part({ ...document, ...claims })}`;
  return `${signed}.${base64urlnopad.encode(await signer.sign(utf8ToBytes(signed)))}`;
}

function part(value: object): string {
  return base64urlnopad.encode(utf8ToBytes(JSON.stringify(value)));
}

/** NumericDate (RFC 7519 §2). */
function seconds(dateTime: unknown): number {
  return Date.parse(String(dateTime)) / 1_000;
}
