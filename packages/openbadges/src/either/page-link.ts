/** In characters. Links to alternates come early. */
const mostHead = 128 * 1024;
const [isAlternate, ofType, leadingTo] = [
  /\srel="([^"]*)"/i,
  /\stype="([^"]*)"/i,
  /\shref="([^"]*)"/i,
] as const;
const types = ['application/ld+json', 'application/vc+ld+json', 'application/vc'];

/**
 * The document that a web page names as its alternate (HTML §4.6.7.1 “alternate”), because people
 * paste page addresses. Same site only. Undefined if there is none or it isn't a page.
 */
export function documentOfPage(page: unknown, address: string): string | undefined {
  if (typeof page !== 'string' || !URL.canParse(address)) return undefined;
  const { href: base, origin } = new URL(address);
  for (const [tag] of page.slice(0, mostHead).matchAll(/<link\s[^<>]*>/gi)) {
    const isForm = valueIn(tag, isAlternate).toLowerCase() === 'alternate';
    if (!isForm || !types.includes(valueIn(tag, ofType).toLowerCase())) continue;
    const named = valueIn(tag, leadingTo).replaceAll('&amp;', '&');
    if (!URL.canParse(named, base)) continue;
    const { href, origin: there } = new URL(named, base);
    if (there === origin) return href;
  }
  return undefined;
}

function valueIn(tag: string, attribute: RegExp): string {
  return attribute.exec(tag)?.[1] ?? '';
}
