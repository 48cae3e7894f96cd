import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { brandRoutes } from './brand/routes.ts';
import type { IssuerDeps } from './deps.ts';
import { issuerPages } from './pages.ts';
import { issuerRoutes } from './routes.ts';

export function registerIssuers(scope: Scope, deps: IssuerDeps): void {
  issuerRoutes(scope.route, deps);
  brandRoutes(scope.route, deps);
  scope.within(createPageScope(deps.urls.base), ({ route }) => issuerPages(route, deps));
}
