import { inflateSync } from 'node:zlib';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { checkStatus, decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import { verifyCredential } from '@digitalcredentials/verifier-core';
import { type DIDDocument, Resolver } from 'did-resolver';
import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { getResolver } from 'web-did-resolver';
import { strangersLoader } from '../../../../packages/openbadges/tests/support/strangers.ts';

// Independent verifiers, unmodified. They fetch keys and lists over HTTPS. Only contexts are
// preloaded.

// biome-ignore lint/suspicious/noExplicitAny: others' documents, of every shape
type Any = any;
/** An error's name, or the checks that passed. */
export type OtherVerdict = string | Record<string, boolean | undefined>;

const contexts = strangersLoader({});

/** Resolves a DID with `web-did-resolver`. */
async function resolve(did: string): Promise<DIDDocument> {
  const { didDocument, didResolutionMetadata } = await new Resolver(getResolver()).resolve(did);
  if (!didDocument) throw new Error(`${did}: ${didResolutionMetadata.error}`);
  return didDocument;
}

/** The key in a document, if its issuer may sign with it. */
async function readKey(method: string): Promise<Any> {
  const document = await resolve(method.split('#')[0] ?? '');
  if (!document.assertionMethod?.includes(method)) throw new Error('its key may not sign');
  return document.verificationMethod?.find(({ id }) => id === method);
}

async function read(url: string): Promise<Any> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function documentLoader(url: string): Promise<object> {
  const load = async (): Promise<object> => {
    if (!url.startsWith('did:')) return read(url);
    if (!url.includes('#')) return resolve(url);
    return { '@context': 'https://w3id.org/security/multikey/v1', ...(await readKey(url)) };
  };
  const isOnTheWeb = url.startsWith('did:') || new URL(url).hostname === 'localhost';
  return isOnTheWeb ? { document: await load(), documentUrl: url } : contexts(url);
}

/**
 * The Digital Credentials Consortium's verifier, used by VerifierPlus and Learner Credential
 * Wallet.
 */
export async function verifyWithVerifierCore(credential: object): Promise<OtherVerdict> {
  const { log, errors } = await verifyCredential({
    credential: credential as never,
    knownDIDRegistries: [],
  });
  if (errors) return errors.map(({ name }) => name).join(' ');
  const requiredChecks = ['valid_signature', 'expiration', 'revocation_status'];
  return Object.fromEntries(
    (log ?? []).filter(({ id }) => requiredChecks.includes(id)).map(({ id, valid }) => [id, valid]),
  );
}

/** Digital Bazaar's library, used with the W3C test suites. */
export async function verifyWithDigitalBazaar(credential: object): Promise<OtherVerdict> {
  const suite = new DataIntegrityProof({ cryptosuite });
  const found: Any = await vc.verifyCredential({
    ...{ credential, suite, documentLoader },
    checkStatus: (options) =>
      checkStatus({ ...options, suite: new DataIntegrityProof({ cryptosuite }), documentLoader }),
  });
  const { error, verified, statusResult } = found;
  const message = error?.errors?.map(({ message }: Error) => message).join(' ') ?? error?.message;
  // Without dates.
  if (error) return message.replace(/ \([^)]*\)/g, '');
  const { results = [] } = statusResult;
  return { verified, revoked: results.some(({ status }: { status: boolean }) => status) };
}

/** Verifies a JWT with a JOSE library. */
export async function verifyWithJose(jwt: string): Promise<OtherVerdict> {
  const { kid = '', alg } = decodeProtectedHeader(jwt);
  const issuer = kid.split('#')[0] ?? '';
  try {
    const { publicKeyJwk } = await readKey(kid);
    const key = await importJWK(publicKeyJwk as JWK, alg);
    const { payload } = await jwtVerify(jwt, key, { issuer, algorithms: ['ES256'] });
    return { revoked: await isListed(payload) };
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  }
}

async function isListed({ credentialStatus }: JWTPayload): Promise<boolean> {
  const { statusListCredential, statusListIndex } = credentialStatus as Record<string, string>;
  const { credentialSubject } = await read(statusListCredential ?? '');
  return (await decodeList(credentialSubject)).getStatus(Number(statusListIndex));
}

/** Text of a PNG chunk (PNG, third edition, §11.3.3.4), read independently. */
export function readInternationalText(png: Buffer, keyword: string): string[] {
  const found: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) !== 'iTXt') continue;
    const [name = -1] = describeEnd(data);
    if (data.toString('latin1', 0, name) !== keyword) continue;
    const text = data.subarray((describeEnd(data.subarray(name + 3))[1] ?? 0) + name + 4);
    found.push((data[name + 1] === 1 ? inflateSync(text) : text).toString('utf8'));
  }
  return found;
}

function describeEnd(data: Buffer): number[] {
  return [...data.entries()].filter(([, byte]) => byte === 0).map(([at]) => at);
}
