import type { Caller } from '../../kernel/caller.ts';
import { readDigits } from '../../kernel/plain-text.ts';

/** better-auth's paths are below it. */
export const authPath = '/api/auth';

/** Names the client in headers for better-auth. */
export const clientHeader = 'x-insignia-client-ip';

/** Unconfirmed sign-ups expire after this time. */
export const signUpLifetimeMs = 24 * 3_600_000;

/** Lifetime of a code to sign in with. */
export const emailCodeLifetimeMs = 10 * 60_000;
/**
 * Lifetime of the link in its email: the period of the limit on codes. So the newest email signs in its
 * reader when others' requests used up the limit.
 */
export const emailLinkLifetimeMs = 3_600_000;
export const MAX_CODE_TRIES = 5;
const CODE_DIGITS = 6;
const LONG_CODE_DIGITS = 10;

export const countCodeDigits = (isLong: boolean): number =>
  isLong ? LONG_CODE_DIGITS : CODE_DIGITS;

export const isLongCode = (typed: string): boolean => readDigits(typed).length >= LONG_CODE_DIGITS;

/** An added address that nobody confirmed is deleted this long after its code expired. */
export const unconfirmedLifetimeMs = 24 * 3_600_000;

/** Time to enter a code of an authenticator app after the first step of a sign-in. */
export const secondStepLifetimeMs = 10 * 60_000;

export const resetLinkLifetimeMs = 3_600_000;
/** Lifetime of the link for a user created by the operator, who may be away. */
export const welcomeLinkLifetimeMs = 7 * 24 * 3_600_000;

/**
 * Use doesn't extend sessions of a connection beyond this, so that someone whom the provider no longer
 * signs in loses access.
 */
export const ssoSessionLifetimeMs = 7 * 86_400_000;

/** Lifetime of a JWT obtained with a session. */
export const tokenLifetimeMs = 5 * 60_000;

const recentSignInMs = 5 * 60_000;
/** Allowed clock difference between machines. */
const clockToleranceMs = 60_000;

/**
 * True if a sign-in (epoch milliseconds) is recent enough for irreversible actions. False for
 * future times.
 */
export function isRecentSignIn(signedInAt: number | undefined, now: number): boolean {
  if (signedInAt === undefined) return false;
  return signedInAt <= now + clockToleranceMs && now - signedInAt <= recentSignInMs;
}

/** How a session was opened, as stored. */
type SessionFactors = {
  secondFactor?: string | null | undefined;
  /** Null once the passkey was removed. */
  passkeyId?: string | null | undefined;
};

/**
 * True if a session was opened with a second factor that its user still has, or the factor was set up
 * in it. A passkey counts as both factors.
 */
export function hasSecondFactor(
  { secondFactor, passkeyId }: SessionFactors,
  hasApp: boolean | null | undefined,
): boolean {
  const isByCode = secondFactor === 'totp' || secondFactor === 'recoveryCode';
  return Boolean(passkeyId || (isByCode && hasApp));
}

/**
 * True if only an identity provider vouches for the user of a session. The admins of one account
 * choose it, so it must not open what is the user's own.
 */
export const isSsoOnly = (
  session: SessionFactors & { openedBy?: string | null | undefined },
  hasApp: boolean | null | undefined,
): boolean => session.openedBy === 'sso' && !hasSecondFactor(session, hasApp);

/**
 * True if an account's owner sends the request. An API key of theirs may be used by the team, and the
 * account's admins choose its identity provider.
 */
export const isOwnerInPerson = (who: Pick<Caller, 'role' | 'keyId' | 'isSsoOnly'>): boolean =>
  who.role === 'owner' && who.keyId === undefined && !who.isSsoOnly;

/**
 * When the user of a session last proved who they are. If only an identity provider vouches for them, this is
 * when they signed in there: a browser that is signed in at the provider opens a session without a question.
 */
export const findSignInTime = <T>(
  session: Parameters<typeof isSsoOnly>[0] & {
    createdAt: T;
    authenticatedAt?: T | null | undefined;
  },
  hasApp: boolean | null | undefined,
): T | undefined =>
  isSsoOnly(session, hasApp) ? (session.authenticatedAt ?? undefined) : session.createdAt;

/**
 * Names the user and connection of the browser's open session to another sign-in. Set by us alone:
 * clients' headers aren't passed to better-auth.
 */
export const openSsoHeader = 'x-insignia-open-sso';

/** Asks our generator of codes for a long one. */
export const longCodeHeader = 'x-insignia-long-code';

/** The connection of `openSsoHeader`, if its session is of this user. */
export function readOpenSso(headers: Headers | undefined, personId: string): string | undefined {
  const [user, connection] = headers?.get(openSsoHeader)?.split(' ') ?? [];
  return user === personId ? connection : undefined;
}
