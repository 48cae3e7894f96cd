import { utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase64Url } from '../../shared/base64url.ts';
import { isObject, type Json, text, words } from '../../shared/read.ts';
import type { Proven } from './check-proof.ts';
import { findKey, type Seeking } from './find-key.ts';
import { isSignatureOf, type PublicKey } from './public-key.ts';
import type { Finding } from './report.ts';
import { issuerOf } from './shape.ts';

/** A compact JWS taken apart (RFC 7515 §7.1), nothing of it checked. */
export type Jwt = {
  header: Json;
  payload: Json;
  /** Header and payload as they are written. */
  written: [header: string, payload: string];
  signed: string;
  signature: Uint8Array;
};

/** Signatures only: with a public key as the secret of an HMAC, or with none, anybody could sign (RFC 8725 §2.1). */
const algorithms = new Map<unknown, PublicKey['kind']>([
  ['RS256', 'RSA'],
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['EdDSA', 'Ed25519'],
  ['Ed25519', 'Ed25519'],
]);
/** Real signatures by which nothing is checked here. */
const unknownAlgorithms: unknown[] = [
  ...['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256K', 'ES512', 'Ed448'],
];
const claims = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];

export function isCompactJws(source: string): boolean {
  return /^[\w-]+\.[\w-]*\.[\w-]*$/.test(source);
}

/** Throws where a part is no base64url, or no JSON object. */
export function decodeJwt(source: string): Jwt {
  const [header = '', payload = '', signature = ''] = source.split('.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const written: Jwt['written'] = [
    decoder.decode(decodeBase64Url(header)),
    decoder.decode(decodeBase64Url(payload)),
  ];
  const [first, second] = written.map((text): Json => {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) throw new Error('not a JSON object');
    return value;
  }) as [Json, Json];
  return {
    header: first,
    payload: second,
    written,
    signed: `${header}.${payload}`,
    signature: decodeBase64Url(signature),
  };
}

/** The credential that a JWT carries on top level (Open Badges 3.0 §JWT Payload Format). */
export function credentialOf({ payload }: Jwt): Json {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !claims.includes(name)));
}

/** Open Badges 3.0 §Verify a Credential VC-JWT Signature. */
export async function checkJwt(jwt: Jwt, seeking: Seeking): Promise<Proven> {
  const found = await signatureOf(jwt, seeking);
  if ('proof' in found) return found;
  const untold = { outcome: 'unknown', message: 'Only its signature says who signed it.' } as const;
  return { proof: found, issuer: untold };
}

async function signatureOf(jwt: Jwt, seeking: Seeking): Promise<Proven | Finding> {
  const { alg, kid, crit } = jwt.header;
  if (unknownAlgorithms.includes(alg))
    return { outcome: 'unknown', message: `Its kind of signature is not known here: ${alg}.` };
  const kind = algorithms.get(alg);
  if (!kind)
    return {
      outcome: 'invalid',
      message: `It is not signed in a way that proves anything (${words(alg).join().slice(0, 20)}).`,
    };
  if (crit !== undefined)
    return {
      outcome: 'invalid',
      message: 'Its header asks for what is not allowed in a badge (crit).',
    };
  const fault = faultOfClaims(jwt.payload);
  if (fault) return { outcome: 'invalid', message: fault };
  if (typeof kid !== 'string')
    return {
      outcome: 'unknown',
      message: 'It names no key of its issuer, and one that it brings along proves nothing.',
    };
  const method = kid.includes(':') ? kid : `${seeking.issuer}#${kid.replace(/^#/, '')}`;
  const found = await findKey(method, seeking);
  if ('outcome' in found) return found;
  if (found.key.kind !== kind)
    return { outcome: 'invalid', message: `Its key is not one for ${String(alg)}.` };
  return (await isSignatureOf(found.key, jwt.signature, utf8ToBytes(jwt.signed)))
    ? { proof: { outcome: 'valid', message: 'Its signature is intact.' }, issuer: found.isOfIssuer }
    : {
        outcome: 'invalid',
        message: 'It was changed after it was signed, or signed by another key.',
      };
}

/** Claims and members must say the same, since readers take one or the other. */
function faultOfClaims(payload: Json): string | undefined {
  const { iss, sub, jti, nbf, exp, credentialSubject, id } = payload;
  const from = payload.validFrom ?? payload.issuanceDate;
  const until = payload.validUntil ?? payload.expirationDate;
  const subject = isObject(credentialSubject) ? text(credentialSubject.id) : undefined;
  const seconds = (date: unknown): number => Math.floor(Date.parse(text(date) ?? '') / 1_000);
  const differs = [
    ['iss', iss !== issuerOf(payload)],
    ['sub', sub !== undefined && sub !== subject],
    ['jti', jti !== undefined && jti !== id],
    ['nbf', nbf !== undefined && nbf !== seconds(from)],
    ['exp', exp !== undefined && exp !== seconds(until)],
  ].find(([, isWrong]) => isWrong);
  return differs && `Its claim ${String(differs[0])} says something else than the credential.`;
}
