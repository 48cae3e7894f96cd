import { acceptAnything, type Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { SharingDeps } from './deps.ts';
import { mailRoutes } from './mail-routes.ts';
import { sharingRoutes } from './routes.ts';
import { unsubscribePages } from './unsubscribe-page.ts';

export function registerSharing(scope: Scope, deps: SharingDeps) {
  const unsubscribing = scope.within(createPageScope(deps.urls.base), (pages) =>
    // Email programs unsubscribe too, with any content type.
    pages.within(acceptAnything, ({ implement }) => unsubscribePages(implement, deps)),
  );
  return [sharingRoutes(scope.implement, deps), mailRoutes(scope.implement, deps), unsubscribing];
}
