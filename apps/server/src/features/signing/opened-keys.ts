import type { Signers } from './signers.ts';

const most = 200;

/**
 * Keys of issuers that sign often, unsealed: as objects that sign and show no key. The longest unused ones go, and
 * all of an issuer's when its keys change.
 */
export class OpenedKeys {
  readonly #kept = new Map<string, { source: string; signers: Signers }>();

  /** `source` is what is announced when the issuer's keys change. */
  get(keyId: string, source: string, open: () => Signers): Signers {
    const { signers } = this.#kept.get(keyId) ?? { signers: open() };
    this.#kept.delete(keyId);
    this.#kept.set(keyId, { source, signers });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) break;
      this.#kept.delete(oldest);
    }
    return signers;
  }

  /** Of one issuer, or of all. */
  forget(source: string | undefined): void {
    for (const [keyId, kept] of this.#kept)
      if (source === undefined || kept.source === source) this.#kept.delete(keyId);
  }
}
