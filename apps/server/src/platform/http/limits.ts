import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Problem } from '../../kernel/problem.ts';
import { findClientSite } from '../limits/fair-queue.ts';

/** Requests per minute across processes of one command (decisions, "Requests"). */
const perMinute = { key: 600, account: 1_200, address: 300, site: 4_800 } as const;
type Kind = keyof typeof perMinute;
type CountedClient = readonly [kind: Exclude<Kind, 'site'>, id: string];

type Count = { limit: number; used: number; left: number; resetSeconds: number };

const windowMs = 60_000;
const MAX_CLIENTS = 100_000;

/**
 * Counts of at most `MAX_CLIENTS` clients. Beyond it, those that sent nothing for longest are
 * forgotten, half of all at a time, because an exact order would cost every request more.
 */
class RecentCounts {
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  /** Adds requests, or none, and returns the sum. */
  add(name: string, by: number): number {
    const used = (this.#recent.get(name) ?? this.#older.get(name) ?? 0) + by;
    if (by === 0) return used;
    this.#recent.set(name, used);
    if (this.#recent.size >= MAX_CLIENTS / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    return used;
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}

/** Counts since the last exchange, for the minute that ends at `windowEnds`. */
export type WindowCounts = { windowEnds: number; counts: Map<string, number> };
/** Other processes of this machine that serve the same clients. */
export type CountExchange = {
  send: (counts: WindowCounts) => void;
  subscribe: (listen: (counts: WindowCounts) => void) => void;
};

/** Interval at which processes exchange counts. */
const paceMs = 25;

/**
 * Rate limits per key, account and client, in memory with one-minute windows. They keep one client
 * from occupying a process. Exact limits are enforced in the database. Processes of one command
 * exchange counts, so that a client gets one process's limit plus what it sends in 25 ms.
 */
export class RequestLimits {
  readonly #counts = new RecentCounts();
  readonly #factor: number;
  readonly #trusts: ((address: string, hop: number) => boolean) | undefined;
  readonly #counted = new WeakSet<IncomingMessage>();
  readonly #siblings: CountExchange | undefined;
  /** Offset between this process's clock and the machine's shared one. */
  readonly #behind: number;
  #unsent = new Map<string, number>();
  #windowEnds = 0;

  /** `factor` multiplies every limit. 0 disables them. */
  constructor(factor: number, trustProxy: string[], siblings?: CountExchange) {
    this.#factor = factor;
    this.#siblings = siblings;
    this.#behind = siblings ? monotonicMs() - performance.now() : 0;
    siblings?.subscribe((counts) => this.#addCounts(counts));
    this.#trusts = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : undefined;
  }

  #count(kind: Kind, who: string, by = 1): Count {
    const now = performance.now() + this.#behind;
    if (now >= this.#windowEnds) this.#beginAt(now);
    const name = `${kind} ${who}`;
    const used = this.#counts.add(name, by);
    if (this.#siblings && by > 0) this.#note(this.#siblings, name, by);
    const limit = perMinute[kind] * this.#factor;
    // Guards against rounding errors.
    const leftMs = Math.min(this.#windowEnds - now, windowMs);
    const left = Math.max(0, limit - used);
    return { limit, used, left, resetSeconds: Math.ceil(leftMs / 1_000) };
  }

  /**
   * A client's excess doesn't count for its site, so that it can't use up its neighbors' requests.
   * Clients of a site above its limit aren't counted, so that they can't evict others.
   */
  #countAddress(client: string, by: number): Count {
    const site = findClientSite(client);
    if (site === undefined) return this.#count('address', client, by);
    const own = this.#count('address', client, 0);
    if (own.used + by > own.limit) return this.#count('address', client, by);
    const all = this.#count('site', site, by);
    if (all.used > all.limit) return all;
    const counted = this.#count('address', client, by);
    return counted.left <= all.left ? counted : all;
  }

  #beginAt(now: number): void {
    this.#counts.clear();
    this.#unsent.clear();
    // All processes start their windows together.
    const startedAt = this.#siblings ? now - (now % windowMs) : now;
    this.#windowEnds = startedAt + windowMs;
  }

  #note(siblings: CountExchange, name: string, by: number): void {
    if (this.#unsent.size === 0) setTimeout(() => this.#sendCounts(siblings), paceMs).unref();
    this.#unsent.set(name, (this.#unsent.get(name) ?? 0) + by);
  }

  #sendCounts(siblings: CountExchange): void {
    if (this.#unsent.size === 0) return;
    siblings.send({ windowEnds: this.#windowEnds, counts: this.#unsent });
    this.#unsent = new Map();
  }

  #addCounts({ windowEnds, counts }: WindowCounts): void {
    const now = performance.now() + this.#behind;
    if (now >= this.#windowEnds) this.#beginAt(now);
    if (windowEnds !== this.#windowEnds) return;
    for (const [name, by] of counts) this.#counts.add(name, by);
  }

  /**
   * True if the client may send another request. For use before the framework, which doesn't count
   * it again.
   */
  admits(request: IncomingMessage): boolean {
    if (this.#factor === 0) return true;
    this.#counted.add(request);
    const ip = this.#trusts
      ? proxyAddress(request, this.#trusts)
      : (request.socket.remoteAddress ?? '');
    const { used, limit } = this.#countAddress(normalizeClientIp(ip), 1);
    return used <= limit;
  }

  /** Counts an unauthenticated request. */
  takeAddress(request: { ip: string; raw: IncomingMessage }, reply: FastifyReply): void {
    const by = this.#counted.has(request.raw) ? 0 : 1;
    this.take(reply, [['address', normalizeClientIp(request.ip)]], by);
  }

  /**
   * Counts a request of each of these clients, and sets headers for the tightest limit. Throws
   * too_many_requests if any is exceeded.
   */
  take(reply: FastifyReply, clients: readonly CountedClient[], by = 1): void {
    if (this.#factor === 0) return;
    let tightest: Count | undefined;
    let isExceeded = false;
    for (const [kind, id] of clients) {
      const count = kind === 'address' ? this.#countAddress(id, by) : this.#count(kind, id, by);
      if (!tightest || count.left < tightest.left) tightest = count;
      isExceeded ||= count.used > count.limit;
    }
    if (!tightest) return;
    reply
      .header('ratelimit-limit', tightest.limit)
      .header('ratelimit-remaining', tightest.left)
      .header('ratelimit-reset', tightest.resetSeconds);
    if (isExceeded)
      throw new Problem('too_many_requests', { retryAfterSeconds: tightest.resetSeconds });
  }
}

/** The machine's monotonic clock, shared by all processes. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/**
 * The client for rate limits: the peer or what a trusted proxy reports. An IPv6 client owns a /64.
 * All clients of a /48 together may send 16 times what one may.
 */
export function clientAddress({ ip }: FastifyRequest): string {
  return normalizeClientIp(ip);
}

export function normalizeClientIp(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}
