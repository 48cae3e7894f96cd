import { createHash } from 'node:crypto';
import { inOwnMemory } from '../own-memory.ts';
import { isPackable } from './encodings.ts';
import type { PreparedResponse, Served } from './prepared-response.ts';

export type Answer = {
  /** 200 when not given. */
  status?: number;
  type: string;
  body: Buffer | string;
  /** Cache-Control: what others may keep. */
  cache: string;
  /** Name, value, name, value… */
  headers?: readonly string[];
  /** What names these bytes, without quotes: their hash when not given, `false` for nothing. */
  etag?: string | false;
  /** Tells answers apart that have the same bytes. */
  form?: string;
  /** Where it is counted when it is given before the framework. */
  served?: Served | undefined;
  /** A change of any of these drops it. */
  madeFrom?: string[];
  /** For so many milliseconds it stays true by itself. */
  freshFor?: number | undefined;
};

/** Content-Type and Content-Length come first: a 304 has neither. */
export const headersOfBody = 4;

/** The one way to an answer that is kept as bytes. Text that is long enough is sent packed to those who take it. */
export function prepareResponse(answer: Answer): PreparedResponse {
  const { status = 200, type, cache, headers = [], madeFrom = [], freshFor, served } = answer;
  const { body: given } = answer;
  const body = inOwnMemory(typeof given === 'string' ? Buffer.from(given) : given);
  const etag = tagOf(answer, body);
  const isPacked = isPackable(type, body.length);
  const others = ['cache-control', cache, ...headers];
  return {
    status,
    body,
    etag,
    madeFrom,
    ...(freshFor === undefined ? {} : { trueUntil: performance.now() + freshFor }),
    ...(isPacked ? { packed: {} } : {}),
    ...(served ? { served } : {}),
    headers: [
      ...['content-type', type, 'content-length', String(body.length)],
      ...(etag ? ['etag', etag] : []),
      ...['x-content-type-options', 'nosniff'],
      ...(isPacked ? varyByEncoding(others) : others),
    ],
  };
}

/** Only what is there as asked for has a tag. */
function tagOf({ status = 200, etag, form = '' }: Answer, body: Buffer): string | undefined {
  if (etag === false || status !== 200) return undefined;
  return `"${etag ?? createHash('sha1').update(body).update(form).digest('base64url')}"`;
}

function varyByEncoding(headers: string[]): string[] {
  const at = headers.indexOf('vary') + 1;
  if (at === 0) return [...headers, 'vary', 'Accept-Encoding'];
  return headers.with(at, `${headers[at]}, Accept-Encoding`);
}
