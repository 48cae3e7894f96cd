import { type PreparedResponse, shareHeaders } from '../http/index.ts';
import { buildCacheTagHeader, buildEdgeCacheControl, type Cdn } from './rules.ts';

/** Adds cache tags and edge lifetimes to responses. */
export function createEdge({
  form,
  maxAge,
}: Cdn): (prepared: PreparedResponse) => PreparedResponse {
  return (prepared) => {
    const at = prepared.headers.indexOf('cache-control') + 1;
    const control = prepared.headers[at];
    const keys = buildCacheTagHeader(form, prepared.madeFrom);
    if (at === 0 || control === undefined || control === 'no-store' || !keys) return prepared;
    const { trueUntil = Infinity } = prepared;
    const trueFor = Math.floor((trueUntil - performance.now()) / 1_000);
    const kept = buildEdgeCacheControl(control, Math.min(maxAge, trueFor));
    return {
      ...prepared,
      headers: shareHeaders(prepared.headers.with(at, kept)),
      ownHeaders: [...(prepared.ownHeaders ?? []), ...keys],
    };
  };
}
