/**
 * Text as searches compare it: case and compatibility forms do not matter. By way of capitals, so that letters with one
 * capital are one: ς and σ, ß and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().normalize('NFC').toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}
