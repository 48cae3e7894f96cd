import { createHash } from 'node:crypto';
import { shadesOf, surfacesOf } from '@insignia/tokens/shades';
import { type Direction, dayIn, directionOf } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { WholeCredential } from './store.ts';
import { type PublicTexts, textsIn } from './texts/index.ts';

/** Look and language of an issuer's pages. */
export type Branding = {
  lang: string;
  dir: Direction;
  t: PublicTexts;
  day: (date: Date) => string;
  /** Contains only validated colors. */
  css: string;
  /** The accent color in URLs. */
  icon: string;
  policy: Record<string, string[]>;
  logo: { light: string | undefined; dark: string | undefined };
  /** Only for verified issuers: unconfirmed addresses get no link. */
  foot: { text: string; website: string; host: string } | undefined;
};

type Branded = Pick<WholeCredential, 'brand' | 'issuerUrl' | 'wideLogoCid'> & {
  isVerified: boolean;
};

export function brandingOf(issuer: Branded, urls: Urls): Branding {
  const { brand, isVerified, wideLogoCid } = issuer;
  const { language, logoDark512, logoDarkCid, footText } = brand;
  const css = cssOf(brand.accentColor);
  const icon = encodeURIComponent(shadesOf(brand.accentColor).onLight);
  const website = brand.website ?? issuer.issuerUrl;
  const address = (cid: string | null) => (cid === null ? undefined : urls.image(cid));
  return {
    lang: language,
    dir: directionOf(language),
    t: textsIn(language),
    day: (date) => dayIn(language, date),
    ...{ css, icon },
    policy: { 'style-src': ["'self'", `'sha256-${hashOf(css)}'`] },
    logo: { light: address(wideLogoCid), dark: address(logoDark512 ?? logoDarkCid) },
    foot: isVerified ? { text: footText, website, host: new URL(website).host } : undefined,
  };
}

function cssOf(accentColor: string): string {
  const { onLight, onDark } = shadesOf(accentColor);
  const bands = surfacesOf(accentColor);
  const light = `:root{--accent:${onLight};--accent-ink:#ffffff;--band:${bands.onLight}}`;
  const dark = `:root{--accent:${onDark};--accent-ink:#12141a;--band:${bands.onDark}}`;
  return `${light}@media (prefers-color-scheme:dark){${dark}}@media print{${light}}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
