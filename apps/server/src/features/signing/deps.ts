import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { OpenedKeys } from './opened-keys.ts';

export type SigningDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** For private keys. */
  sealer: Sealer;
};

export type SignDeps = SigningDeps & {
  opened: OpenedKeys;
  /** What is announced when an issuer's keys change. */
  sourceOfIssuer: (issuerId: string) => string;
  /** Which keys this issuer has. */
  changed: (issuerId: string) => Promise<void>;
};

export type KeyDeps = SigningDeps & {
  /** Which keys this issuer has. */
  changed: (issuerId: string) => Promise<void>;
};
