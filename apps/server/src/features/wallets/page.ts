import { withQuery } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Urls } from '../../kernel/urls.ts';
import { readRequestLanguage } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import { drawQrCode } from '../files/index.ts';
import { createLearnerWalletLink } from '../pages/index.ts';
import { buildWalletLink } from './rules.ts';
import type { OfferedCredential } from './store.ts';
import { getWalletTexts, type WalletTexts } from './texts.ts';

type CodeView = { qr: string; link: string };
type OfferView = {
  t: WalletTexts;
  badge: string;
  issuer: string;
  needsTxCode: boolean;
  openid: CodeView;
  vcalm: CodeView;
  file: string;
  page: string;
};

const offerView = definePage<OfferView>(import.meta.url, './views/offer.eta');
const closedView = definePage<{ t: WalletTexts; title: string; reason: string; page: string }>(
  import.meta.url,
  './views/closed.eta',
);

type OpenedOffer = { token: string; needsTxCode: boolean };

/** Ways to get the credential into a wallet (VCALM 1.0 §Interaction URL Format). */
export const buildInteraction = (urls: Urls, credentialId: string, opened: OpenedOffer) => ({
  protocols: {
    vcapi: chooseExchange(urls, credentialId, opened),
    'oid4vci-1.0': buildWalletLink(urls.walletOfferDocument(opened.token)),
  },
});

/** Only the recipient's wallet gets a bound copy by VCALM. Others get the public credential. */
const chooseExchange = (urls: Urls, credentialId: string, { token, needsTxCode }: OpenedOffer) =>
  needsTxCode ? urls.walletExchange(credentialId) : urls.walletOfferExchange(token);

/** Personal: the links of this page carry an offer. */
function preparePage(reply: FastifyReply) {
  reply.headers({
    ...{ vary: 'Accept, Accept-Language, Cookie', 'cache-control': 'no-store' },
    'x-robots-tag': 'noindex',
  });
  const language = readRequestLanguage(reply.request);
  return { language, t: getWalletTexts(language) };
}

export function showOffer(
  reply: FastifyReply,
  urls: Urls,
  { id, badgeName, issuerName }: OfferedCredential,
  opened: OpenedOffer,
): FastifyReply {
  const { language, t } = preparePage(reply);
  const { token, needsTxCode } = opened;
  const openid = buildWalletLink(urls.walletOfferDocument(token));
  const interaction = withQuery(urls.walletOffer(id), { iuv: '1', offer: token });
  const data = {
    ...{ t, badge: badgeName, issuer: issuerName, needsTxCode },
    openid: { qr: drawQrCode(openid), link: openid },
    vcalm: {
      qr: drawQrCode(interaction),
      link: createLearnerWalletLink(chooseExchange(urls, id, opened)),
    },
    ...{ file: `${urls.signed(id)}?download`, page: urls.credentialPage(id) },
  };
  return offerView(reply, t.heading, data, 200, language);
}

/** Nothing can be offered, or not now. */
export function showClosed(
  reply: FastifyReply,
  page: string,
  reason: 'closedHint' | 'tooMany',
  status: number,
): FastifyReply {
  const { language, t } = preparePage(reply);
  const title = reason === 'closedHint' ? t.closed : t.heading;
  return closedView(reply, title, { t, title, reason: t[reason], page }, status, language);
}
