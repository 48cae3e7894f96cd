import { defineView } from '../../../platform/pages/index.ts';
import type { IssuerView } from '../issuer-view.ts';
import type { PublicTexts } from '../texts/index.ts';

/** That its address is the issuer's. */
export const verifiedMark = defineView<{ t: PublicTexts }>(import.meta.url, './views/verified.eta');

const view = defineView<IssuerView & { t: PublicTexts; verified: string }>(
  import.meta.url,
  './views/issued-by.eta',
);

/** The line of a page that names it. */
export function issuedBy(issuer: IssuerView, t: PublicTexts): string {
  return view({ ...issuer, t, verified: verifiedMark({ t }) });
}
