import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import { clientOf } from './client-address.ts';

/** Requests a minute, of one process (decisions, "Requests"). */
const perMinute = { key: 600, account: 1_200, address: 300 } as const;
type Kind = keyof typeof perMinute;

type Count = { limit: number; used: number; resetSeconds: number };

const windowMs = 60_000;
// Counts of one minute; beyond that all start anew, since memory matters more than a count.
const mostClients = 100_000;

/**
 * Counts requests by key, account and client. In memory and in windows of a minute: it keeps one client from taking a
 * process for itself, no more; what must be exact is counted in the database.
 */
export class RequestLimits {
  readonly #counts = new Map<string, number>();
  readonly #factor: number;
  readonly #trusts: ((address: string, hop: number) => boolean) | undefined;
  readonly #counted = new WeakSet<IncomingMessage>();
  #windowEnds = 0;

  /** `factor` raises every limit; 0 switches them off. */
  constructor(factor: number, trustProxy: string[]) {
    this.#factor = factor;
    this.#trusts = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : undefined;
  }

  #count(kind: Kind, who: string): Count {
    const now = performance.now();
    if (now >= this.#windowEnds || this.#counts.size > mostClients) {
      this.#counts.clear();
      this.#windowEnds = now + windowMs;
    }
    const name = `${kind} ${who}`;
    const used = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, used);
    const limit = perMinute[kind] * this.#factor;
    return { limit, used, resetSeconds: Math.ceil((this.#windowEnds - now) / 1_000) };
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
      counted.used--;
      this.#counts.set(`address ${client}`, counted.used);
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
