// Includes full stops of other scripts: mail programs and browsers treat them as dots.
const links = [
  /[a-z0-9+.-]:\/\//i,
  /(?:mailto|tel|data|javascript):/i,
  /[\p{L}\p{N}\p{M}\p{Cf}_-][.。．｡]\p{Cf}?\p{L}[\p{M}\p{Cf}]?\p{L}/u,
  /\d[.。．｡]\d{1,3}[.。．｡]\d{1,3}[.。．｡]\d/,
];
const addressCharacter = /[\p{L}\p{N}\p{M}\p{Cf}_.。．｡+-]/u;

/** Position of the first part of a word that mail programs would turn into a link. */
function findLink(word: string): number | undefined {
  const found = links.map((link) => word.search(link)).filter((at) => at >= 0);
  if (found.length === 0) return undefined;
  let start = Math.min(...found);
  while (start > 0 && addressCharacter.test(word.charAt(start - 1))) start--;
  return start;
}

/** Removes links from text written by strangers. */
export function removeLinks(text: string): string {
  return text.normalize('NFKC').replaceAll(/\S+/g, (word) => {
    const start = findLink(word);
    return start === undefined ? word : `${word.slice(0, start)}[link removed]`;
  });
}

/** True for text that the database can store. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

export function collapseWhitespace(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

export function plainSubject(text: string): string {
  return collapseWhitespace(removeLinks(text));
}

/**
 * Makes a name safe for emails to people who may not know its author: one line, no links (Node.js
 * becomes Node js). Falls back to `otherwise` if nothing is left.
 */
export function plainName(name: string, otherwise: string): string {
  // Removes invisible characters, which can reverse the reading order. Joiners stay: words need
  // them.
  const visible = name.normalize('NFKC').replaceAll(/[^\P{Cf}\u200c\u200d]/gu, '');
  const words = collapseWhitespace(visible).split(' ').map(removeAddress);
  const plain = words.filter((word) => word !== '').join(' ');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : otherwise;
}

/** Names the sender of such an email. */
export const describeSender = (name: string, email: string | undefined): string =>
  email === undefined ? name : `${name} (${email})`;

function removeAddress(word: string): string {
  const start = findLink(word);
  if (start === undefined) return word;
  if (/:/.test(word)) return word.slice(0, start);
  return word.replaceAll(/([\p{L}\p{N}\p{M}\p{Cf}_-])[.。．｡](?=\p{Cf}?[\p{L}\p{N}])/gu, '$1 ');
}

/** The digits of a code. People may type spaces or hyphens between them. */
export const readDigits = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');

/** Folds case and plus tags: such addresses usually reach one mailbox. */
export function normalizeMailbox(address: string): string {
  return address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, '$1@');
}
