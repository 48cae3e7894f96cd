import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Sealer } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';

export type SigningDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** For private keys. */
  sealer: Sealer;
};

export type KeyDeps = SigningDeps & {
  /** Which keys this issuer has. */
  changed: (issuerId: string) => Promise<void>;
};
