import { defineView } from '../../../platform/pages/index.ts';
import type { PageBranding } from '../branding.ts';

type LogoKind = 'wordmark' | 'logo' | 'emblem';

const view = defineView<{ light: string; dark: string | undefined; kind: LogoKind }>(
  import.meta.url,
  './views/logo.eta',
);

/** HTML: the dark logo on dark backgrounds, else the light one on white. Empty without a logo. */
export function renderLogo({ logo: { light, dark } }: PageBranding, kind: LogoKind): string {
  return light ? view({ light, dark, kind }) : '';
}
