import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64urlnopad } from '@scure/base';
import { firstText, isObject, type Json } from '../shared/read.ts';
import { canonicalizeQuads } from './canonical.ts';
import { formatDateTime } from './documents.ts';
import type { Signer } from './keys.ts';
import { requireIri, writeQuads } from './quads.ts';

/** A credential or status list with its proof. */
export type SignedDocument = Json & { proof: Json };

/**
 * Signs a document from {@link credentialDocument} (Data Integrity EdDSA Cryptosuites §3.2,
 * eddsa-rdfc-2022). Deterministic: the same document, key and `created` give the same proof.
 */
export function signCredential(
  document: Json,
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<SignedDocument> {
  return sign(document, 'credential', signer, created);
}

/** Signs a document from {@link statusListDocument} the same way. */
export function signStatusList(
  document: Json,
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<SignedDocument> {
  return sign(document, 'statusList', signer, created);
}

async function sign(
  document: Json,
  kind: 'credential' | 'statusList',
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<SignedDocument> {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: formatDateTime(created),
    verificationMethod: signer.verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const texts = [canonicalProof(proof), await canonicalizeQuads(writeQuads(document, kind))];
  // §3.2.4 Hashing: proof options first. Synchronous, because a round trip to another thread takes
  // longer.
  const bytes = concatBytes(...texts.map((text) => sha256(utf8ToBytes(text))));
  const proofValue = `z${base58.encode(await signer.sign(bytes))}`;
  return { ...document, proof: { ...proof, proofValue } };
}

type Options = { created: string; cryptosuite: string; verificationMethod: string };

/**
 * §3.2.5 Proof Configuration: one blank node, so its canonical N-Quads are a template with three
 * values.
 */
function canonicalProof({ created, cryptosuite, verificationMethod }: Options): string {
  const security = 'https://w3id.org/security#';
  return [
    `<http://purl.org/dc/terms/created> "${created}"^^<http://www.w3.org/2001/XMLSchema#dateTime>`,
    `<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${security}DataIntegrityProof>`,
    `<${security}cryptosuite> "${cryptosuite}"^^<${security}cryptosuiteString>`,
    `<${security}proofPurpose> <${security}assertionMethod>`,
    `<${security}verificationMethod> <${requireIri(verificationMethod)}>`,
  ]
    .map((rest) => `_:c14n0 ${rest} .\n`)
    .join('');
}

/**
 * Signs a credential as compact JWS (Open Badges 3.0 §JSON Web Token Proof Format): members at the
 * top level beside the registered claims, and only the allowed headers (§Create the JOSE Header).
 * Throws if the subject has no id for `sub`. Give a JWT for another purpose another `typ` (RFC 8725
 * §3.11).
 */
export async function signCredentialJwt(
  document: Json,
  signer: Signer,
  typ = 'JWT',
): Promise<string> {
  const { credentialSubject, issuer, id, validFrom, validUntil } = document;
  const sub = isObject(credentialSubject) ? firstText(credentialSubject.id) : undefined;
  if (sub === undefined) throw new Error('a JWT needs a credentialSubject with an id');
  const claims = {
    iss: firstText(issuer),
    jti: firstText(id),
    nbf: toNumericDate(validFrom),
    sub,
    ...(validUntil === undefined ? {} : { exp: toNumericDate(validUntil) }),
  };
  return signClaims({ ...document, ...claims }, signer, typ);
}

/** A compact JWS with these claims. */
export async function signClaims(claims: Json, signer: Signer, typ: string): Promise<string> {
  const header = {
    alg: signer.algorithm === 'Ed25519' ? 'EdDSA' : signer.algorithm,
    kid: signer.verificationMethod,
    typ,
  };
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`;
  return `${signed}.${base64urlnopad.encode(await signer.sign(utf8ToBytes(signed)))}`;
}

export function encodeJson(value: unknown): string {
  return base64urlnopad.encode(utf8ToBytes(JSON.stringify(value)));
}

/** In seconds (RFC 7519 §2). */
export function toNumericDate(dateTime: unknown): number {
  return Date.parse(String(dateTime)) / 1_000;
}
