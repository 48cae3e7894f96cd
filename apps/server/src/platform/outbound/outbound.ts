import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { createAddressRule } from './addresses.ts';
import { exchange, type OutboundAnswer } from './exchange.ts';
import { refuseTarget, type TargetRule } from './target.ts';

export type OutboundRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
  /** For everything together: DNS, connection, TLS, headers, body. */
  deadlineMs: number;
  /** At most so much of the answer's body is read. */
  keepBytes: number;
  signal?: AbortSignal;
};
/** Where a request may go: only `Outbound.target` makes one. */
export type Target = { readonly origin: string; readonly path: string };

/** Sends one request to an address that a user has supplied; redirects are answers, never followed. */
export type Outbound = {
  /** Throws when the URL is none that we connect to. */
  target: (url: string, wanted: TargetRule) => Target;
  send: (target: Target, request: OutboundRequest) => Promise<OutboundAnswer>;
  /** Ends what is under way. */
  close: () => Promise<void>;
};

type Options = {
  /** Connections; null when who sends limits them. */
  mostPerHost?: number | null;
  lookUp?: typeof lookup;
};

/**
 * The one door for every address that a user has supplied. The URL is looked at before, and every address that its name
 * resolves to before one of them is connected to: the same that was looked at, since nothing resolves it again.
 */
export function createOutbound(
  allowedPrivate: readonly string[],
  { mostPerHost = 8, lookUp = lookup }: Options = {},
): Outbound {
  const isAllowed = createAddressRule(allowedPrivate);
  const resolve: LookupFunction = (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      // A local name has both families; what is allowed of them is enough. Anybody else's name must be clean.
      const isLocal = /(^|\.)localhost\.?$/.test(hostname);
      const good = found.filter(({ address }) => isAllowed(address));
      if (good.length === 0 || (!isLocal && good.length < found.length))
        return done(new Error(`${hostname} resolves to a private address`), []);
      return options.all ? done(null, good) : done(null, good[0]?.address ?? '', good[0]?.family);
    });
  };
  const agent = new Agent({
    connect: { lookup: resolve, timeout: 10_000 },
    connections: mostPerHost,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16_384,
    pipelining: 1,
    // The deadline is ours: these are per step.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    target(url, wanted) {
      const refusal = refuseTarget(url, wanted, isAllowed);
      if (refusal) throw new Error(`the URL ${refusal}`);
      const { origin, pathname, search } = new URL(url);
      return { origin, path: pathname + search };
    },
    send({ origin, path }, { method, headers, body = null, deadlineMs, keepBytes, signal }) {
      const dispatch = { origin, path, method, headers, body };
      return exchange(agent, { dispatch, deadlineMs, keepBytes, signal });
    },
    close: () => agent.destroy(),
  };
}
