import { createHash } from 'node:crypto';
import { makeReady, type Ready } from '../../platform/http/index.ts';

/** A page with its policy; a change of what it was made from drops it, and it is not true for longer than `freshFor`. */
export function readyPage(
  html: string,
  policy: string[],
  madeFrom: string[],
  freshFor = Number.POSITIVE_INFINITY,
): Ready {
  const body = Buffer.from(html);
  const etag = createHash('sha1').update(body).digest('base64url');
  // What it says of its state must be true whenever it is looked at.
  const headers = [...['cache-control', 'no-cache'], ...policy];
  return makeReady(200, 'text/html; charset=utf-8', body, { etag, headers, madeFrom, freshFor });
}
