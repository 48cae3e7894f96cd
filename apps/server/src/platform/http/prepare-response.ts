import { createHash } from 'node:crypto';
import { copyText, toCachedBytes } from '../own-memory.ts';
import { canCompress } from './encodings.ts';
import type { PreparedResponse } from './prepared-response.ts';
import { shareHeaders } from './share-headers.ts';

export type ResponseContent = {
  /** Defaults to 200. */
  status?: number;
  type: string;
  body: Buffer | string;
  /** Cache-Control. */
  cache: string;
  /** Names and values alternate: name, value, name, value… */
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
export function prepareResponse(answer: ResponseContent): PreparedResponse {
  const { status = 200, type, cache, headers = [], madeFrom = [], freshFor } = answer;
  const { body: given, ownHeaders } = answer;
  const bytes = typeof given === 'string' ? Buffer.from(given) : given;
  const isPacked = canCompress(type, bytes.length);
  const others = ['x-content-type-options', 'nosniff', 'cache-control', cache, ...headers];
  return {
    status,
    type,
    ownHeaders: ownHeaders?.map(copyText),
    madeFrom,
    headers: shareHeaders(isPacked ? varyByEncoding(others) : others),
    body: toCachedBytes(bytes),
    isPackable: isPacked,
    packed: undefined,
    etag: buildEtag(answer, bytes),
    trueUntil: freshFor === undefined ? undefined : performance.now() + freshFor,
  };
}

/** Only successful responses have a tag. */
function buildEtag(
  { status = 200, etag, form = '' }: ResponseContent,
  body: Buffer,
): string | undefined {
  if (etag === false || status !== 200) return undefined;
  const name = etag ?? createHash('sha1').update(body).update(form).digest('base64url');
  return copyText(`"${name}"`);
}

function varyByEncoding(headers: string[]): string[] {
  const at = headers.indexOf('vary') + 1;
  if (at === 0) return [...headers, 'vary', 'Accept-Encoding'];
  return headers.with(at, `${headers[at]}, Accept-Encoding`);
}
