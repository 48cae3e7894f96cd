import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import type { Jws } from '../../shared/decode.ts';
import { createFinding, type Finding } from '../../shared/finding.ts';
import { isObject, type Json } from '../../shared/read.ts';
import { encodeMultikey, readDidKey } from '../did.ts';
import { checkProofs, type ProofResult } from './check-proof.ts';
import type { Contexts } from './contexts.ts';
import { catchKeyErrors, type FoundKey, findKey, type KeySearch } from './find-key.ts';
import { findDifferingClaim, type ParsedDocument } from './open.ts';
import { getKeyKind, importPublicKey, verifySignature } from './public-key.ts';
import { getIssuerId } from './shape.ts';

/** Checks signature and key by the document's kind of proof. */
export function prove(
  { document, jwt }: ParsedDocument,
  contexts: Contexts,
  search: Omit<KeySearch, 'issuer'>,
): Promise<ProofResult> {
  const from = { ...search, issuer: getIssuerId(document) };
  return jwt ? checkJwt(jwt, document, from) : checkProofs(document, contexts, from);
}

/** Open Badges 3.0 §Verify a Credential VC-JWT Signature. `document` is the one in the JWT. */
export async function checkJwt(jwt: Jws, document: Json, search: KeySearch): Promise<ProofResult> {
  const found = await checkSignature(jwt, search, document);
  if ('proof' in found) return found;
  return { proof: found, issuer: createFinding('unknown', 'signer_unknown') };
}

/** Checks the signature and the key of a JWT, and that its claims match `document`, if there is one. */
export async function checkSignature(
  jwt: Jws,
  search: KeySearch,
  document?: Json,
): Promise<ProofResult | Finding> {
  const kind = getKeyKind(jwt.header);
  if (typeof kind !== 'string') return kind;
  const claim = document && findDifferingClaim(jwt.payload, document);
  if (claim) return createFinding('invalid', 'claim_differs', { claim });
  const found = await findJwtKey(jwt.header, search);
  if ('outcome' in found) return found;
  if (found.key.kind !== kind)
    return createFinding('invalid', 'key_mismatch', { type: String(jwt.header.alg) });
  return (await verifySignature(found.key, jwt.signature, utf8ToBytes(jwt.signed)))
    ? {
        proof: createFinding('valid', 'signature_valid'),
        issuer: found.isOfIssuer,
        carriedKey: found.carriedKey,
      }
    : createFinding('invalid', 'altered');
}

async function findJwtKey({ kid, jwk }: Json, search: KeySearch): Promise<FoundKey | Finding> {
  if (typeof kid === 'string' && kid.includes(':')) return findKey(kid, search);
  const isKey = readDidKey(search.issuer) !== undefined;
  const carried = isObject(jwk) ? jwk : undefined;
  const readCarried = (own: Json) => catchKeyErrors(() => readCarriedKey(own, search));
  if (carried && (isKey || typeof kid !== 'string')) return readCarried(carried);
  if (typeof kid !== 'string') return createFinding('unknown', 'key_unnamed');
  // A did:key has one key and no names, so the name is only a hint (RFC 7515 §4.1.4).
  if (isKey) return findKey(search.issuer, search);
  const found = await findKey(`${search.issuer}#${kid.replace(/^#/, '')}`, search);
  // A name that the issuer's document doesn't have may be the signer's own name for the key that
  // the JWT carries.
  return 'outcome' in found && carried ? readCarried(carried) : found;
}

/**
 * Uses the key in a JWT's own header (Open Badges 3.0 §Create the JOSE Header). Anyone can put
 * their own key there, so it proves the signer only if the issuer is that key itself.
 */
async function readCarriedKey(jwk: Json, { issuer }: KeySearch): Promise<FoundKey> {
  const key = await importPublicKey({ publicKeyJwk: jwk });
  const did = key.kind === 'RSA' ? undefined : `did:key:${await encodeMultikey(key.key)}`;
  if (did === issuer) return { key, isOfIssuer: createFinding('valid', 'signed_by_issuer') };
  const carriedKey = await hashThumbprint(key.key);
  const isOfIssuer = createFinding('unknown', 'key_in_credential', { thumbprint: carriedKey });
  return { key, isOfIssuer, carriedKey };
}

/**
 * Returns a name for a bare public key: the SHA-256 of its required members in order (RFC 7638 §3).
 */
async function hashThumbprint(key: CryptoKey): Promise<string> {
  const { crv, e, kty, n, x, y } = await crypto.subtle.exportKey('jwk', key);
  const required = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  const bytes = utf8ToBytes(JSON.stringify(required)) as Uint8Array<ArrayBuffer>;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return base64urlnopad.encode(hash);
}
