import { defineView } from '../../../platform/pages/index.ts';
import type { IssuerView } from '../issuer-view.ts';

/** The line of a page that names it. */
export const issuedBy = defineView<IssuerView>(import.meta.url, './views/issued-by.eta');
