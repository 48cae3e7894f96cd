import type { Urls } from '../../kernel/urls.ts';
import type { Scope } from '../../platform/http/index.ts';
import { asPages } from '../../platform/pages/index.ts';
import type { Files } from './files.ts';
import { dashboardPages } from './routes.ts';

type DashboardDeps = { urls: Urls; files: Files | undefined };

export function registerDashboard(scope: Scope, { urls, files }: DashboardDeps): void {
  scope.within(asPages(urls.base), ({ app }) => dashboardPages(app, files));
}
