import { createRequire } from 'node:module';
import { findJsonExcess } from '../../kernel/json-limits.ts';
import type { OutboundResponse } from '../../platform/outbound/index.ts';
import { type AlignmentDetails, type PageContent, toOneLine } from './create-alignment.ts';
import { chooseNode, collectNodes, isAlignable, readNodeDetails } from './read-node.ts';

const require = createRequire(import.meta.url);

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

/** The parser searches all open elements at each end tag, so deep nesting would be slow. */
const MAX_DEPTH = 500;
const MAX_SCRIPTS = 20;
const MAX_META = 200;
const MAX_TITLE_LENGTH = 2_000;

export function parsePage(html: string): PageContent {
  const meta = new Map<string, string>();
  const scripts: string[] = [];
  let title: string | undefined;
  let into: 'title' | 'script' | undefined;
  let depth = 0;
  const { Parser }: typeof import('htmlparser2') = require('htmlparser2');
  const parser = new Parser({
    onopentag(name, { property, name: named, content, type }) {
      if (++depth > MAX_DEPTH) parser.pause();
      if (name === 'title' && title === undefined) {
        into = 'title';
        title = '';
      }
      const key = (property ?? named)?.toLowerCase();
      if (name === 'meta' && key && content && meta.size < MAX_META && !meta.has(key))
        meta.set(key, content);
      if (name === 'script' && isJsonLd(type) && scripts.length < MAX_SCRIPTS) {
        into = 'script';
        scripts.push('');
      }
    },
    ontext(text) {
      if (into === 'title' && title !== undefined && title.length < MAX_TITLE_LENGTH) title += text;
      if (into === 'script') scripts.push((scripts.pop() ?? '') + text);
    },
    onclosetag() {
      depth--;
      into = undefined;
    },
  });
  parser.write(html);
  return { ...(title !== undefined && { title }), meta, data: scripts.flatMap(parseScript) };
}

function isJsonLd(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

function parseScript(script: string): unknown[] {
  if (findJsonExcess(Buffer.from(script))) return [];
  try {
    return [JSON.parse(script)];
  } catch {
    return [];
  }
}

/** A page must declare its encoding within these bytes (HTML §4.2.5.5). */
const ENCODING_SEARCH_BYTES = 1024;

const charsetPattern = /charset\s*=\s*["']?([\w:-]{2,40})/i;

/** Decodes a page by its byte order mark, header or declaration; else as UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const [, label] =
    charsetPattern.exec(contentType.slice(0, 200)) ??
    charsetPattern.exec(body.subarray(0, ENCODING_SEARCH_BYTES).toString('latin1')) ??
    [];
  return createDecoder(detectByteOrderMark(body) ?? label).decode(body);
}

function detectByteOrderMark(body: Buffer): string | undefined {
  const mark = body.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  return mark.startsWith('fffe') ? 'utf-16le' : mark.startsWith('feff') ? 'utf-16be' : undefined;
}

function createDecoder(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
