import { type App, acceptForms, leadToBaseUrl } from '../http/index.ts';
import { protectPages } from './protect.ts';

/** Prepares a scope for pages: their policy, forms, and the way to BASE_URL from another host. */
export function asPages(baseUrl: string): (app: App) => void {
  return (app) => {
    protectPages(app);
    acceptForms(app);
    leadToBaseUrl(app, baseUrl);
  };
}
