import { defineView, style } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';
import type { IssuerView } from '../issuer-view.ts';
import { logoOf } from './logo.ts';

type Parts = {
  title: string;
  issuer: IssuerView;
  branding: Branding;
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
  return layout({ ...parts, stylePath: style.path, logo: logoOf(parts.branding, 'wordmark') });
}
