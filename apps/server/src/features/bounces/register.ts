import { Problem } from '../../kernel/problem.ts';
import { equalBytes, sha256 } from '../../platform/crypto.ts';
import type { App, Scope } from '../../platform/http/index.ts';
import type { BouncesDeps } from './deps.ts';
import { bounceRoutes } from './routes.ts';

export function registerBounces(scope: Scope, deps: BouncesDeps) {
  return scope.within(
    (app) => requireToken(app, deps.token),
    ({ implement }) => bounceRoutes(implement, deps),
  );
}

/** Checks the token before reading a provider-sized body. */
function requireToken(app: App, token: string | undefined): void {
  app.addHook('onRequest', async ({ params, headers }) => {
    const given = (params as { token?: string }).token ?? '';
    if (token === undefined || !equalBytes(sha256(given), sha256(token)))
      throw new Problem('not_found');
    // Amazon SNS sends JSON as text/plain.
    if (headers['x-amz-sns-message-type'] !== undefined)
      headers['content-type'] = 'application/json';
  });
}
