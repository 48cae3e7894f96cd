import { Parser } from 'htmlparser2';
import { findJsonExcess } from '../../kernel/json-limits.ts';
import type { PageContent } from './create-alignment.ts';

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
