import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';
import { createFinding, type Finding } from '../../shared/finding.ts';
import { all, allTexts, isObject, type Json } from '../../shared/read.ts';
import { isDateTime } from './check-dates.ts';
import type { Contexts } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { SelectiveDisclosure } from './disclosure.ts';
import { type FoundKey, findKey, type KeySearch } from './find-key.ts';
import { findDisguise } from './form.ts';
import { getHashName, type PublicKey, verifySignature } from './public-key.ts';

// The library's types describe an ES module, but it isn't one.
const canonicalJson = canonicalize as unknown as (value: object) => string;

export type ProofResult = { proof: Finding; issuer: Finding } & Pick<FoundKey, 'carriedKey'>;

/** More proofs only keep verifiers busy. */
const MAX_PROOFS = 4;
/** The suite with selective disclosure. */
const selective = 'ecdsa-sd-2023';
/** This suite signs the JSON itself. The others sign the RDF that JSON-LD derives from it. */
const jcs = 'eddsa-jcs-2022';
/** A suite with its own proof type. */
const oldSuite = 'Ed25519Signature2020';
/** Key types accepted by each suite. */
const suites = new Map<string, PublicKey['kind'][]>([
  ['eddsa-rdfc-2022', ['Ed25519']],
  [jcs, ['Ed25519']],
  ['ecdsa-rdfc-2019', ['P-256', 'P-384']],
  [oldSuite, ['Ed25519']],
  [selective, ['P-256']],
]);

/**
 * Checks the proofs of a document (Verifiable Credentials Data Integrity §4.4, §4.5). One proof by
 * the issuer is enough (Open Badges 3.0 §Proof Formats). A wrong one makes the document invalid,
 * because something was changed.
 */
export async function checkProofs(
  document: Json,
  contexts: Contexts,
  search: KeySearch,
): Promise<ProofResult> {
  const proofs = all(document.proof);
  const unknownSigner: Finding = {
    ...createFinding('unknown', 'signer_unknown'),
    message: 'Without a valid proof, the signer is unknown.',
  };
  const only = (proof: Finding): ProofResult => ({ proof, issuer: unknownSigner });
  if (proofs.length === 0) return only(createFinding('invalid', 'not_signed'));
  if (proofs.length > MAX_PROOFS)
    return only(createFinding('unknown', 'too_many_proofs', { limit: MAX_PROOFS }));
  const isPlainJson = proofs.every((proof) => isObject(proof) && getSuite(proof) === jcs);
  const disguised = isPlainJson ? undefined : findDisguise(document, contexts);
  if (disguised)
    return only({
      ...createFinding('unknown', 'content_ambiguous'),
      message: `The credential ${disguised}.`,
    });
  const sparing = proofs.length > 1 ? { ...search, digest: cacheDigests(search.digest) } : search;
  const found: ProofResult[] = [];
  for (const proof of proofs) {
    const proven = await checkProof(document, proof, sparing);
    const each = 'proof' in proven ? proven : only(proven);
    // A wrong proof decides. If one takes too long, the others of the document do too.
    if (each.proof.outcome === 'invalid' || each.proof === failures.endless) return each;
    found.push(each);
  }
  const rank = ({ proof, issuer }: ProofResult): number =>
    proof.outcome === 'unknown' ? 3 : issuer.outcome === 'valid' ? 1 : 2;
  return found.toSorted((one, other) => rank(one) - rank(other))[0] ?? only(unknownSigner);
}

/** All proofs hash the same document, which is expensive, so it is done once. */
function cacheDigests(digest: KeySearch['digest']): KeySearch['digest'] {
  const digests = new Map<string, Promise<Digest>>();
  return (document, hash) => {
    const key = `${hash} ${JSON.stringify(document)}`;
    const answer = digests.get(key) ?? digest(document, hash);
    digests.set(key, answer);
    return answer;
  };
}

/**
 * Verifiable Credential Data Integrity §2.1: only a DataIntegrityProof has a separate suite name.
 */
function getSuite({ type, cryptosuite }: Json): string {
  if (type !== 'DataIntegrityProof')
    return type === oldSuite ? type : `type ${allTexts(type).join()}`;
  return typeof cryptosuite === 'string' && cryptosuite !== oldSuite
    ? cryptosuite
    : 'DataIntegrityProof without a cryptosuite';
}

async function checkProof(
  document: Json,
  proof: unknown,
  search: KeySearch,
): Promise<ProofResult | Finding> {
  if (!isObject(proof)) return refuseProof('The proof isn’t an object.');
  const { verificationMethod } = proof;
  const suite = getSuite(proof);
  const kinds = suites.get(suite);
  if (!kinds) return createFinding('unknown', 'proof_unsupported', { type: suite.slice(0, 60) });
  if (proof.previousProof !== undefined) return createFinding('unknown', 'proof_chained');
  const error = findProofError(proof, document, search, suite);
  if (error) return error;
  const found = await findKey(String(verificationMethod), search);
  if ('outcome' in found) return found;
  const { key, isOfIssuer } = found;
  if (!kinds.includes(key.kind)) return createFinding('invalid', 'key_mismatch', { type: suite });
  const signed = await readSignedPart(document, proof, search, suite, key);
  if ('outcome' in signed) return signed;
  return (await verifySignature(key, signed.signature, signed.bytes))
    ? { proof: createFinding('valid', 'signature_valid'), issuer: isOfIssuer }
    : failures.altered;
}

type SignedPart = { bytes: Uint8Array; signature: Uint8Array };

async function readSignedPart(
  document: Json,
  proof: Json,
  search: KeySearch,
  suite: string,
  key: PublicKey,
): Promise<SignedPart | Finding> {
  if (suite === selective) {
    if (hasNodeLabel(document)) return failures.unbound;
    const found = await search.disclose(document, proof);
    return typeof found === 'string' ? failures[found] : found;
  }
  const bytes =
    suite === jcs
      ? await hashSignedJson(document, proof).catch(() => failures.unwritable)
      : await hashSignedRdf(document, proof, search, getHashName(key.kind));
  if ('outcome' in bytes) return bytes;
  return { bytes, signature: base58.decode(String(proof.proofValue).slice(1)) };
}

/**
 * The suite replaces what follows `_:` in a statement, also within texts. So the signature doesn't cover it there.
 */
function hasNodeLabel(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('_:');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNodeLabel);
}

// The longest signature, 96 bytes for P-384, has about 131 characters.
const plain = /^z[1-9A-HJ-NP-Za-km-z]{60,140}$/;
/** Values with a signature for each optional statement. */
const proofValues = new Map([[selective, /^u[\w-]{150,250000}$/]]);

function findProofError(
  proof: Json,
  document: Json,
  { now, purpose = 'assertionMethod' }: KeySearch,
  suite: string,
): Finding | undefined {
  const { proofPurpose, created, expires, proofValue, verificationMethod } = proof;
  if (proofPurpose !== purpose)
    return createFinding(
      'invalid',
      purpose === 'assertionMethod' ? 'proof_not_for_issuing' : 'proof_not_for_presenting',
    );
  if (typeof verificationMethod !== 'string')
    return refuseProof('The proof doesn’t name exactly one key.');
  if (typeof proofValue !== 'string' || !(proofValues.get(suite) ?? plain).test(proofValue))
    return refuseProof('The proof has no signature.');
  const error = findDateError(created, expires, now);
  if (error) return error;
  // EdDSA and ECDSA Cryptosuites §3.3.2: the document's contexts must start with the proof's own
  // contexts.
  const [own, whole] = [all(proof['@context']), all(document['@context'])];
  return own.every((each, at) => each === whole[at])
    ? undefined
    : refuseProof('The proof’s contexts differ from the credential’s.');
}

function refuseProof(message: string): Finding {
  return { ...createFinding('invalid', 'proof_malformed'), message };
}

function findDateError(created: unknown, expires: unknown, now: number): Finding | undefined {
  for (const date of [created, expires])
    if (date !== undefined && !isDateTime(date))
      return refuseProof('The proof has an invalid date.');
  return expires !== undefined && Date.parse(String(expires)) <= now
    ? createFinding('invalid', 'proof_expired')
    : undefined;
}

/**
 * Data Integrity EdDSA Cryptosuites §3.2, ECDSA Cryptosuites §3.2: hash of the proof options, then
 * of the document.
 */
async function hashSignedRdf(
  document: Json,
  proof: Json,
  { digest }: KeySearch,
  hash: HashName,
): Promise<Uint8Array | Finding> {
  const { proof: _, ...unsecured } = document;
  const { proofValue: __, ...options } = proof;
  const context = proof['@context'] ?? document['@context'];
  const parts: Uint8Array[] = [];
  for (const part of [options, unsecured]) {
    const found = await digest({ ...part, '@context': context }, hash);
    if (typeof found === 'string') return failures[found];
    parts.push(found);
  }
  return concatBytes(...parts);
}

/**
 * Data Integrity EdDSA Cryptosuites §3.3: the same for the JSON in its canonical form (RFC 8785). A
 * proof with its own contexts signs the document with these contexts, which the document's contexts
 * start with.
 */
async function hashSignedJson(document: Json, proof: Json): Promise<Uint8Array> {
  const { proof: _, ...unsecured } = document;
  const { proofValue: __, ...options } = proof;
  const context = proof['@context'] === undefined ? {} : { '@context': proof['@context'] };
  const hashes = [options, { ...unsecured, ...context }].map((part) =>
    crypto.subtle.digest('SHA-256', utf8ToBytes(canonicalJson(part)) as Uint8Array<ArrayBuffer>),
  );
  return concatBytes(...(await Promise.all(hashes)).map((hash) => new Uint8Array(hash)));
}

type Failure = Extract<Digest | SelectiveDisclosure, string> | 'unwritable' | 'unbound';
const failures: Record<Failure, Finding> = {
  altered: createFinding('invalid', 'altered'),
  unexplained: createFinding('invalid', 'member_undefined'),
  unwritable: createFinding('invalid', 'number_unsupported'),
  endless: createFinding('unknown', 'too_complex'),
  unbound: {
    ...createFinding('unknown', 'content_ambiguous'),
    message: 'The credential contains “_:” in a text, and its proof doesn’t cover what follows.',
  },
};
