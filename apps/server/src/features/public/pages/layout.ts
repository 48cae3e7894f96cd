import { defineView, pageStylesheet } from '../../../platform/pages/index.ts';
import type { PageBranding } from '../branding.ts';
import type { IssuerView } from '../issuer-view.ts';
import { renderLogo } from './logo.ts';

type Parts = {
  title: string;
  issuer: IssuerView;
  branding: PageBranding;
  /** HTML. */
  head: string;
  content: string;
};

const layout = defineView<Parts & { stylePath: string; logo: string }>(
  import.meta.url,
  './views/layout.eta',
);

/** A page in an issuer's name, with the service in the footer. */
export function renderBranded(parts: Parts): string {
  return layout({
    ...parts,
    stylePath: pageStylesheet.path,
    logo: renderLogo(parts.branding, 'wordmark'),
  });
}
