import { randomBytes } from 'node:crypto';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { queueMailIf } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import type { Auth } from './auth.ts';
import { accountMailKind, passwordResetEmail } from './emails.ts';
import { canSendMail, resetAddressLimit, signInPairLimit } from './rate-limits.ts';
import { isRecentSignIn } from './rules.ts';
import { unwrapCause } from './session.ts';
import { endOtherAccess } from './session-store.ts';
import { claimPasswordLink, findUserByEmail, insertPasswordLink, isDisabled } from './store.ts';

export type PasswordDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  auth: Auth;
  throttle: Throttle;
  /** Revokes their API keys in all accounts. */
  revokeUserKeys: (trx: Trx, personId: string) => Promise<void>;
  /** Invalidates cached API keys. */
  invalidateKeys: () => Promise<void>;
};

type ChangeInput = { currentPassword: string; newPassword: string };

export async function changePassword(
  deps: PasswordDeps,
  user: User,
  input: ChangeInput,
  headers: Headers,
): Promise<void> {
  const { auth, db, clock, throttle } = deps;
  if (!user.byCookie || !isRecentSignIn(user.signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  await throttle.take(signInPairLimit, `change ${user.personId}`);
  await auth.api
    .changePassword({ body: input, headers })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 400) throw invalid('currentPassword', "isn't your current password");
      throw unwrapCause(error);
    });
  await db.write((trx) => endOtherAccess(trx, user.personId, user.sessionId));
}

/**
 * Emails a link if the address is known and its user isn't disabled. Otherwise, the response and the statements are the same.
 */
export async function requestPasswordReset(
  { db, clock, urls, throttle }: PasswordDeps,
  email: string,
  address: string,
): Promise<void> {
  const mailbox = email.toLowerCase();
  await throttle.take(resetAddressLimit, address);
  const maySend = await canSendMail(throttle, mailbox, address);
  const found = await findUserByEmail(db, mailbox);
  const isBarred = await isDisabled(db, found?.personId ?? newId());
  const user = maySend && !isBarred ? found : undefined;
  // Nobody learns the link of an unknown address.
  const {
    personId,
    name,
    email: to,
  } = user ?? { personId: newId(), name: mailbox, email: mailbox };
  const token = randomBytes(32).toString('base64url');
  // better-auth hashes the names of what it stores.
  const identifier = sha256(`reset-password:${token}`).toString('base64url');
  const content = passwordResetEmail(name, urls.resetPassword(token));
  await db.write(async (trx) => {
    await insertPasswordLink(trx, personId, identifier);
    const mail = { to, email: content, kind: accountMailKind };
    await queueMailIf(trx, user !== undefined, mail, clock());
  });
}

type ResetInput = { token: string; newPassword: string; revokeKeys?: boolean | undefined };

/**
 * Sets the password once per link. Ends all sessions, connected apps and other links, and revokes keys
 * if requested.
 */
export async function resetPassword(
  deps: PasswordDeps,
  { token, newPassword, revokeKeys = false }: ResetInput,
  address: string,
): Promise<void> {
  const { auth, db, throttle } = deps;
  await throttle.take(resetAddressLimit, address);
  const personId = await claimLink(deps, token, revokeKeys);
  await auth.api
    .resetPassword({ body: { token, newPassword } })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 400) throw new Problem('invalid_reset_link');
      throw error;
    });
  // Someone with the earlier password may have opened more meanwhile.
  await db.write((trx) => endOtherAccess(trx, personId, undefined));
}

/** Lets one of several concurrent uses of a link win, and returns its user. The link stays usable if setting the password fails. */
async function claimLink(
  { auth, db, revokeUserKeys, invalidateKeys }: PasswordDeps,
  token: string,
  revokesKeys: boolean,
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!link) throw new Problem('invalid_reset_link');
  const personId = link.value;
  await db.write(async (trx) => {
    if (!(await claimPasswordLink(trx, personId, link.id))) throw new Problem('invalid_reset_link');
    await endOtherAccess(trx, personId, undefined);
    if (revokesKeys) await revokeUserKeys(trx, personId);
  });
  if (revokesKeys) await invalidateKeys();
  return personId;
}

/** Creates a one-time link to set a password, in better-auth's format. */
export async function createPasswordLink(
  auth: Auth,
  urls: Urls,
  personId: string,
  expiresAt: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    value: personId,
    identifier: `reset-password:${token}`,
    expiresAt,
  });
  return urls.resetPassword(token);
}
