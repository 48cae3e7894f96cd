import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Auth } from '../people/index.ts';

export type AccessDeps = {
  db: Database;
  clock: Clock;
  auth: Auth;
  /** Invalidates cached API keys. */
  forgetKeys: () => Promise<void>;
};
