import { excessOf } from '../../kernel/json-bounds.ts';
import type { OutboundAnswer } from '../../platform/outbound/index.ts';
import { decoded } from './decoded.ts';
import { readPage } from './read-page.ts';
import { wordsInJson, wordsOfPage } from './read-words.ts';
import type { Words } from './words.ts';

/** Returns the description, or the reason that completes "the address …". */
export function wordsInAnswer(
  { headers, body, isCut }: OutboundAnswer,
  url: string,
  language: string,
): Words | string {
  const { 'content-type': type = '', 'content-encoding': packed = 'identity' } = headers;
  const media = String(type).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (packed !== 'identity') return 'answered with something packed, which was not asked for';
  if (media === 'text/html' || media === 'application/xhtml+xml')
    // The head comes first, so a truncated page is readable.
    return wordsOfPage(readPage(decoded(body, String(type))), language);
  if (media !== 'application/json' && !media.endsWith('+json'))
    return `is neither a page nor a JSON document (${media.slice(0, 60) || 'it says no type'})`;
  if (isCut) return 'has a document of more than 512 KiB';
  const excess = excessOf(body);
  if (excess) return `has a document that cannot be read: it ${excess}`;
  try {
    return wordsInJson(JSON.parse(body.toString('utf8')), url, language);
  } catch {
    return 'says that it has JSON, and has none';
  }
}
