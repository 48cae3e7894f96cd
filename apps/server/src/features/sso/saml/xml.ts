import { createRequire } from 'node:module';
import { SamlRefusal } from './refusal.ts';

const require = createRequire(import.meta.url);

export const xmlNames = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const;

const MAX_DEPTH = 32;
/** The default, for metadata, which is only read. */
const MAX_ELEMENTS = 10_000;
const MAX_TAG_CHARACTERS = 4_096;
const MAX_NAMESPACES_PER_TAG = 24;

// An attribute's value can't contain "<", so each "<" starts a tag.
const tagPattern = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y;
// XML 1.0, section 2.2. The parser accepts others, which the database can't store.
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const reference = /&#(?:x([\da-f]+)|(\d+));/gi;
const declaration = /^\uFEFF?\s*(?:<\?xml\s[^<>?]*\?>)?/;

/**
 * Parses XML that consists of elements and text only. Comments, CDATA, processing instructions and document
 * types are where two parsers, or a parser and a signature, disagree about what a document says. Bounds are
 * checked before the parser runs, because its time grows with depth times namespaces.
 */
export function parsePlainXml(text: string, maxElements = MAX_ELEMENTS): Document {
  const start = declaration.exec(text)?.[0].length ?? 0;
  const body = text.slice(start);
  const refuse = (): never => {
    throw new SamlRefusal('xml_malformed');
  };
  if (illegal.test(body) || [...body.matchAll(reference)].some(isIllegal)) refuse();
  checkTags(body, maxElements);
  const handler = { warning: refuse, error: refuse, fatalError: refuse };
  const { DOMParser }: typeof import('@xmldom/xmldom') = require('@xmldom/xmldom');
  const parser = new DOMParser({ locator: {}, errorHandler: handler });
  const document: Document | undefined = parser.parseFromString(body, 'text/xml');
  if (!document?.documentElement) throw new SamlRefusal('xml_malformed');
  return document;
}

function isIllegal([, hex, decimal = '']: RegExpMatchArray): boolean {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return !(code <= 0x10ffff) || illegal.test(String.fromCodePoint(code));
}

function checkTags(text: string, maxElements: number): void {
  let [depth, count, end] = [0, 0, 0];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', end)) {
    const tag = readTag(text, at);
    end = at + tag.length;
    const isEnd = tag.startsWith('</');
    if (isEnd) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (!isEnd) count += 1;
    if (depth > MAX_DEPTH || count > maxElements) throw new SamlRefusal('xml_too_complex');
  }
}

function readTag(text: string, at: number): string {
  if (text[at + 1] === '!' || text[at + 1] === '?') throw new SamlRefusal('xml_not_plain');
  tagPattern.lastIndex = at;
  const tag = tagPattern.exec(text)?.[0];
  if (!tag) throw new SamlRefusal('xml_malformed');
  if (tag.length > MAX_TAG_CHARACTERS || tag.split('xmlns').length > MAX_NAMESPACES_PER_TAG)
    throw new SamlRefusal('xml_too_complex');
  return tag;
}

/** Removes comments, which only metadata may contain: nothing there is signed. */
export function removeComments(text: string): string {
  return text
    .split('<!--')
    .map((part, index) => {
      if (index === 0) return part;
      const end = part.indexOf('-->');
      if (end === -1) throw new SamlRefusal('xml_malformed');
      return part.slice(end + 3);
    })
    .join('');
}

export function isElement(node: Node, namespace: string, name: string): node is Element {
  const element = node as Element;
  return element.nodeType === 1 && element.localName === name && element.namespaceURI === namespace;
}

export function listChildren(parent: Element, namespace?: string, name?: string): Element[] {
  const elements = Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === 1);
  return (elements as Element[]).filter(
    (element) =>
      (namespace === undefined || element.namespaceURI === namespace) &&
      (name === undefined || element.localName === name),
  );
}

/** The element itself and everything inside. */
export function* iterateElements(root: Element): Generator<Element> {
  yield root;
  for (const child of listChildren(root)) yield* iterateElements(child);
}

/** Text of an element without child elements. */
export function readText(element: Element | undefined): string | undefined {
  if (!element || listChildren(element).length > 0) return undefined;
  return element.textContent?.trim() || undefined;
}

export function readAttribute(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
