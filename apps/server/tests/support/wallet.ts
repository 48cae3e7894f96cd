import { createHash, randomBytes } from 'node:crypto';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import {
  encodeDidJwk,
  generateKey,
  type HolderJwk,
  importEd25519Signer,
} from '@insignia/openbadges/v3';
import { HashAlgorithm, type Jwk, type SignJwtCallback } from '@openid4vc/oauth2';
import { Openid4vciClient, setGlobalConfig } from '@openid4vc/openid4vci';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { strangersLoader } from '../../../../packages/openbadges/tests/support/strangers.ts';
import { assertOk, createTestClient } from './client.ts';

// Instances of tests have no certificate.
setGlobalConfig({ allowInsecureUrls: true });

export type WalletKey = { jwk: HolderJwk; did: string; privateKey: CryptoKey; alg: string };

export async function createWalletKey(alg: 'ES256' | 'EdDSA' = 'ES256'): Promise<WalletKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = (await exportJWK(publicKey)) as HolderJwk;
  return { jwk, did: encodeDidJwk(jwk), privateKey, alg };
}

/** A wallet of another vendor with these keys. */
export function createWallet(keys: WalletKey[]): Openid4vciClient {
  const signJwt: SignJwtCallback = async (signer, { header, payload }) => {
    const isSigner = ({ jwk, did }: WalletKey) =>
      signer.method === 'did'
        ? signer.didUrl === `${did}#0`
        : signer.method === 'jwk' && signer.publicJwk.x === jwk.x;
    const key = keys.find(isSigner);
    if (!key) throw new Error('the wallet has no such key');
    const jwt = await new SignJWT(payload as Record<string, unknown>)
      .setProtectedHeader({ ...header, alg: key.alg } as { alg: string })
      .sign(key.privateKey);
    return { jwt, signerJwk: key.jwk as Jwk };
  };
  return new Openid4vciClient({
    callbacks: {
      fetch,
      signJwt,
      hash: (data, algorithm) =>
        createHash(algorithm === HashAlgorithm.Sha256 ? 'sha256' : 'sha512')
          .update(data)
          .digest(),
      generateRandom: (size) => randomBytes(size),
      clientAuthentication: () => {},
    },
  });
}

type ProofChanges = { header?: object; claims?: object; signedBy?: WalletKey };

/** A proof as a wallet may also make it by hand. */
export function signProof(
  key: WalletKey,
  { aud, nonce, now }: { aud: string; nonce: string; now: Date },
  { header = {}, claims = {}, signedBy = key }: ProofChanges = {},
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ aud, nonce, iat, ...claims })
    .setProtectedHeader({ typ: 'openid4vci-proof+jwt', alg: key.alg, jwk: key.jwk, ...header })
    .sign(signedBy.privateKey);
}

/** The offer's link from the interaction object. */
export async function openOfferLink(
  url: string,
  credentialId: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const send = createTestClient(url, headers);
  const { protocols } = assertOk(await send('GET', `/credentials/${credentialId}/offer`)).body;
  return protocols['oid4vci-1.0'];
}

export type PresentationWallet = {
  did: string;
  /** Answers a request for DID authentication with the library of another vendor. */
  present: (request: { challenge: string; domain: string }, more?: object) => Promise<object>;
};

export async function createPresentationWallet(): Promise<PresentationWallet> {
  const { publicKeyMultibase, pkcs8 } = await generateKey('Ed25519');
  const did = `did:key:${publicKeyMultibase}`;
  const id = `${did}#${publicKeyMultibase}`;
  const key = await importEd25519Signer(pkcs8, id);
  const sign = ({ data }: { data: Uint8Array }) => key.sign(data);
  const suite = new DataIntegrityProof({
    signer: { algorithm: 'Ed25519', id, sign },
    cryptosuite,
  });
  return {
    did,
    present: ({ challenge, domain }, more = {}) =>
      vc.signPresentation({
        presentation: {
          '@context': ['https://www.w3.org/ns/credentials/v2'],
          ...{ type: ['VerifiablePresentation'], holder: did, ...more },
        },
        ...{ suite, challenge, domain, documentLoader: strangersLoader({}) },
      }),
  };
}
