// Embeddings, overrides and isolates (UAX #9 §2): in a title or a link's text they would turn what follows.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text for a title, a meta tag or another site: one line, and nothing that turns its surroundings. */
export function plain(text: string): string {
  return text.replaceAll(turning, '').replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters, at a word's end where there is one. */
export function cut(text: string, most: number): string {
  const chars = [...text];
  if (chars.length <= most) return text;
  const kept = chars.slice(0, most - 1).join('');
  const end = kept.lastIndexOf(' ');
  return `${end > 0 ? kept.slice(0, end) : kept}…`;
}

export type Network = 'linkedin' | 'twitter' | 'facebook' | 'whatsapp' | 'telegram' | 'email';
export type ShareLink = { network: Network; name: string; url: string };

/** Where a credential can be told of; each is a plain link, so nothing of these sites is loaded. */
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
    { network: 'email', name: 'E-mail', url: `mailto:?subject=${said.title}&body=${both}` },
  ];
}

/** The largest of the widths that a page may give, within what the asker allows (oEmbed 1.0 §2.2). */
export function embedSize(maxWidth: number | undefined, maxHeight: number | undefined) {
  return { width: Math.min(480, maxWidth ?? 480), height: Math.min(200, maxHeight ?? 200) };
}

/** The credential's id in the address of its page, of this service only. */
export function idInPageUrl(url: string, baseUrl: string): string | undefined {
  const prefix = `${baseUrl}/credentials/`;
  return url.startsWith(prefix) ? url.slice(prefix.length).replace(/[/?#].*/s, '') : undefined;
}
