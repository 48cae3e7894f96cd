import { createAddressRule, findTargetRefusal, httpsOnly } from './allowed-targets.ts';
import { createOutbound } from './outbound.ts';

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
  /** Like `fetch`, without redirects, and bounded in time and size. */
  fetch: (url: string, request?: ProviderRequest) => Promise<Response>;
  close: () => Promise<void>;
};

const plainHttp = { protocols: ['http:', 'https:'], ports: [80, 443] };
const deadlineMs = 10_000;

/**
 * Public addresses need https. Addresses in `allowed` ranges may also use http, which then reaches
 * no others.
 */
export function createProviderClient(
  allowed: readonly string[],
  usualBytes = 1024 * 1024,
): ProviderClient {
  const [secure, plain] = [
    createOutbound(allowed),
    createOutbound(allowed, { reachesPublic: false }),
  ];
  const rules = {
    secure: createAddressRule(allowed),
    plain: createAddressRule(allowed, { includesPublic: false }),
  };
  const isPlain = (url: string) => allowed.length > 0 && /^http:/i.test(url);
  return {
    findRefusal: (url) =>
      isPlain(url)
        ? findTargetRefusal(url, plainHttp, rules.plain)
        : findTargetRefusal(url, httpsOnly, rules.secure),
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
