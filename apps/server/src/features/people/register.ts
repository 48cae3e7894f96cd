import { acceptForms, type Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { PeopleDeps } from './deps.ts';
import { peoplePages } from './pages.ts';
import { peopleRoutes } from './routes.ts';

export function registerPeople(scope: Scope, deps: PeopleDeps) {
  scope.within(createPageScope(deps.urls.base), ({ app }) => peoplePages(app, deps));
  return scope.within(acceptForms, ({ implement }) => peopleRoutes(implement, deps));
}
