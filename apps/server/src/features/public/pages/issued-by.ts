import { defineView } from '../../../platform/pages/index.ts';
import type { PageBranding } from '../branding.ts';
import type { IssuerView } from '../issuer-view.ts';
import type { PublicTexts } from '../texts/index.ts';
import { renderLogo } from './logo.ts';

/** Marks a verified address. */
export const renderVerifiedMark = defineView<{ t: PublicTexts }>(
  import.meta.url,
  './views/verified.eta',
);

const view = defineView<IssuerView & Record<'verified' | 'shown', string> & { t: PublicTexts }>(
  import.meta.url,
  './views/issued-by.eta',
);

export function renderIssuedBy(issuer: IssuerView, branding: PageBranding): string {
  const { t } = branding;
  return view({
    ...issuer,
    t,
    verified: renderVerifiedMark({ t }),
    shown: renderLogo(branding, 'emblem'),
  });
}
