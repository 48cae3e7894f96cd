import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';

export type EngagementDeps = {
  db: Database;
  clock: Clock;
  /** Makes the hash under which a client is remembered for 24 hours. */
  clientKey: Buffer;
};
