import { deriveKey, hmac } from '../crypto.ts';

/** Tells one secret from another, and nothing of it. */
export const markOf = (secret: string): string =>
  hmac(deriveKey(secret, 'mark'), 'secret_mark').toString('base64url');

/** Keys for one purpose, one of each secret that is known. */
export type Keys = {
  /** What is written with. */
  present: () => Buffer;
  /** What is read with; the present one first. */
  all: () => Buffer[];
  of: (mark: string) => Buffer | undefined;
};

/**
 * The SECRETs that this process reads with. Which of them is written with stands in the database, by its mark: so all
 * processes change over at once, and each has learnt the new one before.
 */
export class Secrets {
  readonly #known = new Map<string, string>();
  #mark: string;

  /** The first is written with until `use` tells otherwise. */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    this.learn([first, ...others]);
    this.#mark = markOf(first);
  }

  /** What was known stays so: rows may be sealed with it, and links signed. */
  learn(secrets: readonly string[]): void {
    for (const secret of secrets) this.#known.set(markOf(secret), secret);
  }

  /** Writes with that one from now on; false when it is not known. */
  use(mark: string): boolean {
    if (!this.#known.has(mark)) return false;
    this.#mark = mark;
    return true;
  }

  get mark(): string {
    return this.#mark;
  }

  get present(): string {
    return this.#known.get(this.#mark) ?? '';
  }

  /** Of all, the present one first. */
  get marks(): string[] {
    return [this.#mark, ...[...this.#known.keys()].filter((mark) => mark !== this.#mark)];
  }

  keysFor(purpose: string): Keys {
    const made = new Map<string, Buffer>();
    const of = (mark: string): Buffer | undefined => {
      const secret = this.#known.get(mark);
      const key = made.get(mark) ?? (secret && deriveKey(secret, purpose));
      if (key) made.set(mark, key);
      return key || undefined;
    };
    const all = (): Buffer[] => this.marks.flatMap((mark) => of(mark) ?? []);
    return { of, all, present: () => all()[0] as Buffer };
  }
}
