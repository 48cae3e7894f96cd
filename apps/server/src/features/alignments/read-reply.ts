import { findJsonExcess } from '../../kernel/json-limits.ts';
import type { OutboundResponse } from '../../platform/outbound/index.ts';
import { type AlignmentDetails, type PageContent, toOneLine } from './create-alignment.ts';
import { chooseNode, collectNodes, isAlignable } from './nodes.ts';
import { readNodeDetails } from './read-node.ts';
import { decodePage, parsePage } from './read-page.ts';

/** Returns the description, or the reason that completes "the address …". */
export function readReplyDetails(
  { headers, body, isCut }: OutboundResponse,
  url: string,
  language: string,
): AlignmentDetails | string {
  const { 'content-type': type = '', 'content-encoding': packed = 'identity' } = headers;
  const media = String(type).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (packed !== 'identity') return "returned a compressed response, which wasn't requested";
  if (media === 'text/html' || media === 'application/xhtml+xml')
    // The head comes first, so a truncated page is readable.
    return readPageDetails(parsePage(decodePage(body, String(type))), language);
  if (media !== 'application/json' && !media.endsWith('+json'))
    return `is neither a page nor a JSON document (${media.slice(0, 60) || 'no media type'})`;
  if (isCut) return 'has a document of more than 512 KiB';
  const excess = findJsonExcess(body);
  if (excess) return `has a document that can't be read: it ${excess}`;
  try {
    return readJsonDetails(JSON.parse(body.toString('utf8')), url, language);
  } catch {
    return "doesn't contain the JSON that its media type promises";
  }
}

/** Reads IMS CASE, CTDL, ESCO, SKOS or schema.org as JSON or JSON-LD. */
export function readJsonDetails(
  document: unknown,
  url: string,
  language: string,
): AlignmentDetails {
  const nodes = collectNodes(document);
  const node = chooseNode(nodes, url);
  return node ? readNodeDetails(node, nodes, language) : {};
}

/** Prefers a skill or standard described in JSON-LD over the page's head. */
export function readPageDetails(
  { title, meta, data }: PageContent,
  language: string,
): AlignmentDetails {
  for (const nodes of data.map(collectNodes)) {
    const node = nodes.find(isAlignable);
    const words = node && readNodeDetails(node, nodes, language);
    if (words?.name) return { ...words, address: undefined };
  }
  const first = (...names: string[]) => names.map((each) => meta.get(each)).find(Boolean);
  const site = first('og:site_name', 'application-name');
  return {
    name: withoutSite(first('og:title', 'twitter:title', 'dcterms.title') ?? title ?? '', site),
    description: first('og:description', 'description', 'dcterms.description'),
    framework: site,
  };
}

/** Removes the site name that ends most titles. */
function withoutSite(title: string, site: string | undefined): string {
  const text = toOneLine(title);
  if (!site || !text.endsWith(` ${site}`)) return text;
  const name = text.slice(0, -site.length).replace(/ [|–—·:-] $/, '');
  return name.endsWith(' ') ? text : name;
}
