import { createHash } from 'node:crypto';
import { inOwnText, keepBytes } from '../own-memory.ts';
import { isPackable } from './encodings.ts';
import type { PreparedResponse } from './prepared-response.ts';
import { shareHeaders } from './share-headers.ts';

export type Answer = {
  /** Defaults to 200. */
  status?: number;
  type: string;
  body: Buffer | string;
  /** Cache-Control. */
  cache: string;
  /** Name, value, name, value… */
  headers?: readonly string[];
  /** Headers unique to this response. */
  ownHeaders?: readonly string[] | undefined;
  /** Tag without quotes: the hash of the body by default, `false` for none. */
  etag?: string | false;
  /** Distinguishes responses with equal bytes. */
  form?: string;
  /** Cache tags. A change to any of them invalidates the response. */
  madeFrom?: string[];
  /** Milliseconds until the response becomes outdated without a change. */
  freshFor?: number | undefined;
};

/**
 * The only way to make a cacheable response. Long text is compressed for clients that accept it.
 */
export function prepareResponse(answer: Answer): PreparedResponse {
  const { status = 200, type, cache, headers = [], madeFrom = [], freshFor } = answer;
  const { body: given, ownHeaders } = answer;
  const bytes = typeof given === 'string' ? Buffer.from(given) : given;
  const isPacked = isPackable(type, bytes.length);
  const others = ['x-content-type-options', 'nosniff', 'cache-control', cache, ...headers];
  return {
    status,
    type,
    ownHeaders: ownHeaders?.map(inOwnText),
    madeFrom,
    headers: shareHeaders(isPacked ? varyByEncoding(others) : others),
    body: keepBytes(bytes),
    isPackable: isPacked,
    packed: undefined,
    etag: tagOf(answer, bytes),
    trueUntil: freshFor === undefined ? undefined : performance.now() + freshFor,
  };
}

/** Only successful responses have a tag. */
function tagOf({ status = 200, etag, form = '' }: Answer, body: Buffer): string | undefined {
  if (etag === false || status !== 200) return undefined;
  const name = etag ?? createHash('sha1').update(body).update(form).digest('base64url');
  return inOwnText(`"${name}"`);
}

function varyByEncoding(headers: string[]): string[] {
  const at = headers.indexOf('vary') + 1;
  if (at === 0) return [...headers, 'vary', 'Accept-Encoding'];
  return headers.with(at, `${headers[at]}, Accept-Encoding`);
}
