import { copyBytes } from './own-memory.ts';

/** An LRU cache of bytes with a size limit. Concurrent loads of a key are shared. */
export class ByteCache {
  readonly #kept = new Map<string, Buffer>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #most: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry = this.#kept.get(key);
    if (entry) {
      this.#kept.delete(key);
      this.#kept.set(key, entry);
      return entry;
    }
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const work = make().then(copyBytes);
    this.#making.set(key, work);
    try {
      const bytes = await work;
      this.#keep(key, bytes);
      return bytes;
    } finally {
      this.#making.delete(key);
    }
  }

  #keep(key: string, bytes: Buffer): void {
    this.#kept.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
