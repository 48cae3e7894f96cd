import { type Signer, verificationMethodId } from '@insignia/openbadges/v3';
import { copyBytes } from '../../platform/memory/own-memory.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { IssuerKeyRow } from './key-store.ts';
import { createEd25519Signer, createEs256Signer } from './local-signers.ts';

/** Signers of an issuer. A key management service would implement this type. */
export type Signers = {
  proof: () => Promise<Signer<'Ed25519'>>;
  jwt: () => Promise<Signer<'ES256'>>;
};

/** Signers for `did`, decrypted on first use. */
export function createSigners(
  sealer: Pick<Sealer, 'open'>,
  did: string,
  { sealed, proofKey, jwtKey }: Pick<IssuerKeyRow, 'sealed' | 'proofKey' | 'jwtKey'>,
): Signers {
  const kept = copyBytes(sealed);
  return {
    proof: memoize(() =>
      withPrivateKey(sealer, kept, 'proof', (pkcs8) =>
        createEd25519Signer(pkcs8, verificationMethodId(did, proofKey)),
      ),
    ),
    jwt: memoize(() =>
      withPrivateKey(sealer, kept, 'jwt', (pkcs8) =>
        createEs256Signer(pkcs8, verificationMethodId(did, jwtKey)),
      ),
    ),
  };
}

async function withPrivateKey<S>(
  sealer: Pick<Sealer, 'open'>,
  sealed: Buffer,
  kind: 'proof' | 'jwt',
  take: (pkcs8: Buffer) => S,
): Promise<S> {
  const unsealed = JSON.parse(sealer.open(sealed)) as Record<string, string>;
  const pkcs8 = Buffer.from(unsealed[kind] ?? '', 'base64');
  try {
    return take(pkcs8);
  } finally {
    pkcs8.fill(0);
  }
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
