import type { LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts';
import { createAddressRule, findTargetRefusal, type TargetRule } from './allowed-targets.ts';
import { createNameLookup } from './look-up.ts';

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Covers DNS, connection, TLS, headers and body. */
  deadlineMs: number;
  /** Maximum bytes of the body to read. */
  keepBytes: number;
  /** Called with the size of each piece of the body before it is kept. An error that it throws ends the request. */
  beforePiece?: (bytes: number) => void;
  signal?: AbortSignal;
  /**
   * Connections to a host are divided between these clients. Rejects with `busy` if none is free
   * within the deadline.
   */
  client?: string;
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
  maxPerHost?: number | null;
  /** False to reach only the allowed private addresses. */
  reachesPublic?: boolean;
  lookUp?: typeof lookup;
};

/**
 * The only client for addresses supplied by users. Checks the URL, then every resolved address, and
 * connects to a checked address without resolving again.
 */
export function createOutbound(
  allowedPrivate: readonly string[],
  { maxPerHost = 8, reachesPublic = true, lookUp = createNameLookup(allowedPrivate) }: Options = {},
): Outbound {
  const isAllowed = createAddressRule(allowedPrivate, { includesPublic: reachesPublic });
  const resolve = createCheckedLookup(isAllowed, lookUp);
  const agent = new Agent({
    connect: { lookup: resolve, timeout: 10_000 },
    connections: maxPerHost,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16_384,
    pipelining: 1,
    // undici's timeouts apply per step; ours covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const takeTurn = maxPerHost === null ? undefined : createHostTurns(maxPerHost);
  return {
    target(url, options) {
      const refusal = findTargetRefusal(url, options, isAllowed);
      if (refusal) throw new Error(`the URL ${refusal}`);
      const { origin, pathname, search } = new URL(url);
      return { origin, path: pathname + search };
    },
    send(
      { origin, path },
      { method, headers, body = null, deadlineMs, keepBytes, beforePiece, signal, client },
    ) {
      const dispatch = { origin, path, method, headers, body };
      const limits = { deadlineMs, keepBytes, beforePiece, signal };
      const exchange = () => exchangeRequest(agent, { dispatch, ...limits });
      if (client === undefined || !takeTurn) return exchange();
      return takeTurn(origin, exchange, { client, maxWaitMs: deadlineMs, signal });
    },
    close: () => agent.destroy(),
  };
}

/** A name resolves to other than allowed addresses. */
export class RefusedAddress extends Error {}

/** Fails with `RefusedAddress`, or if the name can't be resolved. */
export function createCheckedLookup(
  isAllowed: (address: string) => boolean,
  lookUp: typeof lookup,
): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      // For localhost, one allowed family is enough. Other names must resolve to allowed addresses
      // only.
      const isLocal = /(^|\.)localhost\.?$/.test(hostname);
      const allowed = found.filter(({ address }) => isAllowed(address));
      if (allowed.length === 0 || (!isLocal && allowed.length < found.length))
        return done(new RefusedAddress(`${hostname} resolves to a private address`), []);
      return options.all
        ? done(null, allowed)
        : done(null, allowed[0]?.address ?? '', allowed[0]?.family);
    });
  };
}

/** Connections to a host that stay free for other clients. */
const SPARE_CONNECTIONS = 2;
/** A document may name hundreds of others on its host. */
const MAX_WAITING = { maxWaiting: 1_000, maxWaitingPerClient: 250 };

type HostTurnOptions = { client: string; maxWaitMs: number; signal: AbortSignal | undefined };

/** One queue per host, so that a client's slow requests to a host delay few of the others'. */
function createHostTurns(connections: number) {
  const hosts = new Map<string, { queue: FairQueue; requests: number }>();
  const slotsPerClient = Math.max(1, connections - SPARE_CONNECTIONS);
  return async <T>(
    origin: string,
    work: () => Promise<T>,
    { client, maxWaitMs, signal }: HostTurnOptions,
  ): Promise<T> => {
    const host = hosts.get(origin) ?? {
      queue: createFairQueue({ slots: connections, slotsPerClient, maxWaitMs, ...MAX_WAITING }),
      requests: 0,
    };
    hosts.set(origin, host);
    host.requests++;
    try {
      return await host.queue.run(client, work, { maxWaitMs, ...(signal && { signal }) });
    } finally {
      host.requests--;
      if (host.requests === 0) hosts.delete(origin);
    }
  };
}

type ExchangeOptions = {
  dispatch: Dispatcher.DispatchOptions;
  /** Covers DNS, connection, TLS, headers and body. */
  deadlineMs: number;
  /** Maximum bytes of the body to read. */
  keepBytes: number;
  beforePiece?: OutboundRequest['beforePiece'] | undefined;
  signal?: AbortSignal | undefined;
};
export type OutboundResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** True if the body was longer. */
  isCut: boolean;
};

const nothing = Buffer.alloc(0);

/**
 * Joins pieces of a body as they arrive. A server may send a million of one byte, which as buffers of
 * their own would take a hundred times the memory.
 */
class ReceivedBody {
  private buffer: Buffer = nothing;
  private size = 0;

  add(piece: Buffer): void {
    const size = this.size + piece.length;
    if (this.size === 0) this.buffer = piece;
    else {
      if (size > this.buffer.length) this.grow(size);
      piece.copy(this.buffer, this.size);
    }
    this.size = size;
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  private grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.size);
    this.buffer = larger;
  }
}

/**
 * One request by undici's lowest interface: a stream for 4 KiB would cost as much as everything
 * else.
 */
function exchangeRequest(
  agent: Dispatcher,
  { dispatch, deadlineMs, keepBytes, beforePiece, signal }: ExchangeOptions,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const answer: OutboundResponse = { status: 0, headers: {}, body: nothing, isCut: false };
    const received = new ReceivedBody();
    let size = 0;
    let line: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const clear = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const finish = (): void => {
      clear();
      answer.body = received.bytes;
      resolve(answer);
    };
    const fail = (error: Error): void => {
      clear();
      failure = error;
      reject(error);
      // A queued request is cancelled before it gets a connection.
      line?.abort(error);
    };
    const keep = (piece: Buffer): void => {
      try {
        beforePiece?.(piece.length);
        received.add(piece);
      } catch (error) {
        fail(error as Error);
      }
    };
    const expire = (): void => fail(new DOMException('too late', 'TimeoutError'));
    const stop = (): void => fail(signal?.reason as Error);
    const timer = setTimeout(expire, deadlineMs);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    agent.dispatch(dispatch, {
      onRequestStart: (controller) => {
        line = controller;
        if (failure) controller.abort(failure);
      },
      onResponseStart: (_, status, headers) => {
        answer.status = status;
        answer.headers = headers;
      },
      onResponseData: (controller, piece) => {
        if (answer.isCut || failure) return;
        size += piece.length;
        answer.isCut = size > keepBytes;
        const wanted = answer.isCut ? piece.subarray(0, piece.length - (size - keepBytes)) : piece;
        keep(wanted);
        if (!answer.isCut) return;
        finish();
        controller.abort(new Error('the rest is not wanted'));
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => fail(error),
    });
  });
}

/** Describes a failure without revealing what a name resolves to. */
export function describeOutboundError({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'no response in time';
  if (message.startsWith('the URL ')) return message;
  if (/private address/.test(message)) return 'the host isn’t public';
  return 'the host can’t be reached';
}
