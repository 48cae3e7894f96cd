import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';

export type EngagementDeps = {
  db: Database;
  clock: Clock;
  /** Hashes clients, which are remembered for 24 hours. */
  clientKeys: PurposeKeys;
};
