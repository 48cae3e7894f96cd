import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import type { Urls } from '../../kernel/urls.ts';
import type { EmailBranding } from '../../platform/mail/index.ts';
import type { MailableCredential } from './store.ts';

type BrandedMail = Pick<MailableCredential, 'issuerName' | 'logoCid' | 'brand'>;

/** Branding of a credential's issuer for emails. */
export function createEmailBranding(
  { issuerName, logoCid, brand }: BrandedMail,
  urls: Urls,
): EmailBranding {
  const darkCid = brand.logoDark512 ?? brand.logoDarkCid;
  return {
    language: brand.language,
    name: issuerName,
    accent: createShades(brand.accentColor),
    band: createSurfaceShades(brand.accentColor),
    ...(logoCid && {
      logo: { light: urls.image(logoCid), ...(darkCid && { dark: urls.image(darkCid) }) },
    }),
    foot: [brand.footText, brand.website ?? ''].filter((line) => line !== ''),
  };
}
