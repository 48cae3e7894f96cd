import {
  ed25519SignerOf,
  es256SignerOf,
  type Signer,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import type { Sealer } from '../../platform/crypto.ts';
import type { KeyRow } from './key-store.ts';

/** All that signs: a key service would stand in its place. */
export type Signers = {
  proof: () => Promise<Signer<'Ed25519'>>;
  jwt: () => Promise<Signer<'ES256'>>;
};

/** What signs with a key in the name of `did`. */
export function signersOf(sealer: Sealer, did: string, key: KeyRow): Signers {
  const open = (kind: 'proof' | 'jwt'): Buffer =>
    Buffer.from(
      (JSON.parse(sealer.open(key.sealed)) as Record<string, string>)[kind] ?? '',
      'base64',
    );
  return {
    proof: () => ed25519SignerOf(open('proof'), verificationMethodId(did, key.proofKey)),
    jwt: () => es256SignerOf(open('jwt'), verificationMethodId(did, key.jwtKey)),
  };
}
