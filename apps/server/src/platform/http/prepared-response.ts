import type { CachedBytes } from '../own-memory.ts';
import type { Encoding } from './encodings.ts';
import { shareHeaders } from './share-headers.ts';

/**
 * A response ready to write: nothing is computed per request. Kept small, because thousands are
 * cached.
 */
export type PreparedResponse = {
  status: number;
  /** Content-Type. */
  type: string;
  /**
   * All headers except those of the body and the ETag, as writeHead expects. Shared between
   * responses.
   */
  headers: readonly string[];
  /** Headers unique to this response. */
  ownHeaders: readonly string[] | undefined;
  body: CachedBytes;
  isPackable: boolean;
  /** Compressed bodies, made on first use. */
  packed: Partial<Record<Encoding, CachedBytes>> | undefined;
  etag: string | undefined;
  /** Cache tags. A change to any of them invalidates the response. */
  madeFrom: readonly string[];
  /** Time (performance.now()) at which it becomes outdated without a change. */
  trueUntil: number | undefined;
};

export function isUnexpired({ trueUntil = Infinity }: PreparedResponse): boolean {
  return performance.now() <= trueUntil;
}

/** Headers with cache tags for CDNs. */
const keyHeaders = ['surrogate-key', 'cache-tag'];

/**
 * A copy that no cache may store, because it couldn't be purged. `no-cache` isn't enough: Fastly
 * stores such responses anyway.
 */
export function withoutCaching(prepared: PreparedResponse): PreparedResponse {
  const at = prepared.headers.indexOf('cache-control') + 1;
  const control = prepared.headers[at];
  if (at === 0 || control === undefined || control.includes('immutable')) return prepared;
  const { headers, ownHeaders } = prepared;
  return {
    ...prepared,
    headers: shareHeaders(headers.with(at, 'private, no-store')),
    ownHeaders: ownHeaders?.filter((_, n) => !keyHeaders.includes(ownHeaders[n - (n % 2)] ?? '')),
  };
}
