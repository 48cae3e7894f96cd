import type { App } from './app.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RequestLimits } from './limits.ts';
import { type Authenticate, createRouter, type Router } from './router.ts';

/** Registers routes of a feature. */
export type Scope = {
  /** Registers operations. */
  route: Router;
  /** Registers pages. */
  app: App;
  /** Registers routes with their own content types and hooks. */
  within: (prepare: (app: App) => void, register: (scope: Scope) => void) => void;
};

export function createScope(
  app: App,
  authenticate: Authenticate,
  limits: RequestLimits,
  largeBodies: LargeBodies,
): Scope {
  return {
    route: createRouter(app, authenticate, limits, largeBodies),
    app,
    within: (prepare, register) => {
      void app.register((child, _options, done) => {
        prepare(child);
        register(createScope(child, authenticate, limits, largeBodies));
        done();
      });
    },
  };
}
