import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import type { DashboardDeps } from './deps.ts';
import { dashboardPages } from './routes.ts';

export function registerDashboard(scope: Scope, { urls, files }: DashboardDeps): void {
  scope.within(createPageScope(urls.base), ({ app }) => dashboardPages(app, files));
}
