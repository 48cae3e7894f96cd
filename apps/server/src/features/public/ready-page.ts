import { makeReady, type Ready } from '../../platform/http/index.ts';

/** A page with its policy. What it says of a state must be true whenever it is looked at, so readers always ask. */
export function readyPage(
  html: string,
  policy: string[],
  madeFrom: string[],
  freshFor?: number,
): Ready {
  return makeReady({
    ...{ type: 'text/html; charset=utf-8', body: html, cache: 'no-cache', headers: policy },
    ...{ madeFrom, freshFor },
  });
}
