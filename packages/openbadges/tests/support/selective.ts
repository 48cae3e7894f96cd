import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import {
  createDiscloseCryptosuite,
  createSignCryptosuite,
} from '@digitalbazaar/ecdsa-sd-2023-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import type { Json } from '../../src/shared/read.ts';
import { strangersLoader } from './strangers.ts';

export type SignedCredential = Json & { proof: Json };
export type Issuer = { did: string; pair: EcdsaMultikey.Pair };

// Issues and discloses with another library, which modifies its input.
const documentLoader = strangersLoader({});

/** With its own key, or one from a DID document. */
export async function ecdsaIssuer(named?: string, curve = 'P-256'): Promise<Issuer> {
  const pair = await EcdsaMultikey.generate({ curve });
  const did = named ?? `did:key:${pair.publicKeyMultibase}`;
  Object.assign(pair, { id: `${did}#${pair.publicKeyMultibase}`, controller: did });
  return { did, pair };
}

export async function issueBase(
  mandatoryPointers: string[],
  credential: object,
  { pair }: Issuer,
): Promise<SignedCredential> {
  const suite = new DataIntegrityProof({
    ...{ date: '2026-03-01T12:00:00Z', signer: pair.signer() },
    cryptosuite: createSignCryptosuite({ mandatoryPointers }),
  });
  const signed = await vc.issue({ credential: structuredClone(credential), suite, documentLoader });
  return signed as SignedCredential;
}

export async function disclose(
  base: object,
  selectivePointers: string[],
): Promise<SignedCredential> {
  const cryptosuite = createDiscloseCryptosuite({ selectivePointers });
  const verifiableCredential = structuredClone(base);
  const suite = new DataIntegrityProof({ cryptosuite });
  return (await vc.derive({ verifiableCredential, suite, documentLoader })) as SignedCredential;
}
