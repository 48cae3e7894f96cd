import { MAX_STALENESS_MS } from './rules.ts';

const MAX_TAGS = 10_000;

/**
 * Recently changed cache tags. A replica may not have replayed a change that was announced, so its
 * answer must be neither used nor cached.
 */
export class RecentChanges {
  /** In chronological order. */
  readonly #changedAt = new Map<string, number>();
  /** Time at which anything may have changed. */
  #allAt = Number.NEGATIVE_INFINITY;

  note(source: string | undefined, now: number): void {
    if (source === undefined) {
      this.#changedAt.clear();
      this.#allAt = now;
      return;
    }
    this.#changedAt.delete(source);
    this.#changedAt.set(source, now);
    for (const [oldest, at] of this.#changedAt) {
      // Older entries can't affect a read.
      if (now - at <= MAX_STALENESS_MS && this.#changedAt.size <= MAX_TAGS) break;
      this.#changedAt.delete(oldest);
      if (now - at <= MAX_STALENESS_MS) this.#allAt = at;
    }
  }

  /** True if any of the tags changed at or after the time. */
  haveSince(sources: readonly string[], time: number): boolean {
    if (this.#allAt >= time) return true;
    return sources.some(
      (source) => (this.#changedAt.get(source) ?? Number.NEGATIVE_INFINITY) >= time,
    );
  }
}
