import { createHmac, timingSafeEqual } from 'node:crypto';

/** The second step of sign-in is locked this long after this many wrong codes in a row. */
export const MAX_WRONG_CODES = 5;
export const lockMs = 15 * 60_000;

const stepMs = 30_000;

/**
 * The 30-second step whose code this is, at most one early or late (RFC 6238 §5.2). Undefined if
 * none has it.
 */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const current = Math.floor(nowMs / stepMs);
  const typed = Buffer.from(code);
  return [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(computeTotp(secret, step));
    return typed.length === expected.length && timingSafeEqual(typed, expected);
  });
}

/** The code of a step: 6 digits (RFC 4226 §5.3, SHA-1). */
export function computeTotp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const truncated = hash.readUInt32BE((hash.at(-1) as number) & 15) & 0x7fffffff;
  return String(truncated % 1_000_000).padStart(6, '0');
}

export type CodeKind = 'totp' | 'recovery';

/** People may type spaces, hyphens and capitals. */
export function readCode(typed: string): { kind: CodeKind; code: string } {
  const code = typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  return { kind: 'recovery', code: `${code.slice(0, 5)}-${code.slice(5)}` };
}
