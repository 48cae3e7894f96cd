import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { SignerCache } from './signers.ts';

export type SigningDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** Encrypts private keys. */
  sealer: Sealer;
};

export type SignDeps = SigningDeps & {
  opened: SignerCache;
  /** Cache tag of an issuer. */
  issuerCacheTag: (issuerId: string) => string;
  /** Invalidates the issuer's keys. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
};

export type KeyDeps = SigningDeps & {
  /** Invalidates the issuer's keys. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
};
