import { deriveKey, hmac } from './crypto.ts';

/** Identifies a secret without revealing it. */
export const computeMark = (secret: string): string =>
  hmac(deriveKey(secret, 'mark'), 'secret_mark').toString('base64url');

/** Keys for one purpose, one per known secret. */
export type PurposeKeys = {
  /** Key to encrypt or sign with. */
  current: () => Buffer;
  /** Keys to decrypt or verify with, the current one first. */
  all: () => Buffer[];
  find: (mark: string) => Buffer | undefined;
};

/**
 * Secrets this process can read with. The database stores the mark of the one in use, so all
 * processes switch at once, after each has learned it.
 */
export class Secrets {
  readonly #known = new Map<string, string>();
  #mark: string;

  /** The first secret is in use until `use` is called. */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    this.learn([first, ...others]);
    this.#mark = computeMark(first);
  }

  /** Known secrets are kept: rows and links may depend on them. */
  learn(secrets: readonly string[]): void {
    for (const secret of secrets) this.#known.set(computeMark(secret), secret);
  }

  /** Switches to a known secret. Returns false if unknown. */
  use(mark: string): boolean {
    if (!this.#known.has(mark)) return false;
    this.#mark = mark;
    return true;
  }

  get mark(): string {
    return this.#mark;
  }

  get current(): string {
    return this.#known.get(this.#mark) ?? '';
  }

  /** All marks, the current one first. */
  get marks(): string[] {
    return [this.#mark, ...[...this.#known.keys()].filter((mark) => mark !== this.#mark)];
  }

  keysFor(purpose: string): PurposeKeys {
    const derived = new Map<string, Buffer>();
    const find = (mark: string): Buffer | undefined => {
      const secret = this.#known.get(mark);
      const key = derived.get(mark) ?? (secret && deriveKey(secret, purpose));
      if (key) derived.set(mark, key);
      return key || undefined;
    };
    const all = (): Buffer[] => this.marks.flatMap((mark) => find(mark) ?? []);
    return { find, all, current: () => all()[0] as Buffer };
  }
}
