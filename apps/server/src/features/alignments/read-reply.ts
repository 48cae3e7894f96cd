import { findJsonExcess } from '../../kernel/json-limits.ts';
import type { OutboundResponse } from '../../platform/outbound/index.ts';
import type { AlignmentDetails } from './alignment-details.ts';
import { decodePage } from './decode-page.ts';
import { readJsonDetails, readPageDetails } from './read-details.ts';
import { parsePage } from './read-page.ts';

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
