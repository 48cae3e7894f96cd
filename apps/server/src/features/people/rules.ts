/** Unconfirmed sign-ups are deleted after this time. */
export const signUpLivesMs = 24 * 3_600_000;

/** Lifetime of a password reset link. */
export const resetLivesMs = 3_600_000;
/** Lifetime of the link for a user created by the operator, who may be away. */
export const welcomeLivesMs = 7 * 24 * 3_600_000;

/** Lifetime of a JWT obtained with a session. */
export const tokenLivesMs = 5 * 60_000;

const freshSignInMs = 5 * 60_000;
/** Allowed clock difference between machines. */
const clockToleranceMs = 60_000;

/**
 * True if a sign-in (epoch milliseconds) is recent enough for irreversible actions. False for
 * future times.
 */
export function isFresh(signedInAt: number | undefined, now: number): boolean {
  if (signedInAt === undefined) return false;
  return signedInAt <= now + clockToleranceMs && now - signedInAt <= freshSignInMs;
}
