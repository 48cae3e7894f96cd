import type { KeptBytes } from '../own-memory.ts';
import type { Encoding } from './encodings.ts';
import { shareHeaders } from './share-headers.ts';

/** An answer prepared to be written: nothing is computed for the second reader. As small as can be, since thousands are kept. */
export type PreparedResponse = {
  status: number;
  /** Content-Type. */
  type: string;
  /** All but those of the body and ETag: name, value, name, value…, as writeHead takes them. Many answers have the same list. */
  headers: readonly string[];
  /** Those that no other answer has. */
  ownHeaders: readonly string[] | undefined;
  body: KeptBytes;
  isPackable: boolean;
  /** The body for readers that take an encoding, made at first need. */
  packed: Partial<Record<Encoding, KeptBytes>> | undefined;
  etag: string | undefined;
  /** What it was made from: a change of any of them drops it. */
  madeFrom: readonly string[];
  /** When it becomes another one by itself, by performance.now(). */
  trueUntil: number | undefined;
};

export function isStillTrue({ trueUntil = Infinity }: PreparedResponse): boolean {
  return performance.now() <= trueUntil;
}

/** What names an answer for caches that are told of changes. */
const keyHeaders = ['surrogate-key', 'cache-tag'];

/**
 * The same, which no cache on the way keeps: it could not be told that it had changed. `no-cache` would not say that to all
 * of them: Fastly keeps such an answer for its own time.
 */
export function unkept(prepared: PreparedResponse): PreparedResponse {
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
