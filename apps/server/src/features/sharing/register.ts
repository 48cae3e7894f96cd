import { acceptAnything, type Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { SharingDeps } from './deps.ts';
import { mailRoutes } from './mail-routes.ts';
import { sharingRoutes } from './routes.ts';
import { unsubscribePages } from './unsubscribe-page.ts';

export function registerSharing(scope: Scope, deps: SharingDeps): void {
  sharingRoutes(scope.route, deps);
  mailRoutes(scope.route, deps);
  scope.within(createPageScope(deps.urls.base), (pages) =>
    // Email programs unsubscribe too, with any content type.
    pages.within(acceptAnything, ({ route }) => unsubscribePages(route, deps)),
  );
}
