import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Signer } from '@insignia/openbadges/v3';

// Web Crypto signs in another thread, and the round trip takes longer than signing.

/** Creates a signer with an Ed25519 key (PKCS #8) that signs in this thread. */
export function createEd25519Signer(pkcs8: Buffer, verificationMethod: string): Signer<'Ed25519'> {
  const key = importPrivateKey(pkcs8);
  return {
    ...{ algorithm: 'Ed25519', verificationMethod },
    sign: async (bytes) => sign(null, bytes, key),
  };
}

/** Signs with an ES256 key (PKCS #8) in this thread. */
export function createEs256Signer(pkcs8: Buffer, verificationMethod: string): Signer<'ES256'> {
  const key = importPrivateKey(pkcs8);
  return {
    ...{ algorithm: 'ES256', verificationMethod },
    sign: async (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}
