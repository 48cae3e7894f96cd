import { createHash } from 'node:crypto';
import type { Language } from '@insignia/contract';
import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import { type Direction, formatLongDate, getTextDirection } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  getPublicTexts,
  type PublicTexts,
  type PublishedCredential,
  toPlainLine,
} from '../published/index.ts';

/** Look and language of an issuer's pages. */
export type PageBranding = {
  lang: Language;
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
  footer: { text: string; website: string; host: string } | undefined;
};

type BrandedCredential = Pick<PublishedCredential, 'brand' | 'issuerUrl' | 'wideLogoCid'> & {
  isVerified: boolean;
};

export function createPageBranding(issuer: BrandedCredential, urls: Urls): PageBranding {
  const { brand, isVerified, wideLogoCid } = issuer;
  const { language, logoDark512, logoDarkCid, footText } = brand;
  const css = createBrandCss(brand.accentColor);
  const icon = encodeURIComponent(createShades(brand.accentColor).onLight);
  const website = brand.website ?? issuer.issuerUrl;
  const address = (cid: string | null) => (cid === null ? undefined : urls.image(cid));
  return {
    lang: language,
    dir: getTextDirection(language),
    t: getPublicTexts(language),
    day: (date) => formatLongDate(language, date),
    ...{ css, icon },
    policy: { 'style-src': ["'self'", `'sha256-${hashForPolicy(css)}'`] },
    logo: { light: address(wideLogoCid), dark: address(logoDark512 ?? logoDarkCid) },
    footer: isVerified ? { text: footText, website, host: new URL(website).host } : undefined,
  };
}

function createBrandCss(accentColor: string): string {
  const { onLight, onDark } = createShades(accentColor);
  const bands = createSurfaceShades(accentColor);
  const light = `:root{--accent:${onLight};--accent-ink:#ffffff;--band:${bands.onLight}}`;
  const dark = `:root{--accent:${onDark};--accent-ink:#12141a;--band:${bands.onDark}}`;
  return `${light}@media (prefers-color-scheme:dark){${dark}}@media print{${light}}`;
}

function hashForPolicy(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** An issuer as shown on pages. */
export type IssuerView = {
  name: string;
  /** Plain text for titles and other sites. */
  plainName: string;
  page: string;
  logo: string | undefined;
  /** Shown if there is no logo. */
  initial: string;
  isVerified: boolean;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function createIssuerView(
  issuer: { issuerId: string; issuerName: string; isVerified: boolean; logoCid: string | null },
  urls: Urls,
): IssuerView {
  const { issuerId, issuerName: name, isVerified, logoCid } = issuer;
  const [first] = graphemes.segment(name.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return {
    ...{ name, isVerified, plainName: toPlainLine(name) },
    page: urls.issuerPage(issuerId),
    logo: logoCid ? urls.image(logoCid) : undefined,
    initial: first?.segment.toLocaleUpperCase('en') ?? '·',
  };
}
