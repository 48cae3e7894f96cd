import type { Caller } from '../../kernel/caller.ts';

/** The name under which it is announced that keys have changed. */
export const keysSource = 'keys';

const livesMs = 900;
const most = 10_000;
// Many at once: a map passes by every place that was left before it finds its oldest.
const mostAfterSweep = 9_900;

/**
 * Callers by key for under a second, the time within which other processes must notice a revoked key; in this process
 * a change clears it at once.
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
    this.#known.set(key, { until: now + livesMs, caller });
    caller.catch(() => this.#known.delete(key));
    if (now >= this.#sweepAt || this.#known.size > most) this.#sweep(now);
    return caller;
  }

  #sweep(now: number): void {
    this.#sweepAt = now + livesMs;
    for (const [oldest, { until }] of this.#known) {
      if (until > now && this.#known.size <= mostAfterSweep) break;
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
