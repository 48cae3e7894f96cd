import { keyPrefix } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';

import { findCallerByKey, recordApiKeyUse } from './store.ts';

const prefix = `${keyPrefix}_`;
const secretForm = /^[0-9a-f]{32}$/;

type ApiKeyDeps = { db: Database; keys: KeyCache; usage: KeyUsage };

export async function authenticateKey(
  { db, keys, usage }: ApiKeyDeps,
  key: string,
): Promise<Caller> {
  if (!key.startsWith(prefix) || !secretForm.test(key.slice(prefix.length)))
    throw new Problem('invalid_credentials');
  const caller = await keys.find(key, async () => {
    const loaded = await findCallerByKey(db, sha256(key));
    if (loaded?.keyId) usage.touch(loaded.keyId);
    return loaded;
  });
  if (!caller) throw new Problem('invalid_credentials');
  return caller;
}

export const keysCacheTag = 'keys';

const lifetimeMs = 900;
const MAX_ENTRIES = 10_000;
// Evicts many at once: finding the oldest entry of a map skips all deleted slots.
const MAX_ENTRIES_AFTER_SWEEP = 9_900;

/**
 * Caches callers by API key for less than a second, the time in which other processes must notice a
 * revocation. Changes in this process take effect immediately.
 */
export class KeyCache {
  readonly #known = new Map<string, { until: number; caller: Promise<Caller | undefined> }>();
  #sweepAt = 0;

  find(key: string, load: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const now = performance.now();
    const known = this.#known.get(key);
    if (known && known.until > now) return known.caller;
    const caller = load();
    this.#known.delete(key);
    this.#known.set(key, { until: now + lifetimeMs, caller });
    caller.catch(() => this.#known.delete(key));
    if (now >= this.#sweepAt || this.#known.size > MAX_ENTRIES) this.#sweep(now);
    return caller;
  }

  #sweep(now: number): void {
    this.#sweepAt = now + lifetimeMs;
    for (const [oldest, { until }] of this.#known) {
      if (until > now && this.#known.size <= MAX_ENTRIES_AFTER_SWEEP) break;
      this.#known.delete(oldest);
    }
  }

  get size(): number {
    return this.#known.size;
  }

  clear(): void {
    this.#known.clear();
  }
}

/**
 * Records to the minute when callers of API keys were last loaded, which happens at least once a
 * second while a key is used. Writes in batches, so that no request pays for it.
 */
export type KeyUsage = {
  touch: (keyId: string) => void;
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

export function createKeyUsage(db: Database, clock: Clock, everyMs = 5_000): KeyUsage {
  let used = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (used.size === 0) return;
    const batch = used;
    used = new Map();
    await recordApiKeyUse(
      db,
      [...batch.keys()],
      [...batch.values()].map((minute) => new Date(minute * 60_000)),
    );
  };
  // A failed batch only loses last-use times.
  const timer = setInterval(() => void flush().catch(() => {}), everyMs).unref();
  return {
    touch: (keyId) => {
      used.set(keyId, Math.floor(clock().getTime() / 60_000));
    },
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush().catch(() => {});
    },
  };
}
