import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { MemberDeps } from './deps.ts';
import { memberPages } from './pages.ts';
import { memberRoutes } from './routes.ts';

export function registerMembers(scope: Scope, deps: MemberDeps) {
  scope.within(createPageScope(deps.urls.base), ({ app }) => memberPages(app, deps));
  return memberRoutes(scope.implement, deps);
}
