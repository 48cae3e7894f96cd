import { copyText } from '../memory/own-memory.ts';
import {
  estimateEntryBytes,
  estimateTagBytes,
  isUnexpired,
  type PreparedResponse,
  SET_BYTES,
  withoutCaching,
} from './prepared-response.ts';

type Entry = {
  prepared: PreparedResponse;
  /** The copy to send while outdated, made on first use. No cache stores it. */
  stale: PreparedResponse | undefined;
  /** Time at which loading started: the data is at least that recent. */
  asOf: number;
  freshUntil: number;
  bytes: number;
  /** Time of the last move to the end. */
  movedAt: number;
};

/** Keys with this tag. Usually one, and a set of one takes 200 bytes. */
type TagEntry = { name: string; keys: string | Set<string> };

type PendingLoad = { work: Promise<PreparedResponse>; startedAt: number };

const ttlMs = 10_000;
/** A slow source. Usually it takes a few milliseconds. */
const patienceMs = 250;
// Moving an entry on every read would rebuild a large map so often that a response takes half as
// long again.
const moveEveryMs = 1_000;
// Finding the oldest entry skips the slots of deleted ones (10 µs with 20,000 entries), so hundreds
// are evicted immediately.
const fullAfterRoom = 63 / 64;

/**
 * Bounded LRU cache of prepared responses. Entries are fresh for at most 10 s from when loading
 * started, and a change invalidates them immediately. Concurrent misses share one load. Expired entries
 * are served while the source is unavailable, and for a bounded time while it is slow.
 */
export class ResponseCache {
  /** Counters for metrics. */
  readonly counts = { hits: 0, misses: 0, joined: 0, stale: 0 };
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, PendingLoad>();
  readonly #tags = new Map<string, TagEntry>();
  readonly #maxBytes: number;
  readonly #isAway: (error: unknown) => boolean;
  readonly #staleMs: number;
  readonly #finish: (prepared: PreparedResponse) => PreparedResponse;
  #bytes = 0;

  /**
   * `staleMs` limits serving expired entries while the source is slow. `finish` adds headers common
   * to all responses.
   */
  constructor(
    maxBytes: number,
    isAway: (error: unknown) => boolean,
    staleMs: number,
    finish: (prepared: PreparedResponse) => PreparedResponse = (prepared) => prepared,
  ) {
    this.#maxBytes = maxBytes;
    this.#isAway = isAway;
    this.#staleMs = staleMs;
    this.#finish = finish;
  }

  /** Returns a fresh entry synchronously. */
  peek(key: string): PreparedResponse | undefined {
    const entry = this.#entries.get(key);
    const now = performance.now();
    if (!entry || entry.freshUntil < now) return undefined;
    if (now - entry.movedAt >= moveEveryMs) {
      entry.movedAt = now;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    this.counts.hits++;
    return entry.prepared;
  }

  async get(key: string, load: () => Promise<PreparedResponse>): Promise<PreparedResponse> {
    const found = this.peek(key);
    if (found) return found;
    const known = this.#loading.get(key);
    if (known) this.counts.joined++;
    const loading = known ?? this.#begin(key, load);
    return this.#mayBeStale(key) ? this.#inTime(key, loading) : loading.work;
  }

  /**
   * Invalidates a cache tag. A load in progress may be older than the change, so its result goes
   * only to those already waiting and isn't stored.
   */
  drop(tag: string): void {
    this.#loading.clear();
    const keys = this.#tags.get(tag)?.keys ?? [];
    for (const key of typeof keys === 'string' ? [keys] : keys) this.#remove(key);
  }

  /** Invalidates everything, including loads in progress. */
  clear(): void {
    this.#loading.clear();
    for (const key of [...this.#entries.keys()]) this.#remove(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #begin(key: string, load: () => Promise<PreparedResponse>): PendingLoad {
    this.counts.misses++;
    const startedAt = performance.now();
    const loading: PendingLoad = { work: load().then(this.#finish), startedAt };
    loading.work = this.#loaded(key, loading);
    this.#loading.set(key, loading);
    return loading;
  }

  async #loaded(key: string, loading: PendingLoad): Promise<PreparedResponse> {
    try {
      const prepared = await loading.work;
      if (this.#loading.get(key) === loading) this.#keep(key, prepared, loading.startedAt);
      return prepared;
    } catch (error) {
      const entry = this.#entries.get(key);
      if (!entry || !isUnexpired(entry.prepared) || !this.#isAway(error)) throw error;
      return this.#giveStale(entry);
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  /**
   * Waits for the load. If it takes long, returns the expired entry, unless that was invalidated.
   */
  async #inTime(key: string, { work, startedAt }: PendingLoad): Promise<PreparedResponse> {
    const { promise: isLate, resolve } = Promise.withResolvers<undefined>();
    const leftMs = Math.max(0, startedAt + patienceMs - performance.now());
    const timer = setTimeout(resolve, leftMs);
    const found = await Promise.race([work, isLate]).finally(() => clearTimeout(timer));
    if (found) return found;
    const entry = this.#mayBeStale(key);
    if (!entry) return work;
    // The load's error has no receiver once an expired entry was returned.
    work.catch(() => {});
    return this.#giveStale(entry);
  }

  #mayBeStale(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    const isGood =
      entry && performance.now() <= entry.asOf + this.#staleMs && isUnexpired(entry.prepared);
    return isGood ? entry : undefined;
  }

  #giveStale(entry: Entry): PreparedResponse {
    this.counts.stale++;
    entry.stale ??= withoutCaching(entry.prepared);
    return entry.stale;
  }

  #keep(requestKey: string, prepared: PreparedResponse, asOf: number): void {
    this.#remove(requestKey);
    const key = copyText(requestKey);
    prepared.cacheTags = prepared.cacheTags.map((tag) => this.#note(tag, key));
    const bytes = estimateEntryBytes(key, prepared);
    const movedAt = performance.now();
    const freshUntil = Math.min(asOf + ttlMs, prepared.trueUntil ?? Infinity);
    this.#entries.set(key, { prepared, stale: undefined, asOf, freshUntil, bytes, movedAt });
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#makeRoom();
  }

  #makeRoom(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes * fullAfterRoom) break;
      this.#remove(oldest);
    }
  }

  /** Returns the shared string of the tag. */
  #note(name: string, key: string): string {
    const entry = this.#tags.get(name);
    if (!entry) {
      const own = copyText(name);
      this.#tags.set(own, { name: own, keys: key });
      this.#bytes += estimateTagBytes(own);
      return own;
    }
    if (typeof entry.keys !== 'string') entry.keys.add(key);
    else if (entry.keys !== key) {
      entry.keys = new Set([entry.keys, key]);
      this.#bytes += SET_BYTES;
    }
    return entry.name;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    for (const name of entry.prepared.cacheTags) this.#removeFromTag(name, key);
  }

  #removeFromTag(name: string, key: string): void {
    const keys = this.#tags.get(name)?.keys;
    if (keys === undefined) return;
    if (typeof keys !== 'string') {
      keys.delete(key);
      if (keys.size > 0) return;
      this.#bytes -= SET_BYTES;
    }
    this.#tags.delete(name);
    this.#bytes -= estimateTagBytes(name);
  }
}
