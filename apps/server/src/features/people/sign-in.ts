import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { toAlias } from './address-alias.ts';
import type { Auth } from './auth.ts';
import { signInAddressLimit, signInPairLimit } from './rate-limits.ts';
import { signUpLifetimeMs } from './rules.ts';
import { addOpenSso, readSession } from './session.ts';
import { endSession } from './session-store.ts';
import { findSignUpByEmail } from './store.ts';

export type SignInDeps = { db: Database; clock: Clock; auth: Auth; throttle: Throttle };

export type SignedInUser = { id: string; name: string; email: string };
/** Without a user if the first step succeeded and a second one is needed. */
export type SignInResult = { headers: Headers; user?: SignedInUser };

export const signInsTotal = 'insignia_sign_ins_total';
export const signInMethods = [
  ...(['password', 'emailCode', 'passkey', 'sso'] as const),
  ...(['totp', 'recoveryCode'] as const),
] as const;
/** `continued`: the first step succeeded, and a second one follows. */
export const signInOutcomes = ['succeeded', 'continued', 'refused'] as const;

export function countSignIn(
  db: Database,
  method: (typeof signInMethods)[number],
  outcome: (typeof signInOutcomes)[number],
): void {
  db.figures.add(signInsTotal, { method, outcome });
}

/**
 * Starts a session, or its second step. Wrong addresses and wrong passwords look alike and take
 * equally long.
 */
export async function signIn(
  deps: SignInDeps,
  input: { email: string; password: string },
  headers: Headers,
  address: string,
): Promise<SignInResult> {
  const { auth, db, throttle } = deps;
  const email = input.email.toLowerCase();
  const pair = `${email} ${address}`;
  await throttle.take(signInAddressLimit, address);
  await throttle.take(signInPairLimit, pair);
  await addOpenSso(auth, headers);
  const { headers: cookies, response } = await auth.api
    .signInEmail({
      body: { email: toAlias(email), password: input.password },
      headers,
      returnHeaders: true,
    })
    .catch(async (error: { statusCode?: number }) => {
      if (error.statusCode !== 401) throw error;
      countSignIn(db, 'password', 'refused');
      if (await hasPendingSignUp(deps, email, input.password))
        throw new Problem('email_not_confirmed');
      throw new Problem('invalid_credentials', { text: 'wrong email address or password' });
    });
  await throttle.forgive(signInPairLimit, pair);
  countSignIn(db, 'password', response.user ? 'succeeded' : 'continued');
  if (!response.user) return { headers: cookies };
  const { id, name } = response.user;
  return { headers: cookies, user: { id, name, email } };
}

/** True for the right password of an unconfirmed sign-up. */
async function hasPendingSignUp(
  { db, clock }: SignInDeps,
  email: string,
  password: string,
): Promise<boolean> {
  const waiting = await findSignUpByEmail(
    db,
    email,
    new Date(clock().getTime() - signUpLifetimeMs),
  );
  if (waiting) return verifyPassword({ hash: waiting.passwordHash, password });
  await hashPassword(password);
  return false;
}

/** Ends the session. The response headers delete the cookie. */
export async function signOut(
  { auth, db }: Pick<SignInDeps, 'auth' | 'db'>,
  headers: Headers,
): Promise<Headers> {
  const found = await readSession(auth, headers);
  // better-auth reports success even if the session continues.
  const sessionId = found?.session.id;
  if (sessionId) await endSession(db, { personId: found.user.id, sessionId }, sessionId);
  return (await auth.api.signOut({ headers, returnHeaders: true })).headers;
}
