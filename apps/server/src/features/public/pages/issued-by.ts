import { defineView } from '../../../platform/pages/index.ts';
import type { ShownIssuer } from '../issuer.ts';

/** The line of a page that names it. */
export const issuedBy = defineView<ShownIssuer>(import.meta.url, './views/issued-by.eta');
