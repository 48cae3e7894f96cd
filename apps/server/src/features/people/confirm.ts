import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { sqlState } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import type { PeopleDeps } from './deps.ts';
import { confirmAddressLimit, confirmLinkLimit } from './rate-limits.ts';
import { signUpLifetimeMs } from './rules.ts';
import { consumeSignUp, findSignUpByToken } from './sign-up-store.ts';
import { insertUserWithPassword } from './store.ts';

/**
 * Creates the user and account. The link proves the mailbox, and the password proves that the same
 * person signed up: a link alone would let the mailbox's owner take over what someone else typed.
 */
export async function confirmEmail(
  deps: PeopleDeps,
  token: string,
  password: string,
  address: string,
): Promise<{ email: string }> {
  const { db, throttle, clock } = deps;
  const tokenHash = sha256(token);
  await throttle.take(confirmAddressLimit, address);
  await throttle.take(confirmLinkLimit, tokenHash.toString('hex'));
  const now = clock();
  const waiting = await findSignUpByToken(
    db,
    tokenHash,
    new Date(now.getTime() - signUpLifetimeMs),
  );
  // Does the same work whether or not the link is known.
  const right = waiting
    ? await verifyPassword({ hash: waiting.passwordHash, password })
    : (await hashPassword(password)) === '';
  if (!waiting || !right) throw new Problem('invalid_link_or_password');
  const personId = newId();
  try {
    await db.write(async (trx) => {
      if (!(await consumeSignUp(trx, tokenHash))) throw new Problem('invalid_link_or_password');
      await insertUserWithPassword(trx, personId, waiting, now);
      const { email, name } = waiting;
      await deps.openAccount(trx, { personId, email, name }, now);
    });
  } catch (error) {
    // A concurrent request created this user.
    if (sqlState(error) === '23505') throw new Problem('invalid_link_or_password');
    throw error;
  }
  return { email: waiting.email };
}
