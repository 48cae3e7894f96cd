import { defineView } from '../../platform/pages/index.ts';
import type { Urls } from '../../platform/urls.ts';
import type { PageIssuer } from './store.ts';

/** An issuer as the pages name it. */
export type ShownIssuer = {
  name: string;
  page: string;
  logo: string | undefined;
  /** Stands where there is no logo. */
  initial: string;
  isVerified: boolean;
};

/** The line of a page that names it. */
export const issuedBy = defineView<ShownIssuer>(import.meta.url, './views/issued-by.eta');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function shownIssuer(
  issuer: Pick<PageIssuer, 'issuerId' | 'issuerName' | 'isVerified' | 'logoCid'>,
  urls: Urls,
): ShownIssuer {
  const { issuerId, issuerName: name, isVerified, logoCid } = issuer;
  const [first] = graphemes.segment(name.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return {
    ...{ name, isVerified },
    page: urls.issuerPage(issuerId),
    logo: logoCid ? urls.image(logoCid) : undefined,
    initial: first?.segment.toLocaleUpperCase('en') ?? '·',
  };
}
