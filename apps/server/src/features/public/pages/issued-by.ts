import { defineView } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';
import type { IssuerView } from '../issuer-view.ts';
import type { PublicTexts } from '../texts/index.ts';
import { logoOf } from './logo.ts';

/** Marks a verified address. */
export const verifiedMark = defineView<{ t: PublicTexts }>(import.meta.url, './views/verified.eta');

const view = defineView<IssuerView & Record<'verified' | 'shown', string> & { t: PublicTexts }>(
  import.meta.url,
  './views/issued-by.eta',
);

export function issuedBy(issuer: IssuerView, branding: Branding): string {
  const { t } = branding;
  return view({ ...issuer, t, verified: verifiedMark({ t }), shown: logoOf(branding, 'emblem') });
}
