import type { App } from './app.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RequestLimits } from './limits.ts';
import {
  type Authenticate,
  createImplement,
  type IdsIn,
  type Implement,
  type ServedOperations,
} from './router.ts';

/** Registers routes of a feature. */
export type Scope = {
  /** Serves a group of operations. */
  implement: Implement;
  /** Registers pages. */
  app: App;
  /** Registers routes with their own content types and hooks. */
  within: <T>(
    prepare: (app: App) => void,
    register: (scope: Scope) => T,
  ) => ServedOperations<IdsIn<T>>;
};

export function createScope(
  app: App,
  authenticate: Authenticate,
  limits: RequestLimits,
  largeBodies: LargeBodies,
): Scope {
  return {
    implement: createImplement(app, authenticate, limits, largeBodies),
    app,
    within: (prepare, register) => {
      void app.register((child, _options, done) => {
        prepare(child);
        register(createScope(child, authenticate, limits, largeBodies));
        done();
      });
      return {} as never;
    },
  };
}
