import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../kernel/problem.ts';
import { sha256 } from './crypto.ts';

/** A cap over time, exact over all processes. */
export type Cap = { name: string; points: number; seconds: number };

export type Take = { cap: Cap; who: string; points: number };

export type Throttle = {
  /** Counts `points` (one) of `who`; over the cap it throws too_many_requests. */
  take: (cap: Cap, who: string, points?: number) => Promise<void>;
  /** Counts all of them or, when one is over its cap, none. */
  takeAll: (takes: Take[]) => Promise<void>;
  forgive: (cap: Cap, who: string) => Promise<void>;
};

export function createThrottle(pool: pg.Pool, factor: number): Throttle {
  if (factor === 0)
    return { take: async () => {}, takeAll: async () => {}, forgive: async () => {} };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, points, seconds }: Cap): RateLimiterPostgres => {
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: points * factor,
      duration: seconds,
    });
    limiters.set(name, made);
    return made;
  };
  // Addresses and e-mails are personal: only their hash is kept.
  const keyOf = (who: string): string => sha256(who).toString('base64url');
  const take = async (cap: Cap, who: string, points = 1): Promise<void> => {
    try {
      await limiterOf(cap).consume(keyOf(who), points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Problem('too_many_requests', {
        retryAfterSeconds: Math.max(1, refusal.msBeforeNext / 1_000),
      });
    }
  };
  return {
    take,
    async takeAll(takes) {
      for (const [at, { cap, who, points }] of takes.entries())
        await take(cap, who, points).catch(async (error: unknown) => {
          // The refused one was counted as well.
          for (const taken of takes.slice(0, at + 1))
            await limiterOf(taken.cap).reward(keyOf(taken.who), taken.points);
          throw error;
        });
    },
    forgive: async (cap, who) => {
      await limiterOf(cap).delete(keyOf(who));
    },
  };
}
