import type { AuditedOperationId, OperatorAction } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { MissingSecretError } from '../../platform/secrets/index.ts';
import { recordSignInChange } from '../members/index.ts';
import {
  type Auth,
  createRecoveryCodes,
  hasSecondFactor,
  isRecentSignIn,
  signInPairLimit,
  unwrapCause,
} from '../people/index.ts';
import {
  anyKind,
  type CodeDeps,
  queueWarning,
  readRecoveryCodes,
  sealRecoveryCodes,
  useCode,
  type WarnedUser,
} from './codes.ts';
import { resealFactor } from './sealer.ts';
import {
  confirmFactor,
  deleteAllPasskeys,
  deleteFactor,
  lockFactor,
  readFactorState,
  readFactorStatus,
  recordUse,
} from './store.ts';

export type SetupDeps = CodeDeps & {
  auth: Auth;
  drawQrCode: (text: string) => string;
};

export type SecondFactorStatus = { enabled: boolean; recoveryCodes: number; hasPassword: boolean };

export async function getSecondFactor(
  { db, sealer }: Pick<SetupDeps, 'db' | 'sealer'>,
  personId: string,
): Promise<SecondFactorStatus> {
  const { hasPassword, backupCodes } = await readFactorStatus(db, personId);
  if (backupCodes === null) return { enabled: false, recoveryCodes: 0, hasPassword };
  const codes = await readRecoveryCodes(sealer, backupCodes).catch((error: unknown) => {
    if (error instanceof MissingSecretError) return [];
    throw error;
  });
  return { enabled: true, recoveryCodes: codes.length, hasPassword };
}

/** Someone who has only the password must not add a factor to those of its user. */
export async function refuseWithoutOwnFactor(
  db: Database | Trx,
  personId: string,
  sessionId: string | undefined,
): Promise<void> {
  const state = await readFactorState(db, personId, sessionId);
  const hasFactor = state !== undefined && (state.hasApp || state.passkeys > 0);
  if (hasFactor && !hasSecondFactor(state, state.hasApp))
    throw new Problem('second_factor_required');
}

export type StartedSetup = {
  method: 'totp';
  totpURI: string;
  secret: string;
  qrCode: string;
  backupCodes: string[];
};

export type SetupUser = Pick<User, 'personId' | 'sessionId' | 'signedInAt'>;

/** Creates a secret and recovery codes. They replace those of a setup that wasn't completed. */
export async function startSetup(
  deps: SetupDeps,
  user: SetupUser,
  password: string | undefined,
  headers: Headers,
): Promise<StartedSetup> {
  const { auth, db, clock, sealer, throttle } = deps;
  const { personId } = user;
  await throttle.take(signInPairLimit, `second factor ${personId}`);
  const { hasPassword } = await readFactorStatus(db, personId);
  if (!hasPassword && !isRecentSignIn(user.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  await refuseBesidePasskeys(db, user);
  const body = { method: 'totp' as const, ...(hasPassword && { password: password ?? '' }) };
  const started = await auth.api.enableTwoFactor({ body, headers }).catch((error: unknown) => {
    throw describeStartError(error);
  });
  if (!('totpURI' in started)) throw new Error('no authenticator app was started');
  await db.write(async (trx) => {
    const factor = await lockFactor(trx, personId);
    if (factor) await resealFactor(trx, sealer, factor);
  });
  const { totpURI, backupCodes } = started;
  return { method: 'totp', ...describeSetup(deps, totpURI), backupCodes };
}

/** Users who have an app get another error. */
async function refuseBesidePasskeys(
  db: Database | Trx,
  { personId, sessionId }: Pick<User, 'personId' | 'sessionId'>,
): Promise<void> {
  const state = await readFactorState(db, personId, sessionId);
  if (!state?.hasApp) await refuseWithoutOwnFactor(db, personId, sessionId);
}

/** The secret for people: as a QR code, and to type. */
export function describeSetup({ drawQrCode }: Pick<SetupDeps, 'drawQrCode'>, totpURI: string) {
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(drawQrCode(totpURI)).toString('base64')}`;
  return { totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', qrCode };
}

function describeStartError(error: unknown): unknown {
  const { body } = error as { body?: { code?: string } };
  if (body?.code === 'INVALID_PASSWORD') return invalid('password', "isn't your current password");
  if (body?.code === 'TOTP_ALREADY_ENABLED') return new Problem('second_factor_exists');
  const cause = unwrapCause(error);
  // Two requests started the first setup at the same time.
  return sqlState(cause) === '23505' ? new Problem('busy', { retryAfterSeconds: 1 }) : cause;
}

/** Completes the setup: from now on, sign-in needs a code. */
export async function completeSetup(
  deps: CodeDeps,
  { personId, sessionId, language }: Pick<User, 'sessionId'> & WarnedUser,
  code: string,
): Promise<void> {
  const expected = { personId, language, kinds: ['totp'], isSetup: true } as const;
  const { clock, urls } = deps;
  await useCode(deps, expected, code, async (trx) => {
    const now = clock();
    await refuseBesidePasskeys(trx, { personId, sessionId });
    await confirmFactor(trx, personId, sessionId);
    await recordSignInChange(trx, personId, 'verifyTotp', 'user', now);
    await queueWarning(trx, { urls, now }, { personId, language }, 'appAdded');
  });
}

export async function replaceRecoveryCodes(
  deps: CodeDeps,
  personId: string,
  code: string,
): Promise<string[]> {
  const { sealer, clock } = deps;
  const codes = createRecoveryCodes();
  await useCode(deps, { personId, kinds: anyKind }, code, async (trx) => {
    const factor = await lockFactor(trx, personId);
    if (!factor) return;
    const backupCodes = await sealRecoveryCodes(trx, sealer, codes);
    await recordUse(trx, factor.id, { ...factor, backupCodes });
    await recordSignInChange(trx, personId, 'replaceRecoveryCodes', 'user', clock());
  });
  return codes;
}

type RemovalDeps = Pick<CodeDeps, 'db' | 'clock' | 'urls'>;

/** Needs a code of the factor, or a recovery code. */
export async function removeFactor(deps: CodeDeps, user: WarnedUser, code: string): Promise<void> {
  await useCode(deps, { ...user, kinds: anyKind }, code, async (trx) => {
    await remove(trx, deps, user, 'disableTotp');
  });
}

/** For users who lost their app and recovery codes, or their passkeys. Returns false if there is no factor. */
export async function removeLostFactor(deps: RemovalDeps, personId: string): Promise<boolean> {
  return deps.db.write((trx) => remove(trx, deps, { personId }, 'removeSecondFactor'));
}

async function remove(
  trx: Trx,
  { clock, urls }: RemovalDeps,
  user: WarnedUser,
  action: (AuditedOperationId & 'disableTotp') | (OperatorAction & 'removeSecondFactor'),
): Promise<boolean> {
  const { personId } = user;
  const hadPasskeys = action === 'removeSecondFactor' && (await deleteAllPasskeys(trx, personId));
  const hadApp = await deleteFactor(trx, personId);
  if (!hadApp && !hadPasskeys) return false;
  const now = clock();
  const by = action === 'disableTotp' ? 'user' : 'operator';
  await recordSignInChange(trx, personId, action, by, now);
  if (hadApp) await queueWarning(trx, { urls, now }, user, 'appRemoved');
  if (hadPasskeys) await queueWarning(trx, { urls, now }, user, 'passkeyRemoved');
  return true;
}
