import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import { clientOf } from './client-address.ts';

/** Requests a minute, of all processes that one command started (decisions, "Requests"). */
const perMinute = { key: 600, account: 1_200, address: 300 } as const;
type Kind = keyof typeof perMinute;

type Count = { limit: number; used: number; resetSeconds: number };

const windowMs = 60_000;
// Counts of one minute; beyond that all start anew, since memory matters more than a count.
const mostClients = 100_000;

/** What a process has counted since it last told the others, of the minute that ends then. */
export type WindowCounts = { windowEnds: number; counts: Map<string, number> };
/** Other processes of this machine that answer the same clients. */
export type Siblings = {
  tell: (counts: WindowCounts) => void;
  hear: (listen: (counts: WindowCounts) => void) => void;
};

/** So long others do not know what was counted here. */
const paceMs = 25;

/**
 * Counts requests by key, account and client. In memory and in windows of a minute: it keeps one client from taking a
 * process for itself, no more; what must be exact is counted in the database. Siblings tell each other what they count, so that
 * a client that comes to all of them gets what one of them would give, and what it asks for in 25 ms.
 */
export class RequestLimits {
  readonly #counts = new Map<string, number>();
  readonly #factor: number;
  readonly #trusts: ((address: string, hop: number) => boolean) | undefined;
  readonly #counted = new WeakSet<IncomingMessage>();
  readonly #siblings: Siblings | undefined;
  /** By how much this process's clock is behind the one that all processes of the machine share. */
  readonly #behind: number;
  #untold = new Map<string, number>();
  #windowEnds = 0;

  /** `factor` raises every limit; 0 switches them off. */
  constructor(factor: number, trustProxy: string[], siblings?: Siblings) {
    this.#factor = factor;
    this.#siblings = siblings;
    this.#behind = siblings ? monotonicMs() - performance.now() : 0;
    siblings?.hear((counts) => this.#hear(counts));
    this.#trusts = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : undefined;
  }

  #count(kind: Kind, who: string): Count {
    const now = performance.now() + this.#behind;
    if (now >= this.#windowEnds || this.#counts.size > mostClients) this.#beginAt(now);
    const used = this.#add(`${kind} ${who}`, 1);
    const limit = perMinute[kind] * this.#factor;
    // What floating numbers add must not become a second.
    const leftMs = Math.min(this.#windowEnds - now, windowMs);
    return { limit, used, resetSeconds: Math.ceil(leftMs / 1_000) };
  }

  #beginAt(now: number): void {
    this.#counts.clear();
    this.#untold.clear();
    // Siblings begin theirs together.
    const begun = this.#siblings ? now - (now % windowMs) : now;
    this.#windowEnds = begun + windowMs;
  }

  #add(name: string, by: number): number {
    const used = (this.#counts.get(name) ?? 0) + by;
    this.#counts.set(name, used);
    if (this.#siblings) this.#note(this.#siblings, name, by);
    return used;
  }

  #note(siblings: Siblings, name: string, by: number): void {
    if (this.#untold.size === 0) setTimeout(() => this.#tell(siblings), paceMs).unref();
    this.#untold.set(name, (this.#untold.get(name) ?? 0) + by);
  }

  #tell(siblings: Siblings): void {
    if (this.#untold.size === 0) return;
    siblings.tell({ windowEnds: this.#windowEnds, counts: this.#untold });
    this.#untold = new Map();
  }

  #hear({ windowEnds, counts }: WindowCounts): void {
    const now = performance.now() + this.#behind;
    if (now >= this.#windowEnds) this.#beginAt(now);
    if (windowEnds !== this.#windowEnds) return;
    for (const [name, by] of counts) this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  /** Whether this client may still ask; to be used before the framework, which counts none of it again. */
  admits(request: IncomingMessage): boolean {
    if (this.#factor === 0) return true;
    this.#counted.add(request);
    const ip = this.#trusts
      ? proxyAddress(request, this.#trusts)
      : (request.socket.remoteAddress ?? '');
    const { used, limit } = this.#count('address', clientOf(ip));
    return used <= limit;
  }

  /** Counts a request of nobody whom we know. */
  takeAddress(request: { ip: string; raw: IncomingMessage }, reply: FastifyReply): void {
    if (this.#factor === 0) return;
    const client = clientOf(request.ip);
    const counted = this.#count('address', client);
    if (this.#counted.has(request.raw)) {
      counted.used = this.#add(`address ${client}`, -1);
    }
    tell(reply, [counted]);
  }

  /** Counts a request of a key, or of a person without one, and of its account. */
  takeCaller(keyOrPerson: string, accountId: string | undefined, reply: FastifyReply): void {
    if (this.#factor === 0) return;
    const counts = [this.#count('key', keyOrPerson)];
    if (accountId) counts.push(this.#count('account', accountId));
    tell(reply, counts);
  }
}

/** Milliseconds of the clock that all processes of a machine share, and nobody sets. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/** Says what is left of the tightest limit; over one it throws too_many_requests. */
function tell(reply: FastifyReply, counts: Count[]): void {
  const left = ({ limit, used }: Count): number => Math.max(0, limit - used);
  const tightest = counts.reduce((a, b) => (left(b) < left(a) ? b : a));
  reply
    .header('ratelimit-limit', tightest.limit)
    .header('ratelimit-remaining', left(tightest))
    .header('ratelimit-reset', tightest.resetSeconds);
  if (counts.some(({ limit, used }) => used > limit))
    throw new Problem('too_many_requests', { retryAfterSeconds: tightest.resetSeconds });
}
