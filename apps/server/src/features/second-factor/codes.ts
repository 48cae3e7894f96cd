import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Language, pagePaths } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { MissingSecretError, type RowSealer } from '../../platform/secrets/index.ts';
import { recordSignInChange } from '../members/index.ts';
import {
  accountMailKind,
  recoveryTriesLimit,
  type SecurityChange,
  securityEmail,
} from '../people/index.ts';
import { findReader, lockFactor, recordUse, recordWrongCode, type StoredFactor } from './store.ts';

export type CodeDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  sealer: RowSealer;
};

export const anyKind: readonly CodeKind[] = ['totp', 'recovery'];

type Expectation = {
  personId: string;
  kinds: readonly CodeKind[];
  /** True for the code that completes the setup. */
  isSetup?: boolean;
  /** IP address at a sign-in. Sessions are known to be the user's. */
  client?: string;
  /** Language of emails to users who chose none. */
  language?: Language | undefined;
};

/**
 * Uses up a code, and makes a change in the same transaction. Concurrent requests take turns, so a
 * code works once, and nobody gets more attempts by sending them at the same time. Wrong codes lock
 * those of the app. Recovery codes can't be guessed: they have 49 random bits, and a limit per client.
 */
export async function useCode(
  deps: CodeDeps,
  expected: Expectation,
  typed: string,
  change: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { personId, client = 'session' } = expected;
  if (readCode(typed).kind === 'recovery')
    await deps.throttle.take(recoveryTriesLimit, `${personId} ${client}`);
  const problem = await deps.db.write((trx) => useUp(trx, deps, expected, typed, change));
  // Thrown afterwards: the count of wrong codes must stay.
  if (problem) throw problem;
}

async function useUp(
  trx: Trx,
  deps: CodeDeps,
  expected: Expectation,
  typed: string,
  change: (trx: Trx) => Promise<void>,
): Promise<Problem | undefined> {
  const { personId, kinds, isSetup = false } = expected;
  const factor = await lockFactor(trx, personId);
  if (!factor || factor.isConfirmed === isSetup) return new Problem('second_factor_not_found');
  const now = deps.clock();
  const waitMs = (factor.lockedUntil?.getTime() ?? 0) - now.getTime();
  if (waitMs > 0 && readCode(typed).kind === 'totp')
    return new Problem('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  const use = await findUse(trx, deps.sealer, factor, kinds, typed, now);
  if (!use) {
    // A wrong recovery code neither extends the lock nor ends it.
    if (waitMs <= 0) await countWrongCode(trx, deps, expected, { id: factor.id, now });
    return new Problem('invalid_second_factor');
  }
  await recordUse(trx, factor.id, { ...factor, ...use });
  await change(trx);
  return undefined;
}

async function countWrongCode(
  trx: Trx,
  { urls }: CodeDeps,
  { personId, language, isSetup = false }: Expectation,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + lockMs);
  const isLocked = await recordWrongCode(trx, id, MAX_WRONG_CODES, until);
  // Only someone who passed the first step gets here.
  if (!isLocked || isSetup) return;
  await recordSignInChange(trx, personId, 'lockSecondFactor', 'unknown', now);
  await queueWarning(trx, { urls, now }, { personId, language }, 'appLocked');
}

type Use = Partial<Pick<StoredFactor, 'lastStep' | 'backupCodes'>>;

/** Returns what a code uses up, or undefined if it's wrong or was used. */
async function findUse(
  trx: Trx,
  sealer: RowSealer,
  factor: StoredFactor,
  kinds: readonly CodeKind[],
  typed: string,
  now: Date,
): Promise<Use | undefined> {
  const { kind, code } = readCode(typed);
  if (!kinds.includes(kind)) return undefined;
  try {
    if (kind === 'totp') {
      const secret = await sealer.open(Buffer.from(factor.secret));
      const step = findStep(secret, code, now.getTime());
      return step !== undefined && step > factor.lastStep ? { lastStep: step } : undefined;
    }
    const codes = await readRecoveryCodes(sealer, factor.backupCodes);
    if (!codes.includes(code)) return undefined;
    const left = codes.filter((each) => each !== code);
    return { backupCodes: await sealRecoveryCodes(trx, sealer, left) };
  } catch (error) {
    // No code is right once its SECRET is lost. The operator can remove the factor.
    if (error instanceof MissingSecretError) return undefined;
    throw error;
  }
}

export async function readRecoveryCodes(sealer: RowSealer, sealed: string): Promise<string[]> {
  return JSON.parse(await sealer.open(Buffer.from(sealed))) as string[];
}

export async function sealRecoveryCodes(
  trx: Trx,
  sealer: RowSealer,
  codes: readonly string[],
): Promise<string> {
  return String(await sealer.seal(trx, JSON.stringify(codes)));
}

/** A user, and the language of emails if they chose none. */
export type WarnedUser = { personId: string; language?: Language | undefined };

/** Emails a change of the second factor to its user, in case someone else made it. */
export async function queueWarning(
  trx: Trx,
  { urls, now }: { urls: Urls; now: Date },
  { personId, language = 'en' }: WarnedUser,
  change: SecurityChange,
): Promise<void> {
  const reader = await findReader(trx, personId);
  if (!reader) return;
  const resetUrl = urls.base + pagePaths.forgotPassword;
  const email = securityEmail(change, reader.name, resetUrl, reader.language ?? language);
  await queueMails(trx, [{ to: reader.email, email, kind: accountMailKind }], now);
}

/** The second step of sign-in is locked this long after this many wrong codes in a row. */
const MAX_WRONG_CODES = 5;
const lockMs = 15 * 60_000;

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
