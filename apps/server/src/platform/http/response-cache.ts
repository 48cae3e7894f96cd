import { inOwnText } from '../own-memory.ts';
import { bytesOfEntry, bytesOfSet, bytesOfSource } from './entry-bytes.ts';
import { isStillTrue, type PreparedResponse, unkept } from './prepared-response.ts';

type Entry = {
  prepared: PreparedResponse;
  /** The same for who gets it although it may be old, made at first need: nobody on the way keeps it. */
  stale: PreparedResponse | undefined;
  /** When it was begun to be made: it is no older than that. */
  asOf: number;
  freshUntil: number;
  bytes: number;
  /** When it last became the one that goes last. */
  movedAt: number;
};

/** The keys of what was made from it. Mostly there is one, and a set of one takes 200 bytes. */
type Source = { name: string; keys: string | Set<string> };

type Loading = { work: Promise<PreparedResponse>; began: number };

const ttlMs = 10_000;
/** A source that has not answered by then is slow: usually it takes some milliseconds. */
const patienceMs = 250;
// Moved at each reading, a map of thousands is made anew so often that an answer takes half as long again.
const moveEveryMs = 1_000;
// Who asks a map for its oldest passes by all the places that others have left: 10 µs with 20,000, so that it is done for hundreds at once.
const fullAfterRoom = 63 / 64;

/**
 * Bounded cache of prepared answers: least recently used goes first, an entry is fresh for 10 s at most, from when
 * it was begun to be read, a change drops it at once, a miss is loaded once however many wait. What has expired is served while its source is away, and for a bounded time
 * while it is slow; what comes then is kept for the next.
 */
export class ResponseCache {
  /** How those who asked were answered: read when metrics are asked for. `hits` is counted for the most frequent of all requests. */
  readonly asked = { hits: 0, misses: 0, joined: 0, stale: 0 };
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Loading>();
  readonly #sources = new Map<string, Source>();
  readonly #maxBytes: number;
  readonly #isAway: (error: unknown) => boolean;
  readonly #staleMs: number;
  readonly #finish: (prepared: PreparedResponse) => PreparedResponse;
  #bytes = 0;

  /** For `staleMs` at most it is served while its source is slow; `finish` adds what every answer is to say, as it is made. */
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

  /** A fresh entry, without waiting. */
  peek(key: string): PreparedResponse | undefined {
    const entry = this.#entries.get(key);
    const now = performance.now();
    if (!entry || entry.freshUntil < now) return undefined;
    if (now - entry.movedAt >= moveEveryMs) {
      entry.movedAt = now;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    this.asked.hits++;
    return entry.prepared;
  }

  async get(key: string, load: () => Promise<PreparedResponse>): Promise<PreparedResponse> {
    const found = this.peek(key);
    if (found) return found;
    const known = this.#loading.get(key);
    if (known) this.asked.joined++;
    const loading = known ?? this.#begin(key, load);
    return this.#mayBeStale(key) ? this.#inTime(key, loading) : loading.work;
  }

  /**
   * Forgets all that was made from `source`. What is being read at this moment may be older than the change, so it
   * goes to those who already wait and is neither kept nor given to anyone who asks from now on.
   */
  drop(source: string): void {
    this.#loading.clear();
    const keys = this.#sources.get(source)?.keys ?? [];
    for (const key of typeof keys === 'string' ? [keys] : keys) this.#remove(key);
  }

  /** Forgets everything, what is being read included. */
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

  #begin(key: string, load: () => Promise<PreparedResponse>): Loading {
    this.asked.misses++;
    const began = performance.now();
    const loading: Loading = { work: load().then(this.#finish), began };
    loading.work = this.#loaded(key, loading);
    this.#loading.set(key, loading);
    return loading;
  }

  async #loaded(key: string, loading: Loading): Promise<PreparedResponse> {
    try {
      const prepared = await loading.work;
      if (this.#loading.get(key) === loading) this.#keep(key, prepared, loading.began);
      return prepared;
    } catch (error) {
      const entry = this.#entries.get(key);
      if (!entry || !isStillTrue(entry.prepared) || !this.#isAway(error)) throw error;
      return this.#giveStale(entry);
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  /** What is being loaded, or what there was when that takes long: unless it was dropped meanwhile. */
  async #inTime(key: string, { work, began }: Loading): Promise<PreparedResponse> {
    const { promise: isLate, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, began + patienceMs - performance.now());
    const found = await Promise.race([work, isLate]).finally(() => clearTimeout(timer));
    if (found) return found;
    const entry = this.#mayBeStale(key);
    if (!entry) return work;
    // Whoever is given what there was hears nothing of how it ends.
    work.catch(() => {});
    return this.#giveStale(entry);
  }

  #mayBeStale(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    const isGood =
      entry && performance.now() <= entry.asOf + this.#staleMs && isStillTrue(entry.prepared);
    return isGood ? entry : undefined;
  }

  #giveStale(entry: Entry): PreparedResponse {
    this.asked.stale++;
    entry.stale ??= unkept(entry.prepared);
    return entry.stale;
  }

  #keep(asked: string, prepared: PreparedResponse, asOf: number): void {
    this.#remove(asked);
    const key = inOwnText(asked);
    prepared.madeFrom = prepared.madeFrom.map((source) => this.#note(source, key));
    const bytes = bytesOfEntry(key, prepared);
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

  /** Returns the one text that all who are made from the source share. */
  #note(name: string, key: string): string {
    const source = this.#sources.get(name);
    if (!source) {
      const own = inOwnText(name);
      this.#sources.set(own, { name: own, keys: key });
      this.#bytes += bytesOfSource(own);
      return own;
    }
    if (typeof source.keys !== 'string') source.keys.add(key);
    else if (source.keys !== key) {
      source.keys = new Set([source.keys, key]);
      this.#bytes += bytesOfSet;
    }
    return source.name;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    for (const name of entry.prepared.madeFrom) this.#forget(name, key);
  }

  #forget(name: string, key: string): void {
    const keys = this.#sources.get(name)?.keys;
    if (keys === undefined) return;
    if (typeof keys !== 'string') {
      keys.delete(key);
      if (keys.size > 0) return;
      this.#bytes -= bytesOfSet;
    }
    this.#sources.delete(name);
    this.#bytes -= bytesOfSource(name);
  }
}
