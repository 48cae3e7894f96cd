import { type Signer, verificationMethodId } from '@insignia/openbadges/v3';
import { inOwnMemory } from '../../platform/own-memory.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { KeyRow } from './key-store.ts';
import { ed25519Here, es256Here } from './sign-here.ts';

/** Signers of an issuer. A key management service would implement this type. */
export type Signers = {
  proof: () => Promise<Signer<'Ed25519'>>;
  jwt: () => Promise<Signer<'ES256'>>;
};

/** Signers for `did`, decrypted on first use. */
export function signersOf(
  sealer: Pick<Sealer, 'open'>,
  did: string,
  { sealed, proofKey, jwtKey }: Pick<KeyRow, 'sealed' | 'proofKey' | 'jwtKey'>,
): Signers {
  const kept = inOwnMemory(sealed);
  return {
    proof: once(() =>
      opened(sealer, kept, 'proof', (pkcs8) =>
        ed25519Here(pkcs8, verificationMethodId(did, proofKey)),
      ),
    ),
    jwt: once(() =>
      opened(sealer, kept, 'jwt', (pkcs8) => es256Here(pkcs8, verificationMethodId(did, jwtKey))),
    ),
  };
}

async function opened<S>(
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

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
