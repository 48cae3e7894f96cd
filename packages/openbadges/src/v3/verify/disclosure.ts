import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decode } from 'cborg';
import { decodeBase64Url } from '../../shared/decode.ts';
import type { Json } from '../../shared/read.ts';
import { importMultikey } from '../did.ts';
import { bundled, type Contexts } from './contexts.ts';
import { type CreateMessageDigest, type Digest, hashDocument } from './digest.ts';
import { createDiscloseCryptosuite, createVerifyCryptosuite } from './enclosed/selective-suite.ts';
import { verifySignature } from './public-key.ts';
import { createDocumentLoader, type DocumentLoader } from './to-quads.ts';

/** Data signed by the issuer's key with the signature, or the reason there is none. */
export type SelectiveDisclosure =
  | { bytes: Uint8Array; signature: Uint8Array }
  | Exclude<Digest, Uint8Array>
  | 'altered';

/** Each statement has its own signature and is compared with the others. */
const MAX_STATEMENTS = 1_000;
const cryptosuite = { name: 'ecdsa-sd-2023' };
/** As a JSON pointer (RFC 6901 §5). */
const wholeDocument = '';
/**
 * Derived proofs start with this CBOR tag in base64url (ECDSA Cryptosuites §3.5.7
 * serializeDerivedProofValue).
 */
const derived = /^u2V0B/;

/**
 * Verifies the structure of an ecdsa-sd-2023 proof (ECDSA Cryptosuites §3.6.6, §3.6.7): for a base
 * proof the whole document, for a derived proof the disclosed part. Costs several times as much as
 * {@link hashDocument}.
 */
export async function verifyDisclosure(
  document: Json,
  proof: Json,
  contexts: Contexts = bundled,
  createMessageDigest?: CreateMessageDigest,
): Promise<SelectiveDisclosure> {
  const { proof: _, ...unsecured } = document;
  if (isTrap(unsecured)) return 'unexplained';
  const { proofValue: __, ...options } = proof;
  // Keeps hostile and unsigned content from the library.
  for (const part of [{ ...options, '@context': unsecured['@context'] }, unsecured]) {
    const digest = await hashDocument(part, 'SHA-256', contexts, createMessageDigest);
    if (typeof digest === 'string') return digest;
  }
  try {
    return await verifyStatements(unsecured, proof, contexts);
  } catch {
    return 'altered';
  }
}

async function verifyStatements(
  document: Json,
  proof: Json,
  contexts: Contexts,
): Promise<SelectiveDisclosure> {
  const documentLoader = createDocumentLoader(contexts);
  const isDerived = derived.test(String(proof.proofValue));
  if (isDerived) assertLabels(readProofValue(proof)[3]);
  const whole = isDerived
    ? { document, proof }
    : await discloseAll(document, proof, documentLoader);
  const found = await createVerifyCryptosuite().createVerifyData({
    ...{ cryptosuite, ...whole, documentLoader },
  });
  const { baseSignature, proofHash, publicKey, signatures, nonMandatory, mandatoryHash } = found;
  if (nonMandatory.length > MAX_STATEMENTS) return 'endless';
  // Two nodes with one label would repeat a statement. Holders may omit statements, not split
  // nodes.
  if (new Set(nonMandatory).size < signatures.length || signatures.length !== nonMandatory.length)
    return 'altered';
  const { curve, key } = await importMultikey(`z${base58.encode(publicKey)}`);
  if (curve !== 'P-256') return 'altered';
  const checked = nonMandatory.map((statement, at) =>
    verifySignature({ kind: curve, key }, signatures[at] as Uint8Array, utf8ToBytes(statement)),
  );
  return (await Promise.all(checked)).every(Boolean)
    ? { bytes: concatBytes(proofHash, publicKey, mandatoryHash), signature: baseSignature }
    : 'altered';
}

/** The derived proof that discloses everything. */
async function discloseAll(
  document: Json,
  proof: Json,
  documentLoader: DocumentLoader,
): Promise<{ document: Json; proof: Json }> {
  // The mandatory pointers (ECDSA Cryptosuites §3.5.3 parseBaseProofValue).
  if (!areOwnPaths(document, readProofValue(proof)[4])) throw new Error('a pointer to nothing');
  const suite = createDiscloseCryptosuite({ selectivePointers: [wholeDocument] });
  const { proof: derivedProof, ...rest } = await suite.derive({
    ...{ cryptosuite: suite, document, documentLoader },
    ...{ purpose: { term: 'assertionMethod' }, proofSet: [proof] },
    dataIntegrityProof: { matchProof: async () => true },
  });
  return { document: rest, proof: derivedProof };
}

/**
 * Like {@link areOwnPaths}, for names: an inherited member name confuses the library if the document
 * has it with a context that defines it.
 */
function isTrap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => name in Object.prototype || isTrap(each));
}

/** CBOR may tag byte strings (RFC 8746 §2.1). */
const bytesAsSuch = 64;

const tags = Object.assign([], { [bytesAsSuch]: (bytes: Uint8Array) => bytes });

/** Length of the tag of a proof. */
const tagBytes = 3;

function readProofValue({ proofValue }: Json): unknown[] {
  const bytes = decodeBase64Url(String(proofValue).slice(1)).subarray(tagBytes);
  return decode(bytes, { useMaps: true, tags });
}

/** The length of an HMAC with SHA-256 (ECDSA Cryptosuites §3.5.8 parseDerivedProofValue). */
const MAX_LABEL_BYTES = 32;

/**
 * Throws for labels of nodes that no issuer makes. Every statement repeats them, and a thread that needs too much
 * memory at once for one text ends the whole process.
 */
function assertLabels(labels: unknown): void {
  const isGood =
    labels instanceof Map &&
    [...labels.values()].every(
      (each) => each instanceof Uint8Array && each.length <= MAX_LABEL_BYTES,
    );
  if (!isGood) throw new Error('a label of another length');
}

/**
 * True if all pointers lead to own members of the document. The library also follows inherited ones
 * and writes at the same path: `/name/__proto__/trim` would change all objects of the process.
 */
function areOwnPaths(document: unknown, pointers: unknown): boolean {
  return (
    Array.isArray(pointers) &&
    pointers.every((pointer) => typeof pointer === 'string' && isOwnPath(document, pointer))
  );
}

function isOwnPath(document: unknown, pointer: string): boolean {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}

export {
  /** @deprecated Use `SelectiveDisclosure`. */
  type SelectiveDisclosure as Disclosure,
  /** @deprecated Use `verifyDisclosure`. */
  verifyDisclosure as disclosureOf,
};
