/** Letters that people read for digits (Crockford base 32). */
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const shortCode = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/**
 * Reads a short code as people type it: in any case, with or without hyphens and spaces, and with O
 * for 0 and I or L for 1. Returns `XXXX-XXXX`, or undefined for any other text.
 */
export function readShortCode(text: string): string | undefined {
  if (!/^[\w\s-]{8,20}$/.test(text)) return undefined;
  const symbols = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => lookAlikes[letter] ?? letter);
  const code = `${symbols.slice(0, 4)}-${symbols.slice(4)}`;
  return shortCode.test(code) ? code : undefined;
}
