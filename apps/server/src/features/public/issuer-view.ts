import type { Urls } from '../../kernel/urls.ts';
import { toPlainLine } from './rules.ts';

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
