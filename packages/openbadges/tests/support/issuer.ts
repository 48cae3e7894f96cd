import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { createWebCryptoEd25519Signer, type Signer } from '../../src/v3/index.ts';

type KeyPair = { id: string; controller: string; publicKeyMultibase: string };
export type TestIssuer = {
  did: string;
  signer: Signer<'Ed25519'>;
  keyPair: KeyPair;
  controllerDocument: object;
};

/** An issuer with a deterministic key made by another library. `did:key` uses the key's own DID. */
export async function issuer(named: string, seed = 1): Promise<TestIssuer> {
  const pair = await Ed25519Multikey.generate({
    ...{ controller: named, seed: new Uint8Array(32).fill(seed) },
  });
  const keyPair = (await pair.export({ publicKey: true, secretKey: true })) as KeyPair;
  const did = named === 'did:key' ? `did:key:${keyPair.publicKeyMultibase}` : named;
  const id = `${did}#${keyPair.publicKeyMultibase}`;
  const key = await crypto.subtle.importKey('pkcs8', pkcs8(seed), 'Ed25519', false, ['sign']);
  return {
    did,
    signer: createWebCryptoEd25519Signer(id, key),
    keyPair: { ...keyPair, id, controller: did },
    controllerDocument: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      id: did,
      verificationMethod: [
        { id, type: 'Multikey', controller: did, publicKeyMultibase: keyPair.publicKeyMultibase },
      ],
      assertionMethod: [id],
    },
  };
}

/** RFC 8410 §7: an Ed25519 private key is its seed after 16 constant bytes. */
export function pkcs8(seed: number): Uint8Array<ArrayBuffer> {
  const prefix = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
  return Uint8Array.from([...prefix, ...new Uint8Array(32).fill(seed)]);
}
