import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Problem } from '../../kernel/problem.ts';
import { toAlias } from './address-alias.ts';
import type { PeopleDeps } from './deps.ts';
import { signInAddressLimit, signInPairLimit } from './rate-limits.ts';
import { signUpLifetimeMs } from './rules.ts';
import { findSignUpByEmail } from './sign-up-store.ts';

export type SignInResult = { headers: Headers; user: { id: string; name: string; email: string } };

/** Starts a session. Wrong addresses and wrong passwords look alike and take equally long. */
export async function signIn(
  deps: PeopleDeps,
  input: { email: string; password: string },
  headers: Headers,
  address: string,
): Promise<SignInResult> {
  const { auth, throttle } = deps;
  const email = input.email.toLowerCase();
  const pair = `${email} ${address}`;
  await throttle.take(signInAddressLimit, address);
  await throttle.take(signInPairLimit, pair);
  const answer = await auth.api
    .signInEmail({
      body: { email: toAlias(email), password: input.password },
      headers,
      returnHeaders: true,
    })
    .catch(async (error: { statusCode?: number }) => {
      if (error.statusCode !== 401) throw error;
      if (await hasPendingSignUp(deps, email, input.password))
        throw new Problem('email_not_confirmed');
      throw new Problem('invalid_credentials', { text: 'wrong email address or password' });
    });
  await throttle.forgive(signInPairLimit, pair);
  const { id, name } = answer.response.user;
  return { headers: answer.headers, user: { id, name, email } };
}

/** True for the right password of an unconfirmed sign-up. */
async function hasPendingSignUp(
  { db, clock }: PeopleDeps,
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
