import { Problem } from '../../kernel/problem.ts';
import { toAlias } from './address-alias.ts';
import { canSendMail } from './can-send-mail.ts';
import type { PeopleDeps } from './deps.ts';
import { resetAddressLimit } from './rate-limits.ts';
import { claimPasswordLink } from './store.ts';

/** Emails a link if the address is known. The response is the same otherwise. */
export async function requestPasswordReset(
  { auth, throttle }: PeopleDeps,
  email: string,
  address: string,
): Promise<void> {
  const mailbox = email.toLowerCase();
  await throttle.take(resetAddressLimit, address);
  if (!(await canSendMail(throttle, mailbox, address))) return;
  await auth.api.requestPasswordReset({ body: { email: toAlias(mailbox) } });
}

type Input = { token: string; newPassword: string; revokeKeys?: boolean | undefined };

/**
 * Sets the password once per link. Ends all sessions and other links, and revokes keys if
 * requested.
 */
export async function resetPassword(
  deps: PeopleDeps,
  { token, newPassword, revokeKeys = false }: Input,
  address: string,
): Promise<void> {
  const { auth, throttle } = deps;
  await throttle.take(resetAddressLimit, address);
  await claimLink(deps, token, revokeKeys);
  await auth.api
    .resetPassword({ body: { token, newPassword } })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 400) throw new Problem('invalid_reset_link');
      throw error;
    });
}

/** Lets one of several concurrent uses of a link win. The link stays usable if setting the password fails. */
async function claimLink(
  { auth, db, revokeKeysOf, forgetKeys }: PeopleDeps,
  token: string,
  revokesKeys: boolean,
): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link) throw new Problem('invalid_reset_link');
  const personId = link.value;
  await db.write(async (trx) => {
    if (!(await claimPasswordLink(trx, personId, link.id))) throw new Problem('invalid_reset_link');
    if (revokesKeys) await revokeKeysOf(trx, personId);
  });
  if (revokesKeys) await forgetKeys();
}
