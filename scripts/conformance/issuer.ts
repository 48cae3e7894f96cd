import type { ReadDocument } from '@insignia/openbadges/shared';
import {
  emptyStatusList,
  encodeStatusList,
  generateKey,
  importEd25519Signer,
  signStatusList,
  statusListDocument,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import {
  bundled,
  type Contexts,
  findCredentialErrors,
  verifyCredential,
} from '@insignia/openbadges/v3/verify';
import { hashDocument } from '@insignia/openbadges/v3/verify/digest';
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';

const vocabulary = 'https://www.w3.org/ns/credentials/examples#';

/**
 * Contexts of the suites' examples. They map every word to itself, so the verifier doesn't bundle
 * them.
 */
export const conformanceContexts: Contexts = new Map(
  [
    'https://www.w3.org/ns/credentials/examples/v2',
    'https://www.w3.org/2018/credentials/examples/v1',
  ].map((address) => [address, { '@context': { '@vocab': vocabulary } }]),
);

type Json = Record<string, unknown>;
export type Issuer = {
  did: string;
  issue: (suite: string, credential: unknown) => Promise<Json>;
  /** Returns the document that the issuer publishes at an address. */
  published: (address: string) => Json | undefined;
};

const contexts = new Map([...bundled, ...conformanceContexts]);
// The library's types describe an ES module, but it isn't one.
const canonicalJson = canonicalize as unknown as (value: object) => string;

/**
 * Signs any credential whose shape the verifier accepts. Rejects others by the verifier's rules.
 */
export async function createIssuer(base: string, read: ReadDocument): Promise<Issuer> {
  const key = await generateKey('Ed25519');
  const did = `did:key:${key.publicKeyMultibase}`;
  const signer = await importEd25519Signer(
    key.pkcs8,
    verificationMethodId(did, key.publicKeyMultibase),
  );
  const list = `${base}/lists/1`;
  const validFrom = new Date(Date.now() - 60_000);
  const facts = { id: list, issuer: did, purpose: 'revocation', validFrom } as const;
  const encodedList = await encodeStatusList(emptyStatusList());
  const statusList = await signStatusList(
    statusListDocument({ ...facts, encodedList }),
    signer,
    validFrom,
  );
  let lastIndex = 0;

  function prepared(credential: Json, suite: string): Json {
    const { issuer = did } = credential;
    const own = isObject(issuer) && issuer.id === undefined ? { ...issuer, id: did } : issuer;
    const credentialStatus = suite === 'status' && {
      id: `${list}#${++lastIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(lastIndex),
      statusListCredential: list,
    };
    const document = {
      ...credential,
      '@context': withProofs(credential['@context']),
      issuer: own,
      ...(credentialStatus ? { credentialStatus } : {}),
    };
    const errors = findCredentialErrors(document);
    if (errors.length > 0)
      throw new Error(
        errors.map(({ message, section }) => `it ${message} (${section})`).join('; '),
      );
    return document;
  }

  async function signData(document: Json, suite: string): Promise<Json> {
    const isJson = suite === 'jcs';
    const options = {
      '@context': document['@context'],
      type: 'DataIntegrityProof',
      cryptosuite: isJson ? 'eddsa-jcs-2022' : 'eddsa-rdfc-2022',
      created: `${new Date().toISOString().slice(0, 19)}Z`,
      verificationMethod: signer.verificationMethod,
      proofPurpose: 'assertionMethod',
    };
    const hashes = [options, document].map((part) => (isJson ? hashOfJson(part) : hashOfRdf(part)));
    const bytes = Buffer.concat(await Promise.all(hashes));
    const { '@context': context, ...rest } = options;
    const proofValue = `z${base58.encode(await signer.sign(bytes))}`;
    return {
      ...document,
      proof: { ...(isJson ? { '@context': context } : {}), ...rest, proofValue },
    };
  }

  async function signJwt(document: Json): Promise<Json> {
    const header = { alg: 'EdDSA', kid: signer.verificationMethod, typ: 'vc+jwt' };
    const text = [header, document].map(part).join('.');
    const signature = Buffer.from(await signer.sign(Buffer.from(text))).toString('base64url');
    return {
      '@context': 'https://www.w3.org/ns/credentials/v2',
      type: 'EnvelopedVerifiableCredential',
      id: `data:application/vc+jwt,${text}.${signature}`,
    };
  }

  return {
    did,
    published: (address) => (address === list ? statusList : undefined),
    async issue(suite, credential) {
      if (!isObject(credential)) throw new Error('there is no credential');
      const document = prepared(credential, suite);
      const signed = suite === 'jwt' ? await signJwt(document) : await signData(document, suite);
      // Only a verifier reads related resources.
      const source = JSON.stringify(signed);
      const { checks } = await verifyCredential({ source, now: Date.now(), read, contexts });
      const failed = checks.find(
        ({ check, outcome }) => check === 'resources' && outcome !== 'valid',
      );
      if (failed) throw new Error(failed.message);
      return signed;
    },
  };
}

/** The context of data model 1.1 doesn't define the terms of these proofs. */
function withProofs(context: unknown): unknown {
  const named = [context].flat();
  return named[0] === 'https://www.w3.org/2018/credentials/v1'
    ? [...named, 'https://w3id.org/security/data-integrity/v2']
    : context;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function hashOfJson(value: object): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value))));
}

async function hashOfRdf(value: Json): Promise<Uint8Array> {
  const digest = await hashDocument(value, 'SHA-256', contexts);
  if (typeof digest === 'string') throw new Error(`it can't be hashed: ${digest}`);
  return digest;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
