import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { Problem } from '../../kernel/problem.ts';
import { sha256 } from '../../platform/crypto.ts';
import { type Letter, post } from '../../platform/mail/index.ts';
import { signUpByAddress } from './caps.ts';
import type { PeopleDeps } from './deps.ts';
import {
  accountMail,
  alreadyRegisteredLetter,
  confirmLetter,
  notInvitedLetter,
} from './letters.ts';
import { mayMail } from './may-mail.ts';
import { replaceSignUp } from './sign-up-store.ts';
import { isInvited, isPerson } from './store.ts';

type Input = { name: string; email: string; password: string };

/** Stores the sign-up and emails its link. Only the mailbox shows whether the address is known. */
export async function signUp(deps: PeopleDeps, input: Input, address: string): Promise<void> {
  const { db, urls, throttle, clock } = deps;
  if (deps.signUp === 'closed') throw new Problem('sign_up_closed');
  await throttle.take(signUpByAddress, address);
  const email = input.email.toLowerCase();
  if (!(await mayMail(throttle, email, address))) return;
  const token = randomBytes(32).toString('base64url');
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (trx) => {
    const mail = (letter: Letter) => post(trx, [{ to: email, letter, kind: accountMail }], clock());
    if (await isPerson(trx, email)) return mail(alreadyRegisteredLetter(urls.signIn));
    if (deps.signUp === 'invited' && !(await isInvited(trx, email)))
      return mail(notInvitedLetter(urls.base));
    await replaceSignUp(trx, {
      email,
      name: input.name,
      passwordHash,
      tokenHash: sha256(token),
      now: clock(),
    });
    return mail(confirmLetter(urls.confirmEmail(token)));
  });
}
