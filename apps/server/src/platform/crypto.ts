import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A key of its own for each purpose, so that no output of one can serve as another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'insignia', purpose, 32));
}

export function hmac(key: Buffer, data: string | Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** Encrypts what must be read again (AES-256-GCM); the previous secret still reads. */
export type Sealer = {
  seal: (text: string) => Buffer;
  open: (sealed: Buffer) => string;
  /** Whether the present secret reads it. */
  isCurrent: (sealed: Buffer) => boolean;
};

const ivBytes = 12;
const tagBytes = 16;

export function createSealer(
  secret: string,
  previous: string | undefined,
  purpose: string,
): Sealer {
  const key = deriveKey(secret, purpose);
  const keys = previous ? [key, deriveKey(previous, purpose)] : [key];
  const tryOpen = (by: Buffer, sealed: Buffer): string | undefined => {
    const decipher = createDecipheriv('aes-256-gcm', by, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  };
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      for (const by of keys) {
        const text = tryOpen(by, sealed);
        if (text !== undefined) return text;
      }
      throw new Error('sealed with another SECRET: set SECRET_PREVIOUS to it');
    },
    isCurrent: (sealed) => tryOpen(key, sealed) !== undefined,
  };
}
