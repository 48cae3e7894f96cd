import { Problem } from '../../kernel/problem.ts';
import { mailsToMailbox, resetByAddress } from './caps.ts';
import type { AccountDeps } from './deps.ts';

/** Mails a link when the address is known; says nothing of it. */
export async function requestReset(
  { auth, throttle, nudge }: AccountDeps,
  email: string,
  address: string,
): Promise<void> {
  const mailbox = email.toLowerCase();
  await throttle.take(resetByAddress, address);
  await throttle.take(mailsToMailbox, mailbox);
  await auth.api.requestPasswordReset({ body: { email: mailbox } });
  nudge();
}

/** Sets the password, once a link; all sessions end. */
export async function resetPassword(
  { auth, throttle }: AccountDeps,
  wish: { token: string; newPassword: string },
  address: string,
): Promise<void> {
  await throttle.take(resetByAddress, address);
  await auth.api.resetPassword({ body: wish }).catch((error: { statusCode?: number }) => {
    if (error.statusCode === 400) throw new Problem('invalid_reset_link');
    throw error;
  });
}
