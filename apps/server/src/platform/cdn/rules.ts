export const cdnFormats = ['generic', 'fastly', 'cloudflare'] as const;

/** A CDN in front of the service that is purged on changes. */
export type Cdn = {
  /** Purge URL. */
  url: string;
  form: (typeof cdnFormats)[number];
  token: string | undefined;
  /** Lifetime at the edge, in seconds, for responses that are purged on change. */
  maxAge: number;
};

/**
 * Cloudflare accepts 100 tags at a time, Fastly 256 keys. 100 of ours take 5 KB, and Varnish
 * accepts 8 KB of headers.
 */
const MAX_KEYS = 100;
/** Cloudflare reads 16 KB. Proxies often accept 4 or 8 KB for all headers. */
const MAX_HEADER_LENGTH = 1_000;

/** Header with the cache tags of a response. Undefined without tags, or if there are too many. */
export function buildCacheTagHeader(
  form: Cdn['form'],
  cacheTags: readonly string[],
): [name: string, value: string] | undefined {
  const [name, separator] = form === 'cloudflare' ? ['cache-tag', ','] : ['surrogate-key', ' '];
  const value = cacheTags.join(separator);
  return value !== '' && value.length <= MAX_HEADER_LENGTH ? [name as string, value] : undefined;
}

/**
 * Raises the lifetime at the edge to `seconds` and keeps the lifetime for clients. Clients still
 * revalidate responses that they had to revalidate. Immutable and uncacheable responses are unchanged.
 */
export function buildEdgeCacheControl(control: string, seconds: number): string {
  if (control === 'no-cache' || control === 'public, no-cache')
    return `public, max-age=0, must-revalidate, s-maxage=${Math.max(0, seconds)}`;
  return /^public, max-age=\d+$/.test(control)
    ? `${control}, s-maxage=${Math.max(0, seconds)}`
    : control;
}

export type PurgeRequest = { headers: Record<string, string>; body: string };

/** Purge requests for all keys, in batches the CDN accepts. */
export function buildPurgeRequests(
  { form, token }: Pick<Cdn, 'form' | 'token'>,
  keys: readonly string[],
): PurgeRequest[] {
  const requests: PurgeRequest[] = [];
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    const some = keys.slice(from, from + MAX_KEYS);
    requests.push({
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Insignia',
        ...(form === 'cloudflare' ? {} : { 'surrogate-key': some.join(' ') }),
        ...(token === undefined
          ? {}
          : form === 'fastly'
            ? { 'fastly-key': token }
            : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(form === 'cloudflare' ? { tags: some } : { surrogate_keys: some }),
    });
  }
  return requests;
}

/** Reason why a purge response isn't a success; undefined if it is. */
export function findPurgeError(
  form: Cdn['form'],
  { status, body }: { status: number; body: string },
): string | undefined {
  if (status < 200 || status > 299) return `the purge hook returned ${status}`;
  if (form !== 'cloudflare' || /"success"\s*:\s*true/.test(body)) return undefined;
  return `the purge hook returned ${status} without success`;
}

/** Kind of the jobs written by the triggers in `sql/functions/note_change.sql`. */
export const purgeKind = 'purge';

/** At most a minute apart, for a day. The triggers repeat this number. */
export const purgeAttempts = 1_440;

/** Metric name. */
export const purgedKeysTotal = 'insignia_purged_keys_total';

/** Cache tag of all pages: their styles and scripts belong to the program's version. */
export const pagesCacheTag = 'pages';
