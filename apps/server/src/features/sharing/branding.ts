import { shadesOf, surfacesOf } from '@insignia/tokens/shades';
import type { Urls } from '../../kernel/urls.ts';
import type { LetterBranding } from '../../platform/mail/index.ts';
import type { MailableCredential } from './store.ts';

type Facts = Pick<MailableCredential, 'issuerName' | 'logoCid' | 'brand'>;

/** Branding of a credential's issuer for emails. */
export function brandingOf({ issuerName, logoCid, brand }: Facts, urls: Urls): LetterBranding {
  const darkCid = brand.logoDark512 ?? brand.logoDarkCid;
  return {
    language: brand.language,
    name: issuerName,
    accent: shadesOf(brand.accentColor),
    band: surfacesOf(brand.accentColor),
    ...(logoCid && {
      logo: { light: urls.image(logoCid), ...(darkCid && { dark: urls.image(darkCid) }) },
    }),
    foot: [brand.footText, brand.website ?? ''].filter((line) => line !== ''),
  };
}
