export type Network = 'linkedin' | 'twitter' | 'facebook' | 'whatsapp' | 'telegram' | 'email';
export type ShareLink = { network: Network; name: string; url: string };

/** Share links. Plain links, so nothing is loaded from these sites. */
export function shareLinks(url: string, title: string, text: string): ShareLink[] {
  const said = {
    url: encodeURIComponent(url),
    title: encodeURIComponent(title),
    text: encodeURIComponent(text),
  };
  const both = encodeURIComponent(`${text} ${url}`);
  return [
    {
      network: 'linkedin',
      name: 'LinkedIn',
      url: `https://www.linkedin.com/sharing/share-offsite/?url=${said.url}`,
    },
    {
      network: 'twitter',
      name: 'X',
      url: `https://twitter.com/intent/tweet?text=${said.text}&url=${said.url}`,
    },
    {
      network: 'facebook',
      name: 'Facebook',
      url: `https://www.facebook.com/sharer/sharer.php?u=${said.url}`,
    },
    { network: 'whatsapp', name: 'WhatsApp', url: `https://wa.me/?text=${both}` },
    {
      network: 'telegram',
      name: 'Telegram',
      url: `https://t.me/share/url?url=${said.url}&text=${said.text}`,
    },
    { network: 'email', name: 'Email', url: `mailto:?subject=${said.title}&body=${both}` },
  ];
}

/**
 * Link for Learner Credential Wallet (openwallet-foundation-labs/learner-credential-wallet,
 * walletRequestApi.ts): it starts an exchange by POST with `{}` and shows the offer.
 */
export function walletLink(exchange: string): string {
  const credentialRequestOrigin = new URL(exchange).origin;
  const request = JSON.stringify({ credentialRequestOrigin, protocols: { vcapi: exchange } });
  return `https://lcw.app/request?request=${encodeURIComponent(request)}`;
}
