import { oneLine } from './clean.ts';
import { chosenNode, isDescribed, nodesIn } from './nodes.ts';
import type { Page, Words } from './words.ts';
import { wordsOfNode } from './words-of-node.ts';

/** Reads IMS CASE, CTDL, ESCO, SKOS or schema.org as JSON or JSON-LD. */
export function wordsInJson(document: unknown, url: string, language: string): Words {
  const nodes = nodesIn(document);
  const node = chosenNode(nodes, url);
  return node ? wordsOfNode(node, nodes, language) : {};
}

/** Prefers a skill or standard described in JSON-LD over the page's head. */
export function wordsOfPage({ title, meta, data }: Page, language: string): Words {
  for (const nodes of data.map(nodesIn)) {
    const node = nodes.find(isDescribed);
    const words = node && wordsOfNode(node, nodes, language);
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
  const text = oneLine(title);
  if (!site || !text.endsWith(` ${site}`)) return text;
  const name = text.slice(0, -site.length).replace(/ [|–—·:-] $/, '');
  return name.endsWith(' ') ? text : name;
}
