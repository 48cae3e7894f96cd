import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { periodStart } from '../../kernel/calendar.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { sha256 } from '../../platform/crypto.ts';
import { sqlState } from '../../platform/db/index.ts';
import { confirmByAddress, confirmByLink } from './caps.ts';
import type { AccountDeps } from './deps.ts';
import { signUpLivesMs } from './rules.ts';
import { consumeSignUp, insertAccount, insertPerson, signUpByToken } from './store.ts';

/**
 * Makes the person and their account. The link proves the mailbox, the password that it is the same human who signed
 * up: a link alone would let whoever reads the mail take over what somebody else typed.
 */
export async function confirmEmail(
  deps: AccountDeps,
  token: string,
  password: string,
  address: string,
): Promise<{ email: string }> {
  const { db, throttle, clock, defaultPlan } = deps;
  const tokenHash = sha256(token);
  await throttle.take(confirmByAddress, address);
  await throttle.take(confirmByLink, tokenHash.toString('hex'));
  const now = clock();
  const waiting = await signUpByToken(db, tokenHash, new Date(now.getTime() - signUpLivesMs));
  // The same work whether the link is known or not.
  const right = waiting
    ? await verifyPassword({ hash: waiting.passwordHash, password })
    : (await hashPassword(password)) === '';
  if (!waiting || !right) throw new Problem('invalid_link_or_password');
  const personId = newId();
  const account = {
    id: newId(),
    memberId: newId(),
    name: waiting.name,
    plan: defaultPlan,
    personId,
    email: waiting.email,
  };
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await consumeSignUp(trx, tokenHash))) throw new Problem('invalid_link_or_password');
      await insertPerson(trx, personId, waiting, now);
      await insertAccount(trx, account, now, periodStart(now, now));
    });
  } catch (error) {
    // Somebody became this person in the meantime.
    if (sqlState(error) === '23505') throw new Problem('invalid_link_or_password');
    throw error;
  }
  return { email: waiting.email };
}
