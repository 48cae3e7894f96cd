import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { brandRoutes } from './brand/routes.ts';
import type { IssuerDeps } from './deps.ts';
import { issuerPages } from './pages.ts';
import { issuerRoutes } from './routes.ts';

export function registerIssuers(scope: Scope, deps: IssuerDeps) {
  return [
    issuerRoutes(scope.implement, deps),
    brandRoutes(scope.implement, deps),
    scope.within(createPageScope(deps.urls.base), ({ implement }) => issuerPages(implement, deps)),
  ];
}
