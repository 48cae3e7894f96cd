import { pagesSource } from '../../platform/cdn/index.ts';
import { type PreparedResponse, prepareResponse } from '../../platform/http/index.ts';

/**
 * A page with its policy. What it says of a state must be true whenever it is looked at, so readers always ask. It is the same for
 * everybody, and verifiers on other sites may read in it where its document is.
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
    ...{ madeFrom: [...madeFrom, pagesSource], freshFor },
  });
}
