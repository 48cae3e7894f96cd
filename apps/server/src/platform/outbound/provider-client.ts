import type { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createAddressRule, findTargetRefusal, httpsOnly } from './allowed-targets.ts';
import { createNameLookup } from './look-up.ts';
import { createCheckedLookup, createOutbound, RefusedAddress } from './outbound.ts';

export type ProviderRequest = {
  method?: string | undefined;
  headers?: HeadersInit | undefined;
  body?: string | Uint8Array | URLSearchParams | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** Instead of the client's own bound of the response. */
  maxBytes?: number | undefined;
};

/** Reaches identity providers and LTI platforms, which admins name. */
export type ProviderClient = {
  /** Completes "the URL …" with the reason it is refused. */
  findRefusal: (url: string) => string | undefined;
  /**
   * For settings: also resolves the name of an http URL, which must be in an allowed range. Browsers are
   * sent to some of these, where no request of ours would notice.
   */
  findSettingRefusal: (url: string) => Promise<string | undefined>;
  /** Like `fetch`, without redirects, and bounded in time and size. */
  fetch: (url: string, request?: ProviderRequest) => Promise<Response>;
  close: () => Promise<void>;
};

const plainHttp = { protocols: ['http:', 'https:'], ports: [80, 443] };
const deadlineMs = 10_000;
const resolveMs = 5_000;
const outsideRanges =
  'must start with https://, because its host resolves to no address in SSO_ALLOWED_PRIVATE_CIDRS';
/** Returned while the name server doesn't answer, or doesn't know the host. Another try may succeed. */
export const unresolvedHost = 'has a host that can’t be resolved. Check it, and try again';

/**
 * Public addresses need https. Addresses in `allowed` ranges may also use http, which then reaches
 * no others.
 */
export function createProviderClient(
  allowed: readonly string[],
  usualBytes = 1024 * 1024,
  lookUp: typeof lookup = createNameLookup(allowed),
): ProviderClient {
  const [secure, plain] = [
    createOutbound(allowed, { lookUp }),
    createOutbound(allowed, { reachesPublic: false, lookUp }),
  ];
  const rules = {
    secure: createAddressRule(allowed),
    plain: createAddressRule(allowed, { includesPublic: false }),
  };
  const isPlain = (url: string) => allowed.length > 0 && /^http:/i.test(url);
  const findRefusal = (url: string) =>
    isPlain(url)
      ? findTargetRefusal(url, plainHttp, rules.plain)
      : findTargetRefusal(url, httpsOnly, rules.secure);
  const lookUpPlain = createCheckedLookup(rules.plain, lookUp);
  return {
    findRefusal,
    async findSettingRefusal(url) {
      const refusal = findRefusal(url);
      if (refusal !== undefined || !isPlain(url)) return refusal;
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
      return resolveHost(lookUpPlain, host);
    },
    async fetch(url, { method = 'GET', headers, body, signal, maxBytes = usualBytes } = {}) {
      const [outbound, rule] = isPlain(url) ? [plain, plainHttp] : [secure, httpsOnly];
      const answer = await outbound.send(outbound.target(url, rule), {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        ...(body ? { body: await new Response(body as BodyInit).text() } : {}),
        ...{ deadlineMs, keepBytes: maxBytes },
        ...(signal && { signal }),
      });
      if (answer.isCut) throw new Error(`the response is larger than ${maxBytes} bytes`);
      const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      );
      const hasBody = ![204, 205, 304].includes(answer.status);
      return new Response(hasBody ? new Uint8Array(answer.body) : null, {
        status: answer.status,
        headers: sent,
      });
    },
    close: async () => {
      await Promise.all([secure.close(), plain.close()]);
    },
  };
}

function resolveHost(lookUp: LookupFunction, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(unresolvedHost), resolveMs);
    lookUp(host, { all: true }, (error) => {
      clearTimeout(timer);
      if (error === null) resolve(undefined);
      else resolve(error instanceof RefusedAddress ? outsideRanges : unresolvedHost);
    });
  });
}
