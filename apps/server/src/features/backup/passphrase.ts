import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupError } from './repository.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** OWASP's parameters for scrypt: 128 MiB per guess. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const MAX_SCRYPT_MEMORY = 256 * 1024 * 1024;

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const sealed = z.object({
  kdf: z.literal('scrypt'),
  cipher: z.literal('aes-256-gcm'),
  // Fixed, so that an altered file can't request more memory.
  N: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  salt: bytes,
  iv: bytes,
  tag: bytes,
  data: bytes,
});

/** Encrypts text with a key derived from a passphrase. */
export async function encryptWithPassphrase(text: string, passphrase: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const key = await derivePassphraseKey(passphrase, salt);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), data };
  const encoded = Object.entries(parts).map(([name, part]) => [name, part.toString('base64')]);
  const file = { kdf: 'scrypt', cipher: 'aes-256-gcm', ...cost, ...Object.fromEntries(encoded) };
  return Buffer.from(`${JSON.stringify(file)}\n`);
}

export async function decryptWithPassphrase(file: Buffer, passphrase: string): Promise<string> {
  const { salt, iv, tag, data } = sealed.parse(JSON.parse(file.toString()));
  const decipher = createDecipheriv('aes-256-gcm', await derivePassphraseKey(passphrase, salt), iv);
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]).toString();
  } catch (error) {
    throw new BackupError('refused', 'wrong passphrase for this backup', error);
  }
}

function derivePassphraseKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase.normalize('NFC'), salt, 32, { ...cost, maxmem: MAX_SCRYPT_MEMORY });
}
