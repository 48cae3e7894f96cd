import { createPathBuilder, fillShareText, recordEngagement } from '@insignia/contract';
import { parseMarkdown, renderHtml } from '@insignia/markdown';
import { linkedinAddUrl } from '../../kernel/linkedin.ts';
import type { Urls } from '../../kernel/urls.ts';
import { computeCardVersion } from '../files/index.ts';
import {
  computePublicStatus,
  type PublicStatus,
  type PublicTexts,
  type PublishedCredential,
  toPlainLine,
} from '../published/index.ts';
import {
  createIssuerView,
  createPageBranding,
  type IssuerView,
  type PageBranding,
} from './branding.ts';

/** Content of a credential's page. */
export type CredentialView = {
  id: string;
  branding: PageBranding;
  t: PublicTexts;
  state: PublicStatus;
  /** True for a page in a file, without links that need the service. */
  isStatic: boolean;
  /** False for revoked and expired credentials, which offer no sharing. */
  isCurrent: boolean;
  reason: string | null;
  revokedOn: string | undefined;
  recipient: string;
  badge: string;
  /** HTML from the safe subset of Markdown. */
  description: string;
  /** Empty if the badge has none. */
  certificateText: string;
  criteria: string;
  image: string;
  smallImage: string;
  issuer: IssuerView;
  issued: string;
  issuedOn: string;
  /** Date of the last correction. */
  corrected: string | undefined;
  correctedOn: string | undefined;
  expires: string | undefined;
  /** ISO 8601. */
  expiresOn: string | undefined;
  /** HTML. */
  expiresTime: string;
  title: string;
  about: string;
  urls: Record<
    | 'page'
    | 'badge'
    | 'assertion'
    | 'verify'
    | 'pdf'
    | 'baked'
    | 'signed'
    | 'signedBadge'
    | 'wallet'
    | 'qr'
    | 'embed'
    | 'card'
    | 'oembed'
    | 'engagement',
    string
  >;
  /** A button for issuers with a LinkedIn page, else a plain link. */
  linkedin: { url: string; isButton: boolean };
  shares: ShareLink[];
  /** Suggested to recipients who share the page. */
  shareText: string;
  snippet: string;
  /** Where recipients see all their credentials. */
  my: string | undefined;
};

const engagementPath = createPathBuilder(recordEngagement.path);

export function createCredentialView(
  credential: PublishedCredential,
  urls: Urls,
  now: Date,
): CredentialView {
  const { id, badgeName, recipientName, issuerName } = credential;
  const { revokedAt, issuedOn, expires, correctedAt } = credential;
  const branding = createPageBranding(
    { ...credential, isVerified: credential.issuerVerified },
    urls,
  );
  const { t, day } = branding;
  const page = urls.credentialPage(id);
  const state = computePublicStatus(
    { revoked: revokedAt !== null, expires: expires?.getTime() },
    now.getTime(),
  );
  const name = toPlainLine(`${badgeName}: ${recipientName}`);
  const title = state === 'valid' ? name : t.head[state](name);
  const names = { badge_name: badgeName, issuer_name: issuerName, recipient_name: recipientName };
  const text = toPlainLine(fillShareText(credential.shareText ?? t.share.text, names));
  const organization = { id: credential.linkedinOrganizationId, name: toPlainLine(issuerName) };
  const certification = {
    name: toPlainLine(badgeName),
    organization,
    issuedOn,
    expires,
    url: page,
    id,
  };
  const logoCid = credential.logo128 ?? credential.logoCid;
  return {
    ...{ id, branding, t, state },
    ...{ isStatic: urls.isStatic, isCurrent: state === 'valid' },
    reason: credential.revocationReason,
    revokedOn: revokedAt ? day(revokedAt) : undefined,
    recipient: recipientName,
    badge: badgeName,
    description: renderHtml(parseMarkdown(credential.description)),
    certificateText: renderHtml(parseMarkdown(credential.details?.certificateText ?? '')),
    criteria: renderHtml(parseMarkdown(credential.criteria)),
    image: urls.image(credential.image512 ?? credential.imageCid),
    smallImage: urls.image(credential.image128 ?? credential.imageCid),
    issuer: createIssuerView(
      { ...credential, isVerified: credential.issuerVerified, logoCid },
      urls,
    ),
    issued: day(issuedOn),
    issuedOn: issuedOn.toISOString(),
    corrected: correctedAt ? day(correctedAt) : undefined,
    correctedOn: correctedAt?.toISOString(),
    expires: expires ? day(expires) : undefined,
    expiresOn: expires?.toISOString(),
    expiresTime: expires ? `<time datetime="${expires.toISOString()}">${day(expires)}</time>` : '',
    title,
    about: toPlainLine(describeForPreview(state, credential, branding)),
    urls: {
      page,
      badge: urls.badgePage(credential.badgeId),
      assertion: urls.credential(id),
      verify: urls.verify(urls.credential(id)),
      pdf: urls.pdf(id),
      baked: urls.bakedImage(id),
      signed: urls.signed(id),
      signedBadge: urls.signedBadge(id),
      wallet: urls.walletOffer(id),
      qr: urls.qr(id),
      embed: urls.embed(id),
      card: urls.card(id, computeCardVersion(credential, now)),
      oembed: urls.oembed(page),
      engagement: engagementPath(id),
    },
    linkedin: { url: linkedinAddUrl(certification), isButton: organization.id !== null },
    shares: createShareLinks(page, title, text),
    shareText: text,
    snippet: createEmbedSnippet(urls.embed(id), title),
    my: urls.my,
  };
}

/** Description for link previews. */
function describeForPreview(
  state: PublicStatus,
  { recipientName, issuerName, expires }: PublishedCredential,
  { t, day }: PageBranding,
): string {
  if (state === 'revoked') return t.head.wasRevoked(recipientName, issuerName);
  if (state === 'expired' && expires) return t.head.hasExpired(recipientName, day(expires));
  return t.head.valid(recipientName, issuerName);
}

/** HTML that embeds the credential in another site. */
export function createEmbedSnippet(
  url: string,
  title: string,
  size = { width: 480, height: 200 },
): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${url}" width="${size.width}" height="${size.height}" style="border:0;max-width:100%" title="${name}" loading="lazy"></iframe>`;
}

type Network = 'linkedin' | 'twitter' | 'facebook' | 'whatsapp' | 'telegram' | 'email';
export type ShareLink = { network: Network; name: string; url: string };

/** Share links. Plain links, so nothing is loaded from these sites. */
export function createShareLinks(url: string, title: string, text: string): ShareLink[] {
  const encoded = {
    url: encodeURIComponent(url),
    title: encodeURIComponent(title),
    text: encodeURIComponent(text),
  };
  const both = encodeURIComponent(`${text} ${url}`);
  return [
    {
      network: 'linkedin',
      name: 'LinkedIn',
      url: `https://www.linkedin.com/sharing/share-offsite/?url=${encoded.url}`,
    },
    {
      network: 'twitter',
      name: 'X',
      url: `https://twitter.com/intent/tweet?text=${encoded.text}&url=${encoded.url}`,
    },
    {
      network: 'facebook',
      name: 'Facebook',
      url: `https://www.facebook.com/sharer/sharer.php?u=${encoded.url}`,
    },
    { network: 'whatsapp', name: 'WhatsApp', url: `https://wa.me/?text=${both}` },
    {
      network: 'telegram',
      name: 'Telegram',
      url: `https://t.me/share/url?url=${encoded.url}&text=${encoded.text}`,
    },
    { network: 'email', name: 'Email', url: `mailto:?subject=${encoded.title}&body=${both}` },
  ];
}

/**
 * Link for Learner Credential Wallet (openwallet-foundation-labs/learner-credential-wallet,
 * walletRequestApi.ts): it starts an exchange by POST with `{}` and shows the offer.
 */
export function createLearnerWalletLink(exchange: string): string {
  const credentialRequestOrigin = new URL(exchange).origin;
  const request = JSON.stringify({ credentialRequestOrigin, protocols: { vcapi: exchange } });
  return `https://lcw.app/request?request=${encodeURIComponent(request)}`;
}
