import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../kernel/problem.ts';
import { deleteBatch, type Trx } from '../db/index.ts';
import type { Chore } from '../jobs/index.ts';
import { sha256 } from '../secrets/crypto.ts';

/** A limit over time, exact across processes. */
export type RateLimit = { name: string; points: number; seconds: number };

export type RateLimitUse = { limit: RateLimit; who: string; points: number };

export type Throttle = {
  /** Counts `points` (default one) for `who`. Throws too_many_requests above the limit. */
  take: (limit: RateLimit, who: string, points?: number) => Promise<void>;
  /** Counts all, or none if one is above its limit. */
  takeAll: (takes: RateLimitUse[]) => Promise<void>;
  /**
   * Counts within a transaction, so that rolled-back work isn't counted. Throws at the first
   * exceeded limit.
   */
  takeWithin: (trx: Trx, takes: RateLimitUse[]) => Promise<void>;
  /** Counts as many points as the limit allows, within a transaction. Returns how many. */
  takeUpTo: (trx: Trx, take: RateLimitUse) => Promise<number>;
  forgive: (limit: RateLimit, who: string) => Promise<void>;
  /** True above the limit. Counts nothing. */
  isExceeded: (limit: RateLimit, who: string) => Promise<boolean>;
};

/** Counts one for `who`. Returns false above the limit, for limits that a client must not notice. */
export async function isWithin(
  throttle: Throttle,
  limit: RateLimit,
  who: string,
): Promise<boolean> {
  try {
    await throttle.take(limit, who);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false;
    throw error;
  }
}

export function createUnlimitedThrottle(): Throttle {
  const never = async (): Promise<void> => {};
  const takeUpTo = async (_: Trx, { points }: RateLimitUse): Promise<number> => points;
  const isExceeded = async (): Promise<boolean> => false;
  return { take: never, takeAll: never, takeWithin: never, takeUpTo, forgive: never, isExceeded };
}

export function createThrottle(pool: pg.Pool, factor: number): Throttle {
  if (factor === 0) return createUnlimitedThrottle();
  const limiters = new Map<string, RateLimiterPostgres>();
  const make = ({ name, points, seconds }: RateLimit, storeClient: object): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: points * factor,
      duration: seconds,
    });
  const getLimiter = (limit: RateLimit): RateLimiterPostgres => {
    const limiter = limiters.get(limit.name) ?? make(limit, pool);
    limiters.set(limit.name, limiter);
    return limiter;
  };
  // Addresses are personal data, so only their hash is stored.
  const hashKey = (who: string): string => sha256(who).toString('base64url');
  const take = async (
    limit: RateLimit,
    who: string,
    points = 1,
    by = getLimiter(limit),
  ): Promise<void> => {
    try {
      await by.consume(hashKey(who), points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Problem('too_many_requests', {
        retryAfterSeconds: Math.max(1, refusal.msBeforeNext / 1_000),
      });
    }
  };
  const createClient = (trx: Trx) => ({
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      trx.getExecutor().executeQuery(CompiledQuery.raw(text, values)),
  });
  return {
    take: (limit, who, points) => take(limit, who, points),
    async takeAll(takes) {
      for (const [at, { limit, who, points }] of takes.entries())
        await take(limit, who, points).catch(async (error: unknown) => {
          // The refused one was counted too.
          for (const earlier of takes.slice(0, at + 1))
            await getLimiter(earlier.limit).reward(hashKey(earlier.who), earlier.points);
          throw error;
        });
    },
    async takeWithin(trx, takes) {
      const client = createClient(trx);
      for (const { limit, who, points } of takes)
        await take(limit, who, points, make(limit, client));
    },
    async takeUpTo(trx, { limit, who, points }) {
      const limiter = make(limit, createClient(trx));
      const { consumedPoints } = await limiter.penalty(hashKey(who), points);
      const over = Math.min(points, Math.max(0, consumedPoints - limiter.points));
      if (over > 0) await limiter.reward(hashKey(who), over);
      return points - over;
    },
    forgive: async (limit, who) => {
      await getLimiter(limit).delete(hashKey(who));
    },
    async isExceeded(limit, who) {
      const limiter = getLimiter(limit);
      const used = await limiter.get(hashKey(who));
      return used !== null && used.consumedPoints > limiter.points;
    },
  };
}

export const throttleChore: Chore = {
  name: 'rate limits',
  run: (trx) => {
    const where = sql`expire < extract(epoch from now()) * 1000`;
    return deleteBatch(trx, { table: 'rate_limits', by: 'expire', where });
  },
};
