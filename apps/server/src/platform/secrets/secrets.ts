import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Trx } from '../db/index.ts';
import { deriveKey, hmac } from './crypto.ts';
import { lockSecretMark, readRotationStart } from './store.ts';

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

/** Encrypts values that must be read again (AES-256-GCM). */
export type Sealer = {
  /** Uses the secret that is current until `trx` ends. */
  seal: (trx: Trx, text: string) => Promise<Buffer>;
  /** Decrypts with any known secret. */
  open: (sealed: Buffer) => string;
  /** Mark of the secret that decrypts a value. Undefined if none does. */
  readMark: (sealed: Buffer) => string | undefined;
  /**
   * Ensures that a value this process can't decrypt is lost for everyone until `trx` ends: it knows
   * the current secret, and no rotation is unfinished. Otherwise throws.
   */
  holdLost: (trx: Trx) => Promise<void>;
};

/** This process lacks a secret that other processes may have. */
export class MissingSecretError extends Error {}

const ivBytes = 12;
const tagBytes = 16;
/** Cache size. Finding a mark requires decryption. */
const MAX_MARKS = 1_000;

export function createSealer(secrets: Secrets, purpose: string): Sealer {
  const keys = secrets.keysFor(purpose);
  const find = (sealed: Buffer): { mark: string; text: string } | undefined => {
    for (const mark of secrets.marks) {
      const key = keys.find(mark);
      const text = key && decrypt(key, sealed);
      if (text !== undefined) return { mark, text };
    }
    return undefined;
  };
  const marks = new Map<string, string>();
  const readMark = (sealed: Buffer): string | undefined => {
    const name = sealed.toString('base64', 0, ivBytes + tagBytes);
    const mark = marks.get(name) ?? find(sealed)?.mark;
    marks.delete(name);
    // Not cached if nothing decrypts it, because a secret may be learned later.
    if (mark !== undefined) marks.set(name, mark);
    for (const oldest of marks.keys()) {
      if (marks.size <= MAX_MARKS) break;
      marks.delete(oldest);
    }
    return mark;
  };
  return {
    async seal(trx, text) {
      const key = keys.find((await lockSecretMark(trx)) ?? secrets.mark);
      if (!key)
        throw new MissingSecretError(
          'the service now uses another SECRET. Start this process with that one, and with its present one as SECRET_PREVIOUS',
        );
      return encrypt(key, text);
    },
    open(sealed) {
      const found = find(sealed);
      if (!found)
        throw new MissingSecretError('encrypted with another SECRET. Set SECRET_PREVIOUS to it');
      return found.text;
    },
    readMark: readMark,
    async holdLost(trx) {
      const mark = await lockSecretMark(trx);
      if (!mark || !secrets.marks.includes(mark))
        throw new MissingSecretError('the service now uses another SECRET');
      if (await readRotationStart(trx))
        throw new MissingSecretError(
          'SECRET is being changed. Keep SECRET_PREVIOUS set to the previous one until insignia secret rotate has finished',
        );
    },
  };
}

export function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
