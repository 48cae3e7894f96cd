import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { createAddressRule } from './addresses.ts';
import { exchangeRequest, type OutboundResponse } from './exchange.ts';
import { findTargetRefusal, type TargetRule } from './target.ts';

export type OutboundRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Covers DNS, connection, TLS, headers and body. */
  deadlineMs: number;
  /** Maximum bytes of the body to read. */
  keepBytes: number;
  signal?: AbortSignal;
};
/** A checked destination. Only `Outbound.target` makes one. */
export type OutboundTarget = { readonly origin: string; readonly path: string };

/** Sends requests to addresses supplied by users. Never follows redirects. */
export type Outbound = {
  /** Throws if the URL isn't allowed. */
  target: (url: string, rule: TargetRule) => OutboundTarget;
  send: (target: OutboundTarget, request: OutboundRequest) => Promise<OutboundResponse>;
  /** Aborts running requests. */
  close: () => Promise<void>;
};

type Options = {
  /** Connections per host. Null if the caller limits them. */
  mostPerHost?: number | null;
  lookUp?: typeof lookup;
};

/**
 * The only client for addresses supplied by users. Checks the URL, then every resolved address, and
 * connects to a checked address without resolving again.
 */
export function createOutbound(
  allowedPrivate: readonly string[],
  { mostPerHost = 8, lookUp = lookup }: Options = {},
): Outbound {
  const isAllowed = createAddressRule(allowedPrivate);
  const resolve: LookupFunction = (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      // For localhost, one allowed family is enough. Other names must resolve to allowed addresses
      // only.
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
    // undici's timeouts apply per step; ours covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    target(url, wanted) {
      const refusal = findTargetRefusal(url, wanted, isAllowed);
      if (refusal) throw new Error(`the URL ${refusal}`);
      const { origin, pathname, search } = new URL(url);
      return { origin, path: pathname + search };
    },
    send({ origin, path }, { method, headers, body = null, deadlineMs, keepBytes, signal }) {
      const dispatch = { origin, path, method, headers, body };
      return exchangeRequest(agent, { dispatch, deadlineMs, keepBytes, signal });
    },
    close: () => agent.destroy(),
  };
}
