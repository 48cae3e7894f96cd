// Dots of other scripts too, since mail programs and browsers read them as dots.
const links = [
  /[a-z0-9+.-]:\/\//i,
  /(?:mailto|tel|data|javascript):/i,
  /[\p{L}\p{N}\p{M}\p{Cf}_-][.。．｡]\p{Cf}?\p{L}[\p{M}\p{Cf}]?\p{L}/u,
  /\d[.。．｡]\d{1,3}[.。．｡]\d{1,3}[.。．｡]\d/,
];
const ofAddress = /[\p{L}\p{N}\p{M}\p{Cf}_.。．｡+-]/u;

/** Where in a word something starts that could be clicked on. */
function linkIn(word: string): number | undefined {
  const found = links.map((link) => word.search(link)).filter((at) => at >= 0);
  if (found.length === 0) return undefined;
  let start = Math.min(...found);
  while (start > 0 && ofAddress.test(word.charAt(start - 1))) start--;
  return start;
}

/** A stranger's words without what could be clicked on (decisions, "Public send-email"). */
export function withoutLinks(text: string): string {
  return text.normalize('NFKC').replaceAll(/\S+/g, (word) => {
    const start = linkIn(word);
    return start === undefined ? word : `${word.slice(0, start)}[link removed]`;
  });
}

/** Without line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The same for a subject, in one line. */
export function plainSubject(text: string): string {
  return oneLine(withoutLinks(text));
}

/**
 * A name in a mail to people who may not know whoever chose it: in one line, without links, and without the dots that
 * would make one (Node.js becomes Node js). `otherwise` stands in when nothing is left.
 */
export function plainName(name: string, otherwise: string): string {
  // Marks that nobody sees can turn the order of what is read; joiners are part of words.
  const seen = name.normalize('NFKC').replaceAll(/[^\P{Cf}\u200c\u200d]/gu, '');
  const words = oneLine(seen).split(' ').map(withoutAddress);
  const plain = words.filter((word) => word !== '').join(' ');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : otherwise;
}

function withoutAddress(word: string): string {
  const start = linkIn(word);
  if (start === undefined) return word;
  if (/:/.test(word)) return word.slice(0, start);
  return word.replaceAll(/([\p{L}\p{N}\p{M}\p{Cf}_-])[.。．｡](?=\p{Cf}?[\p{L}\p{N}])/gu, '$1 ');
}

/** Addresses that differ in case or in what follows a plus sign reach one mailbox, for the most part. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, '$1@');
}
