import { boundMs } from './rules.ts';

const mostSources = 10_000;

/**
 * What has changed of late, by the names of `platform/changes.ts`. A replica can be asked before it has replayed what was
 * announced: what it says of this is not to be given, nor kept.
 */
export class RecentChanges {
  /** In the order of their times. */
  readonly #changedAt = new Map<string, number>();
  /** Anything may have changed at this time. */
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
      // Of before the bound nobody reads any more.
      if (now - at <= boundMs && this.#changedAt.size <= mostSources) break;
      this.#changedAt.delete(oldest);
      if (now - at <= boundMs) this.#allAt = at;
    }
  }

  /** Whether any of them may have changed at this time or later. */
  haveSince(sources: readonly string[], time: number): boolean {
    if (this.#allAt >= time) return true;
    return sources.some(
      (source) => (this.#changedAt.get(source) ?? Number.NEGATIVE_INFINITY) >= time,
    );
  }
}
