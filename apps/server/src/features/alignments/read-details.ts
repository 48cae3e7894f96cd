import type { AlignmentDetails, PageContent } from './alignment-details.ts';
import { toOneLine } from './clean-text.ts';
import { chooseNode, collectNodes, isAlignable } from './nodes.ts';
import { readNodeDetails } from './read-node.ts';

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
