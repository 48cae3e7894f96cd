import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type Signer, verificationMethodId } from '@insignia/openbadges/v3';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { copyBytes } from '../../platform/memory/own-memory.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { IssuerKeyRow } from './sql.ts';

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
  const sealedCopy = copyBytes(sealed);
  return {
    proof: memoize(() =>
      withPrivateKey(sealer, sealedCopy, 'proof', (pkcs8) =>
        createEd25519Signer(pkcs8, verificationMethodId(did, proofKey)),
      ),
    ),
    jwt: memoize(() =>
      withPrivateKey(sealer, sealedCopy, 'jwt', (pkcs8) =>
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
  let result: Promise<T> | undefined;
  return () => {
    result ??= make().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

const MAX_CACHED_SIGNERS = 200;

/**
 * Cache of decrypted keys of active issuers, as objects that sign without exposing the key. The
 * least recently used are evicted, and an issuer's when its keys change.
 */
export class SignerCache {
  readonly #entry = new Map<string, { tag: string; signers: Signers }>();

  /** `tag` is the cache tag of the issuer. */
  get(keyId: string, tag: string, open: () => Signers): Signers {
    const { signers } = this.#entry.get(keyId) ?? { signers: open() };
    this.#entry.delete(keyId);
    this.#entry.set(keyId, { tag, signers });
    for (const oldest of this.#entry.keys()) {
      if (this.#entry.size <= MAX_CACHED_SIGNERS) break;
      this.#entry.delete(oldest);
    }
    return signers;
  }

  /** One issuer, or all. */
  invalidate(tag: string | undefined): void {
    for (const [keyId, entry] of this.#entry)
      if (tag === undefined || entry.tag === tag) this.#entry.delete(keyId);
  }
}

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
function createEs256Signer(pkcs8: Buffer, verificationMethod: string): Signer<'ES256'> {
  const key = importPrivateKey(pkcs8);
  return {
    ...{ algorithm: 'ES256', verificationMethod },
    sign: async (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

type SigningDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** Encrypts private keys. */
  sealer: Sealer;
};

export type SignDeps = SigningDeps & {
  signerCache: SignerCache;
  issuerCacheTag: (issuerId: string) => string;
  /** Invalidates the issuer's keys. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
  /**
   * Makes status lists for files that nobody may ever sign again: valid until the returned time,
   * without a request to reload them.
   */
  chooseListEnd?: (now: Date) => Date;
};

export type SigningKeyDeps = SigningDeps & {
  /** Invalidates the issuer's keys. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
};
