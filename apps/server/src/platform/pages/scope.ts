import { type App, acceptForms, leadToBaseUrl } from '../http/index.ts';
import { protectPages } from './protect.ts';

/** Prepares a scope for pages: policy, forms, and redirects from other hosts. */
export function asPages(baseUrl: string): (app: App) => void {
  return (app) => {
    protectPages(app);
    acceptForms(app);
    leadToBaseUrl(app, baseUrl);
  };
}
