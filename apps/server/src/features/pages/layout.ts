import { defineAsset, defineView, pageStylesheet } from '../../platform/pages/index.ts';
import type { PublicTexts } from '../published/index.ts';
import type { IssuerView, PageBranding } from './branding.ts';

/** Stylesheet of the pages for credentials, badges and issuers. */
export const pageStyle = defineAsset(import.meta.url, './assets/credential.css');
export const { path: stylePath } = pageStyle;

/** HTML: link to the standard. */
export const standardLink =
  '<a href="https://www.imsglobal.org/spec/ob/v2p0" rel="noopener"><bdi>Open Badges 2.0</bdi></a>';

/** Metadata for search engines, link previews and other programs. */
export type PageHead = {
  title: string;
  /** Name of the site. */
  site: string;
  locale: string;
  about: string;
  page: string;
  /** URL of the Open Badges document. */
  document: string;
  image: string | undefined;
  /** True for a 1200 × 630 preview picture. */
  isCard?: boolean;
  oembed?: string;
  /** True if search engines may list the page. */
  isIndexable: boolean;
  stylePath: string;
  scriptPath?: string;
};

export const renderHead = defineView<PageHead>(import.meta.url, './views/head.eta');

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

type LogoKind = 'wordmark' | 'logo' | 'emblem';

const renderLogoView = defineView<{ light: string; dark: string | undefined; kind: LogoKind }>(
  import.meta.url,
  './views/logo.eta',
);

/** HTML: the dark logo on dark backgrounds, else the light one on white. Empty without a logo. */
export function renderLogo({ logo: { light, dark } }: PageBranding, kind: LogoKind): string {
  return light ? renderLogoView({ light, dark, kind }) : '';
}

/** Marks a verified address. */
export const renderVerifiedMark = defineView<{ t: PublicTexts }>(
  import.meta.url,
  './views/verified.eta',
);

const renderIssuedByView = defineView<
  IssuerView & Record<'verified' | 'shown', string> & { t: PublicTexts }
>(import.meta.url, './views/issued-by.eta');

export function renderIssuedBy(issuer: IssuerView, branding: PageBranding): string {
  const { t } = branding;
  return renderIssuedByView({
    ...issuer,
    t,
    verified: renderVerifiedMark({ t }),
    shown: renderLogo(branding, 'emblem'),
  });
}
