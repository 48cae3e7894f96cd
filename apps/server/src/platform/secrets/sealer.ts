import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Trx } from '../db/index.ts';
import { holdMark, rotatingSince } from './mark-store.ts';
import type { Secrets } from './secrets.ts';

/** Encrypts what must be read again (AES-256-GCM). */
export type Sealer = {
  /** With the secret that is the present one until `trx` ends, whatever this process has heard. */
  seal: (trx: Trx, text: string) => Promise<Buffer>;
  /** By whichever secret is known. */
  open: (sealed: Buffer) => string;
  /** The mark of the secret that reads it; undefined when none that is known does. */
  markOf: (sealed: Buffer) => string | undefined;
  /**
   * What this process cannot open nobody can, until `trx` ends: it knows the present secret, and nothing is left that was
   * sealed before that one. Else it throws.
   */
  holdLost: (trx: Trx) => Promise<void>;
};

/** This process lacks a secret that others may have. */
export class LacksSecret extends Error {}

const ivBytes = 12;
const tagBytes = 16;
/** Of things sealed, which mark each bears is remembered: to find it out is to open them. */
const mostMarks = 1_000;

export function createSealer(secrets: Secrets, purpose: string): Sealer {
  const keys = secrets.keysFor(purpose);
  const find = (sealed: Buffer): { mark: string; text: string } | undefined => {
    for (const mark of secrets.marks) {
      const key = keys.of(mark);
      const text = key && decrypt(key, sealed);
      if (text !== undefined) return { mark, text };
    }
    return undefined;
  };
  const marks = new Map<string, string>();
  const markOf = (sealed: Buffer): string | undefined => {
    const name = sealed.toString('base64', 0, ivBytes + tagBytes);
    const mark = marks.get(name) ?? find(sealed)?.mark;
    marks.delete(name);
    // What nothing opens may be opened by what is learnt later.
    if (mark !== undefined) marks.set(name, mark);
    for (const oldest of marks.keys()) {
      if (marks.size <= mostMarks) break;
      marks.delete(oldest);
    }
    return mark;
  };
  return {
    async seal(trx, text) {
      const key = keys.of((await holdMark(trx)) ?? secrets.mark);
      if (!key)
        throw new LacksSecret(
          'the service has another SECRET by now: start this process with it, and with this one as SECRET_PREVIOUS',
        );
      return encrypt(key, text);
    },
    open(sealed) {
      const found = find(sealed);
      if (!found) throw new LacksSecret('sealed with another SECRET: set SECRET_PREVIOUS to it');
      return found.text;
    },
    markOf,
    async holdLost(trx) {
      const mark = await holdMark(trx);
      if (!mark || !secrets.marks.includes(mark))
        throw new LacksSecret('the service has another SECRET by now');
      if (await rotatingSince(trx))
        throw new LacksSecret(
          'SECRET is being changed: set SECRET_PREVIOUS to the one before, until insignia secret rotate has ended',
        );
    },
  };
}

function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
