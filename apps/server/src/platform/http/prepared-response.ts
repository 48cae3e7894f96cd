import type { Encoding } from './encodings.ts';

/** An answer prepared to be written: nothing is computed for the second reader. */
export type PreparedResponse = {
  status: number;
  /** Name, value, name, value…, as writeHead takes them. */
  headers: string[];
  body: Buffer;
  /** The same for readers that take an encoding, made at first need; absent where it would save nothing. */
  packed?: Partial<Record<Encoding, { body: Buffer; headers: string[] }>>;
  etag: string | undefined;
  /** What it was made from: a change of any of them drops it. */
  madeFrom: string[];
  /** Where those who are given it before the framework are counted. */
  served?: Served;
  /** When it becomes another one by itself, by performance.now(). */
  trueUntil?: number;
};

/** Answers by outcome, as plain numbers: this is the way that is asked for most. */
export type Served = { ok: number; notModified: number; gone: number };

export function countServed(served: Served, status: number): void {
  if (status === 304) served.notModified++;
  else if (status === 410) served.gone++;
  else served.ok++;
}

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
  const { packed, headers } = prepared;
  return {
    ...prepared,
    headers: headers
      .with(at, 'private, no-store')
      .filter((_, n) => !keyHeaders.includes(headers[n - (n % 2)] ?? '')),
    ...(packed ? { packed: {} } : {}),
  };
}
