import { createHash } from 'node:crypto';
import { inOwnText, keepBytes } from '../own-memory.ts';
import { isPackable } from './encodings.ts';
import type { PreparedResponse } from './prepared-response.ts';
import { shareHeaders } from './share-headers.ts';

export type Answer = {
  /** 200 when not given. */
  status?: number;
  type: string;
  body: Buffer | string;
  /** Cache-Control: what others may keep. */
  cache: string;
  /** Name, value, name, value… */
  headers?: readonly string[];
  /** Those that no other answer has. */
  ownHeaders?: readonly string[] | undefined;
  /** What names these bytes, without quotes: their hash when not given, `false` for nothing. */
  etag?: string | false;
  /** Tells answers apart that have the same bytes. */
  form?: string;
  /** A change of any of these drops it. */
  madeFrom?: string[];
  /** For so many milliseconds it stays true by itself. */
  freshFor?: number | undefined;
};

/** The one way to an answer that is kept as bytes. Text that is long enough is sent packed to those who take it. */
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

/** Only what is there as asked for has a tag. */
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
