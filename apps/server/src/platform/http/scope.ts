import type { App } from './app.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RequestLimits } from './limits.ts';
import { type Authenticate, createRouter, type Router } from './router.ts';

/** Where a feature registers what it serves. */
export type Scope = {
  /** For operations of the contract. */
  route: Router;
  /** For pages. */
  app: App;
  /** A part of its own: the content types and hooks that `prepare` adds are nobody else's. */
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
