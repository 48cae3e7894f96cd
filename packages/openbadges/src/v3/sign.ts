import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { Json } from '../shared/read.ts';
import { canonical } from './canonical.ts';
import { dateTime } from './present.ts';
import { iri, quadsOf } from './quads.ts';
import type { Signer } from './signer.ts';

/** A credential or status list with its proof. */
export type Signed = Json & { proof: Json };

/**
 * Signs a document from {@link credentialDocument} (Data Integrity EdDSA Cryptosuites §3.2,
 * eddsa-rdfc-2022). Deterministic: the same document, key and `created` give the same proof.
 */
export function signCredential(
  document: Json,
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<Signed> {
  return sign(document, 'credential', signer, created);
}

/** Signs a document from {@link statusListDocument} the same way. */
export function signStatusList(
  document: Json,
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<Signed> {
  return sign(document, 'statusList', signer, created);
}

async function sign(
  document: Json,
  kind: 'credential' | 'statusList',
  signer: Signer<'Ed25519'>,
  created: Date,
): Promise<Signed> {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: dateTime(created),
    verificationMethod: signer.verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const texts = [canonicalProof(proof), await canonical(quadsOf(document, kind))];
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
    `<${security}verificationMethod> <${iri(verificationMethod)}>`,
  ]
    .map((rest) => `_:c14n0 ${rest} .\n`)
    .join('');
}
