import { pagePaths } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { clientAddress, type Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { type FindDeps, findByShortCode } from './short-code.ts';

/** The address that certificates print. */
export function registerShortCodes(scope: Scope, deps: FindDeps & { urls: Urls }): void {
  const { urls } = deps;
  scope.within(createPageScope(urls.base), ({ app }) => {
    app.get<{ Params: { code: string } }>(pagePaths.shortCode, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      const id = await findByShortCode(deps, clientAddress(request), request.params.code);
      if (!id) throw new Problem('credential_not_found');
      return reply.redirect(urls.credentialPage(id), 303);
    });
  });
}
