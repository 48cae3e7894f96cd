export const cdnForms = ['generic', 'fastly', 'cloudflare'] as const;

/** A cache of many places in front of the service, which is told what has changed. */
export type Cdn = {
  /** Where it is told. */
  url: string;
  form: (typeof cdnForms)[number];
  token: string | undefined;
  /** Seconds for which it may keep what nobody tells it to forget. */
  maxAge: number;
};

/** Cloudflare takes 100 tags at a time, Fastly 256 keys; 100 of ours are 5 KB, and Varnish takes headers of 8. */
const mostKeys = 100;
/** Cloudflare reads 16 KB, proxies often 4 or 8 of all headers together. */
const longestHeader = 1_000;

/** Header and value that name what an answer was made from; undefined where that is nothing, or too much to be told. */
export function keysHeader(
  form: Cdn['form'],
  madeFrom: readonly string[],
): [name: string, value: string] | undefined {
  const [name, separator] = form === 'cloudflare' ? ['cache-tag', ','] : ['surrogate-key', ' '];
  const value = madeFrom.join(separator);
  return value !== '' && value.length <= longestHeader ? [name as string, value] : undefined;
}

/**
 * Readers keep it as long as before, who is told of changes for `seconds`. What nobody may keep without asking is asked for
 * by readers still; what never changes, and what nobody may keep at all, is left as it is.
 */
export function edgeControl(control: string, seconds: number): string {
  if (control === 'no-cache' || control === 'public, no-cache')
    return `public, max-age=0, must-revalidate, s-maxage=${Math.max(0, seconds)}`;
  return /^public, max-age=\d+$/.test(control)
    ? `${control}, s-maxage=${Math.max(0, seconds)}`
    : control;
}

export type PurgeRequest = { headers: Record<string, string>; body: string };

/** How it is told to forget all that was made from any of `keys`, so many at a time as it takes. */
export function purgeRequests(
  { form, token }: Pick<Cdn, 'form' | 'token'>,
  keys: readonly string[],
): PurgeRequest[] {
  const requests: PurgeRequest[] = [];
  for (let from = 0; from < keys.length; from += mostKeys) {
    const some = keys.slice(from, from + mostKeys);
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

/** Why an answer is none that says it is done; undefined when it does. */
export function purgeFault(
  form: Cdn['form'],
  { status, body }: { status: number; body: string },
): string | undefined {
  if (status < 200 || status > 299) return `the purge hook answered ${status}`;
  if (form !== 'cloudflare' || /"success"\s*:\s*true/.test(body)) return undefined;
  return `the purge hook answered ${status} without success`;
}
