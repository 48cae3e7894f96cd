import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { MissingSecretError, type RowSealer } from '../../platform/secrets/index.ts';
import { secondFactorLockedEmail } from '../people/index.ts';
import { lockFactor, recordUse, recordWrongCode, type StoredFactor } from './store.ts';
import { type CodeKind, findStep, lockMs, MAX_WRONG_CODES, readCode } from './totp.ts';
import { queueWarning } from './warn.ts';

export type CodeDeps = { db: Database; clock: Clock; urls: Urls; sealer: RowSealer };

export const anyKind: readonly CodeKind[] = ['totp', 'recovery'];

type Expectation = {
  personId: string;
  kinds: readonly CodeKind[];
  /** True for the code that completes the setup. */
  isSetup?: boolean;
};

/**
 * Uses up a code, and makes a change in the same transaction. Concurrent requests take turns, so a
 * code works once, and nobody gets more attempts by sending them at the same time.
 */
export async function useCode(
  { db, clock, urls, sealer }: CodeDeps,
  { personId, kinds, isSetup = false }: Expectation,
  typed: string,
  change: (trx: Trx) => Promise<void>,
): Promise<void> {
  const problem = await db.write(async (trx) => {
    const factor = await lockFactor(trx, personId);
    if (!factor || factor.isConfirmed === isSetup) return new Problem('second_factor_not_found');
    const now = clock();
    const { lockedUntil } = factor;
    if (lockedUntil && lockedUntil > now)
      return new Problem('too_many_requests', {
        retryAfterSeconds: Math.ceil((lockedUntil.getTime() - now.getTime()) / 1_000),
      });
    const use = await findUse(trx, sealer, factor, kinds, typed, now);
    if (!use) {
      const until = new Date(now.getTime() + lockMs);
      const isLocked = await recordWrongCode(trx, factor.id, MAX_WRONG_CODES, until);
      // Only someone who passed the first step gets here.
      if (isLocked && !isSetup)
        await queueWarning(trx, { urls, now }, personId, secondFactorLockedEmail);
      return new Problem('invalid_second_factor');
    }
    await recordUse(trx, factor.id, { ...factor, ...use });
    await change(trx);
    return undefined;
  });
  // Thrown afterwards: the count of wrong codes must stay.
  if (problem) throw problem;
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
