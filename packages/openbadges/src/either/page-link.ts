/** Characters: what a page says of itself comes first. */
const mostHead = 128 * 1024;
const [isAlternate, ofType, leadingTo] = [
  /\srel="([^"]*)"/i,
  /\stype="([^"]*)"/i,
  /\shref="([^"]*)"/i,
] as const;
const types = ['application/ld+json', 'application/vc+ld+json', 'application/vc'];

/**
 * The document that a page of the web names as another form of itself (HTML §4.6.7.1 “alternate”): people paste the address of
 * what they see. Only on the page's own site; undefined where it names none, or is no page.
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
