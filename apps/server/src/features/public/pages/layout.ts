import { defineView, style } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';
import type { IssuerView } from '../issuer-view.ts';

type Parts = {
  title: string;
  issuer: IssuerView;
  branding: Branding;
  /** HTML. */
  head: string;
  content: string;
};

const layout = defineView<Parts & { stylePath: string }>(import.meta.url, './views/layout.eta');

/** A page in an issuer's name: it stands above, and the service at the foot. */
export function renderBranded(parts: Parts): string {
  return layout({ ...parts, stylePath: style.path });
}
