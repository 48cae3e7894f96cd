import { type App, acceptForms, redirectToBaseUrl } from '../http/index.ts';
import { protectPages } from './protect.ts';

/** Prepares a scope for pages: policy, forms, and redirects from other hosts. */
export function createPageScope(baseUrl: string): (app: App) => void {
  return (app) => {
    protectPages(app);
    acceptForms(app);
    redirectToBaseUrl(app, baseUrl);
  };
}
