import { defineView } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';

type Kind = 'wordmark' | 'logo' | 'emblem';

const view = defineView<{ light: string; dark: string | undefined; kind: Kind }>(
  import.meta.url,
  './views/logo.eta',
);

/** HTML: on dark ground the logo that was made for it, or else the other one on white; empty without one. */
export function logoOf({ logo: { light, dark } }: Branding, kind: Kind): string {
  return light ? view({ light, dark, kind }) : '';
}
