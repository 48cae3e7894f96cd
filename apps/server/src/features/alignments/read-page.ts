import { Parser } from 'htmlparser2';
import { excessOf } from '../../kernel/json-bounds.ts';
import type { Page } from './words.ts';

/** The parser searches all open elements at each end tag, so deep nesting would be slow. */
const deepest = 500;
const mostScripts = 20;
const mostMeta = 200;
const longestTitle = 2_000;

export function readPage(html: string): Page {
  const meta = new Map<string, string>();
  const scripts: string[] = [];
  let title: string | undefined;
  let into: 'title' | 'script' | undefined;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { property, name: named, content, type }) {
      if (++depth > deepest) parser.pause();
      if (name === 'title' && title === undefined) {
        into = 'title';
        title = '';
      }
      const key = (property ?? named)?.toLowerCase();
      if (name === 'meta' && key && content && meta.size < mostMeta && !meta.has(key))
        meta.set(key, content);
      if (name === 'script' && isData(type) && scripts.length < mostScripts) {
        into = 'script';
        scripts.push('');
      }
    },
    ontext(text) {
      if (into === 'title' && title !== undefined && title.length < longestTitle) title += text;
      if (into === 'script') scripts.push((scripts.pop() ?? '') + text);
    },
    onclosetag() {
      depth--;
      into = undefined;
    },
  });
  parser.write(html);
  return { ...(title !== undefined && { title }), meta, data: scripts.flatMap(parsed) };
}

function isData(type: string | undefined): boolean {
  return type?.trim().toLowerCase() === 'application/ld+json';
}

function parsed(script: string): unknown[] {
  if (excessOf(Buffer.from(script))) return [];
  try {
    return [JSON.parse(script)];
  } catch {
    return [];
  }
}
