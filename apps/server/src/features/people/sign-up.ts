import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { queueMailIf } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { isMember, lockUser } from './address-store.ts';
import { findUserByAddress } from './addresses.ts';
import {
  accountMailKind,
  alreadyRegisteredEmail,
  confirmationEmail,
  notInvitedEmail,
} from './emails.ts';
import {
  canSendMail,
  confirmAddressLimit,
  confirmLinkLimit,
  signUpAddressLimit,
} from './rate-limits.ts';
import { signUpLifetimeMs } from './rules.ts';
import { endOtherAccess } from './session-store.ts';
import {
  consumeSignUp,
  findSignUpByToken,
  findUserByIdentity,
  hasInvitation,
  insertIdentity,
  insertUser,
  insertUserWithPassword,
  isDisabled,
  isTaken,
  lockUserWithoutAccount,
  replaceSignUp,
  replaceSignUpLink,
  setNameAndPassword,
} from './store.ts';

/** Sign-up is open to anyone, to invited people, or to nobody. */
type SignUpPolicy = 'open' | 'invited' | 'closed';

/** Creates an account for a new user. */
type OpenAccount = (
  trx: Trx,
  owner: { personId: string; email: string; name: string },
  now: Date,
) => Promise<unknown>;

export type SignUpDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  signUp: SignUpPolicy;
  openAccount: OpenAccount;
};

type SignUpInput = {
  name: string;
  organization?: string | undefined;
  email: string;
  password: string;
};

/**
 * Stores the sign-up and emails its link. Only the mailbox shows whether the address is known: every
 * address takes the same statements.
 */
export async function signUp(deps: SignUpDeps, input: SignUpInput, address: string): Promise<void> {
  const { db, urls, throttle, clock } = deps;
  if (deps.signUp === 'closed') throw new Problem('sign_up_closed');
  await throttle.take(signUpAddressLimit, address);
  const email = input.email.toLowerCase();
  const maySend = await canSendMail(throttle, email, address);
  const token = randomBytes(32).toString('base64url');
  const passwordHash = await hashPassword(input.password);
  await db.write(async (trx) => {
    const isKnown = await isTaken(trx, email);
    const isAdmitted = deps.signUp === 'open' || (await hasInvitation(trx, email));
    await replaceSignUp(trx, maySend && isAdmitted && !isKnown, {
      email,
      name: input.name,
      organization: input.organization || null,
      passwordHash,
      tokenHash: sha256(token),
      now: clock(),
    });
    const offered = isAdmitted
      ? confirmationEmail(urls.confirmEmail(token))
      : notInvitedEmail(urls.base);
    const content = isKnown ? alreadyRegisteredEmail(urls.signIn) : offered;
    await queueMailIf(trx, maySend, { to: email, email: content, kind: accountMailKind }, clock());
  });
}

/**
 * Emails a new link for a sign-up that waits for confirmation; the older one stops working. Only
 * the mailbox shows whether there is one: every address takes the same statements.
 */
export async function resendSignUp(
  { db, urls, throttle, clock }: SignUpDeps,
  typed: string,
  address: string,
): Promise<void> {
  await throttle.take(signUpAddressLimit, address);
  const email = typed.toLowerCase();
  const maySend = await canSendMail(throttle, email, address);
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  const since = new Date(now.getTime() - signUpLifetimeMs);
  await db.write(async (trx) => {
    const link = { email, tokenHash: sha256(token), since, now };
    const isPending = await replaceSignUpLink(trx, maySend, link);
    const isKnown = await isTaken(trx, email);
    const content = isPending
      ? confirmationEmail(urls.confirmEmail(token))
      : alreadyRegisteredEmail(urls.signIn);
    const mail = { to: email, email: content, kind: accountMailKind };
    await queueMailIf(trx, maySend && (isPending || isKnown), mail, now);
  });
}

/**
 * Creates the user and account. The link proves the mailbox, and the password proves that the same
 * person signed up: a link alone would let the mailbox's owner take over what someone else typed.
 */
export async function confirmEmail(
  deps: SignUpDeps,
  token: string,
  password: string,
  address: string,
): Promise<{ email: string }> {
  const { db, throttle, clock } = deps;
  const tokenHash = sha256(token);
  await throttle.take(confirmAddressLimit, address);
  await throttle.take(confirmLinkLimit, tokenHash.toString('hex'));
  const now = clock();
  const pending = await findSignUpByToken(
    db,
    tokenHash,
    new Date(now.getTime() - signUpLifetimeMs),
  );
  // Does the same work whether or not the link is known.
  const isRight = pending
    ? await verifyPassword({ hash: pending.passwordHash, password })
    : (await hashPassword(password)) === '';
  if (!pending || !isRight) throw new Problem('invalid_link_or_password');
  try {
    await db.write(async (trx) => {
      if (!(await consumeSignUp(trx, tokenHash))) throw new Problem('invalid_link_or_password');
      const recipientId = await lockUserWithoutAccount(trx, pending.email);
      if (!recipientId && (await isTaken(trx, pending.email)))
        throw new Problem('invalid_link_or_password');
      const personId = recipientId ?? newId();
      if (recipientId) {
        await setNameAndPassword(trx, recipientId, pending, now);
        await endOtherAccess(trx, recipientId, undefined);
      } else await insertUserWithPassword(trx, personId, pending, now);
      const { email, name, organization } = pending;
      await deps.openAccount(trx, { personId, email, name: organization ?? name }, now);
    });
  } catch (error) {
    // A concurrent request created this user.
    if (sqlState(error) === '23505') throw new Problem('invalid_link_or_password');
    throw error;
  }
  return { email: pending.email };
}

export type BindDeps = Pick<SignUpDeps, 'db' | 'clock' | 'signUp' | 'openAccount'>;

type Identity = { issuer: string; sub: string; email: string; name: string };
type BoundUser = { personId: string; email: string; name: string };

/**
 * Finds the user of an external identity. On first use, it is linked to the user with the same
 * confirmed address, or to a new user with an account. Later, the address may change.
 */
export async function bindUser(deps: BindDeps, identity: Identity): Promise<BoundUser> {
  for (let attempts = 0; ; attempts++) {
    const bound = await findBoundUser(deps, identity);
    if (bound) return bound;
    if (attempts === MAX_BINDINGS) throw new Problem('invalid_credentials');
    await deps.db
      .write((trx) => bind(deps, trx, identity))
      .catch((error: unknown) => {
        // Another request has linked the identity, or created a user with the address.
        if (sqlState(error) !== '23505' && !(error instanceof AddressMoved)) throw error;
      });
  }
}

const MAX_BINDINGS = 3;

/** The address became another user's while the transaction waited for the lock of the earlier one. */
class AddressMoved extends Error {}

async function findBoundUser(
  { db }: BindDeps,
  { issuer, sub }: Identity,
): Promise<BoundUser | undefined> {
  const found = await findUserByIdentity(db, issuer, sub);
  if (found?.isDisabled) throw new Problem('invalid_credentials');
  return found;
}

async function bind(deps: BindDeps, trx: Trx, identity: Identity): Promise<void> {
  const { email, name } = identity;
  const now = deps.clock();
  const known = await lockUserOfAddress(trx, email);
  const personId = known ?? newId();
  const isOpen =
    deps.signUp === 'open' || (deps.signUp === 'invited' && (await hasInvitation(trx, email)));
  if (!known) {
    if (!isOpen) throw new Problem('sign_up_closed');
    await insertUser(trx, personId, { email, name }, now);
  }
  if (isOpen && !(await isMember(trx, personId)))
    await deps.openAccount(trx, { personId, email, name }, now);
  await insertIdentity(trx, identity.issuer, identity.sub, personId, now);
}

async function lockUserOfAddress(trx: Trx, email: string): Promise<string | undefined> {
  const known = await findUserByAddress(trx, email);
  if (!known) return undefined;
  await lockUser(trx, known);
  if ((await findUserByAddress(trx, email)) !== known) throw new AddressMoved();
  if (await isDisabled(trx, known)) throw new Problem('invalid_credentials');
  return known;
}
