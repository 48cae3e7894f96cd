import {
  ed25519SignerOf,
  emptyStatusList,
  encodeStatusList,
  generateKey,
  signStatusList,
  statusListDocument,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import { bundled, faultsOfCredential } from '@insignia/openbadges/v3/verify';
import { digestOf } from '@insignia/openbadges/v3/verify/digest';
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';
import { conformanceContexts } from './contexts.ts';

type Json = Record<string, unknown>;
export type Issuer = {
  did: string;
  issue: (suite: string, body: Json) => Promise<Json>;
  /** A document that it publishes at a path. */
  published: (path: string) => Json | undefined;
};

const contexts = new Map([...bundled, ...conformanceContexts]);
const listPath = '/lists/1';
// Its types describe an ES module, which it is not.
const canonicalJson = canonicalize as unknown as (value: object) => string;

/** Signs any credential that has the shape that the verifier asks for. What it refuses, it refuses by the verifier's rules. */
export async function createIssuer(base: string): Promise<Issuer> {
  const key = await generateKey('Ed25519');
  const did = `did:key:${key.publicKeyMultibase}`;
  const signer = await ed25519SignerOf(
    key.pkcs8,
    verificationMethodId(did, key.publicKeyMultibase),
  );
  const list = `${base}${listPath}`;
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
    const own = isObject(credential.issuer)
      ? { ...credential.issuer, id: credential.issuer.id ?? did }
      : (credential.issuer ?? did);
    const credentialStatus = suite === 'status' && {
      id: `${list}#${++lastIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(lastIndex),
      statusListCredential: list,
    };
    const document = {
      ...credential,
      issuer: own,
      ...(credentialStatus ? { credentialStatus } : {}),
    };
    const faults = faultsOfCredential(document);
    if (faults.length > 0)
      throw new Error(
        faults.map(({ message, section }) => `it ${message} (${section})`).join('; '),
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
    published: (path) => (path === listPath ? statusList : undefined),
    async issue(suite, { credential }) {
      if (!isObject(credential)) throw new Error('there is no credential');
      const document = prepared(credential, suite);
      return suite === 'jwt' ? signJwt(document) : signData(document, suite);
    },
  };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function hashOfJson(value: object): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value))));
}

async function hashOfRdf(value: Json): Promise<Uint8Array> {
  const digest = await digestOf(value, 'SHA-256', contexts);
  if (typeof digest === 'string') throw new Error(`it can't be hashed: ${digest}`);
  return digest;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
