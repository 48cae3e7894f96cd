import { createHmac } from 'node:crypto';
import { assertOk } from './client.ts';
import { type Owner, password } from './people.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += LETTERS.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The code that an app shows, from the secret that it was given, now or `offset` steps of 30 seconds
 * later (RFC 6238).
 */
export function getCode(secret: string, offset = 0, nowMs = Date.now()): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000) + offset));
  const hash = createHmac('sha1', decodeBase32(secret)).update(step).digest();
  const number = hash.readUInt32BE((hash[19] ?? 0) & 0xf) & 0x7f_ff_ff_ff;
  return String(number).slice(-6).padStart(6, '0');
}

/** Sets up an authenticator app for a user with a password. Uses up the current code. */
export async function setUpApp({
  session,
}: Pick<Owner, 'session'>): Promise<{ secret: string; backupCodes: string[] }> {
  const started = assertOk(await session('POST', '/api/auth/two-factor/enable', { password }));
  const { secret, backupCodes } = started.body;
  const code = getCode(secret);
  assertOk(await session('POST', '/api/auth/two-factor/verify-totp', { code }));
  return { secret, backupCodes };
}
