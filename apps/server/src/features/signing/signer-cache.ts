import type { Signers } from './signers.ts';

const MAX_CACHED_SIGNERS = 200;

/**
 * Cache of decrypted keys of active issuers, as objects that sign without exposing the key. The
 * least recently used are evicted, and an issuer's when its keys change.
 */
export class SignerCache {
  readonly #kept = new Map<string, { source: string; signers: Signers }>();

  /** `source` is the cache tag of the issuer. */
  get(keyId: string, source: string, open: () => Signers): Signers {
    const { signers } = this.#kept.get(keyId) ?? { signers: open() };
    this.#kept.delete(keyId);
    this.#kept.set(keyId, { source, signers });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_CACHED_SIGNERS) break;
      this.#kept.delete(oldest);
    }
    return signers;
  }

  /** One issuer, or all. */
  forget(source: string | undefined): void {
    for (const [keyId, kept] of this.#kept)
      if (source === undefined || kept.source === source) this.#kept.delete(keyId);
  }
}
