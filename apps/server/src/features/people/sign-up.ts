import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { Problem } from '../../kernel/problem.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { canSendMail } from './can-send-mail.ts';
import type { PeopleDeps } from './deps.ts';
import {
  accountMailKind,
  alreadyRegisteredEmail,
  confirmationEmail,
  notInvitedEmail,
} from './emails.ts';
import { signUpAddressLimit } from './rate-limits.ts';
import { replaceSignUp } from './sign-up-store.ts';
import { hasInvitation, hasUser } from './store.ts';

type Input = { name: string; email: string; password: string };

/** Stores the sign-up and emails its link. Only the mailbox shows whether the address is known. */
export async function signUp(deps: PeopleDeps, input: Input, address: string): Promise<void> {
  const { db, urls, throttle, clock } = deps;
  if (deps.signUp === 'closed') throw new Problem('sign_up_closed');
  await throttle.take(signUpAddressLimit, address);
  const email = input.email.toLowerCase();
  if (!(await canSendMail(throttle, email, address))) return;
  const token = randomBytes(32).toString('base64url');
  const passwordHash = await hashPassword(input.password);
  await db.write(async (trx) => {
    const mail = (letter: EmailContent) =>
      queueMails(trx, [{ to: email, letter, kind: accountMailKind }], clock());
    if (await hasUser(trx, email)) return mail(alreadyRegisteredEmail(urls.signIn));
    if (deps.signUp === 'invited' && !(await hasInvitation(trx, email)))
      return mail(notInvitedEmail(urls.base));
    await replaceSignUp(trx, {
      email,
      name: input.name,
      passwordHash,
      tokenHash: sha256(token),
      now: clock(),
    });
    return mail(confirmationEmail(urls.confirmEmail(token)));
  });
}
