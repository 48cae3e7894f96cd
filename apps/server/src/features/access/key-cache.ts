import type { Caller } from '../../kernel/caller.ts';

/** The name under which it is announced that keys have changed. */
export const keysSource = 'keys';

const livesMs = 900;
const most = 10_000;

/**
 * Callers by key for under a second, the time within which other processes must notice a revoked key; in this process
 * a change clears it at once.
 */
export class KeyCache {
  readonly #known = new Map<string, { until: number; caller: Promise<Caller | undefined> }>();

  find(key: string, load: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const now = performance.now();
    const known = this.#known.get(key);
    if (known && known.until > now) return known.caller;
    const caller = load();
    this.#known.delete(key);
    this.#known.set(key, { until: now + livesMs, caller });
    caller.catch(() => this.#known.delete(key));
    const oldest = this.#known.size > most ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    return caller;
  }

  clear(): void {
    this.#known.clear();
  }
}
