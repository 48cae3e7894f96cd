import type { Caller } from '../../kernel/caller.ts';

export const keysCacheTag = 'keys';

const lifetimeMs = 900;
const MAX_ENTRIES = 10_000;
// Evicts many at once: finding the oldest entry of a map skips all deleted slots.
const MAX_ENTRIES_AFTER_SWEEP = 9_900;

/**
 * Caches callers by API key for less than a second, the time in which other processes must notice a
 * revocation. Changes in this process take effect at once.
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
