import { pagesCacheTag } from '../../platform/cdn/index.ts';
import { type PreparedResponse, prepareResponse } from '../../platform/http/index.ts';

/**
 * Prepares a page with its policy. The status must be current, so clients always revalidate. Pages
 * are the same for everyone, and other sites' verifiers may read them.
 */
export function preparePage(
  html: string,
  policy: string[],
  madeFrom: string[],
  freshFor?: number,
): PreparedResponse {
  return prepareResponse({
    ...{ type: 'text/html; charset=utf-8', body: html, cache: 'no-cache' },
    headers: [...policy, 'access-control-allow-origin', '*'],
    ...{ madeFrom: [...madeFrom, pagesCacheTag], freshFor },
  });
}
