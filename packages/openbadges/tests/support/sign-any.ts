// Signs any document, which the package doesn't offer.
import { base58 } from '@scure/base';
import canonicalize from 'canonicalize';
import type { Json } from '../../src/shared/read.ts';
import { hashDocument } from '../../src/v3/verify/digest.ts';
import type { TestIssuer } from './issuer.ts';
import { school } from './world.ts';

const canonicalJson = canonicalize as unknown as (value: object) => string;

type Options = { by?: TestIssuer; proof?: Json; omitContext?: boolean };

/** Signs with eddsa-rdfc-2022. */
export async function signRdf(document: Json, { by = school, proof }: Options = {}): Promise<Json> {
  const options = createOptions('eddsa-rdfc-2022', by, proof);
  const parts = [{ '@context': document['@context'], ...options }, document];
  const hashes = await Promise.all(parts.map((part) => hashDocument(part, 'SHA-256')));
  return withProof(document, options, hashes as Uint8Array[], by);
}

/** Signs with eddsa-jcs-2022. */
export async function signJson(
  document: Json,
  { by = school, proof, omitContext = false }: Options = {},
): Promise<Json> {
  const context = omitContext ? {} : { '@context': document['@context'] };
  const options = { ...context, ...createOptions('eddsa-jcs-2022', by, proof) };
  const hashes = [options, document].map((part) =>
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(part))),
  );
  return withProof(
    document,
    options,
    (await Promise.all(hashes)).map((each) => new Uint8Array(each)),
    by,
  );
}

export async function signJwt(payload: Json, header: Json = {}, by = school): Promise<string> {
  const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = { alg: 'EdDSA', kid: by.signer.verificationMethod, typ: 'JWT', ...header };
  const text = `${part(head)}.${part(payload)}`;
  const signature = await by.signer.sign(new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

function createOptions(cryptosuite: string, by: TestIssuer, proof: Json = {}): Json {
  return {
    ...{ type: 'DataIntegrityProof', cryptosuite, created: '2026-03-01T12:00:00Z' },
    ...{ verificationMethod: by.signer.verificationMethod, proofPurpose: 'assertionMethod' },
    ...proof,
  };
}

async function withProof(
  document: Json,
  options: Json,
  hashes: Uint8Array[],
  by: TestIssuer,
): Promise<Json> {
  const signature = await by.signer.sign(new Uint8Array(Buffer.concat(hashes)));
  return { ...document, proof: { ...options, proofValue: `z${base58.encode(signature)}` } };
}
