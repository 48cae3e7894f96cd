import { defineView } from '../../../platform/pages/index.ts';
import type { Branding } from '../branding.ts';

type Kind = 'wordmark' | 'logo' | 'emblem';

const view = defineView<{ light: string; dark: string | undefined; kind: Kind }>(
  import.meta.url,
  './views/logo.eta',
);

/** HTML: the dark logo on dark backgrounds, else the light one on white. Empty without a logo. */
export function logoOf({ logo: { light, dark } }: Branding, kind: Kind): string {
  return light ? view({ light, dark, kind }) : '';
}
