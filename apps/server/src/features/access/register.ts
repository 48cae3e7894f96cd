import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { Auth } from '../people/index.ts';
import { keyRoutes } from './key-routes.ts';
import { sessionRoutes } from './session-routes.ts';

type AccessDeps = {
  db: Database;
  clock: Clock;
  auth: Auth;
  /** What keys may do has changed. */
  forgetKeys: () => Promise<void>;
};

export function registerAccess({ route }: Scope, deps: AccessDeps): void {
  sessionRoutes(route, deps);
  keyRoutes(route, deps);
}
