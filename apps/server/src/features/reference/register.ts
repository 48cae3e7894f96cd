import type { Scope } from '../../platform/http/index.ts';
import { serveDocument } from './document.ts';
import type { ReferenceSettings } from './make-document.ts';
import { servePage } from './page.ts';

export function registerReference({ app }: Scope, settings: ReferenceSettings): void {
  serveDocument(app, settings);
  servePage(app);
}
