import { copyBytes } from './own-memory.ts';

/** An LRU cache of bytes with a size limit. Concurrent loads of a key are shared. */
export class ByteCache {
  readonly #entries = new Map<string, Buffer>();
  readonly #loads = new Map<string, Promise<Buffer>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async get(key: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry;
    }
    const running = this.#loads.get(key);
    if (running !== undefined) return running;
    const work = load().then(copyBytes);
    this.#loads.set(key, work);
    try {
      const bytes = await work;
      this.#store(key, bytes);
      return bytes;
    } finally {
      this.#loads.delete(key);
    }
  }

  #store(key: string, bytes: Buffer): void {
    this.#entries.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= length;
    }
  }
}
