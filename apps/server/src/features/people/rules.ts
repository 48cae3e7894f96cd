/** Sign-ups that nobody confirmed in this time are gone. */
export const signUpLivesMs = 24 * 3_600_000;

/** Of a link that sets a new password. */
export const resetLivesMs = 3_600_000;
/** Of the link to somebody for whom the operator made an account: they may be away. */
export const welcomeLivesMs = 7 * 24 * 3_600_000;

/** Of a JWT that a session is exchanged for. */
export const tokenLivesMs = 5 * 60_000;

const freshSignInMs = 5 * 60_000;
/** How far the clocks of two machines may be apart. */
const clockToleranceMs = 60_000;

/** Epoch milliseconds: whether a sign-in is young enough for what cannot be undone; one that is to come never is. */
export function isFresh(signedInAt: number | undefined, now: number): boolean {
  if (signedInAt === undefined) return false;
  return signedInAt <= now + clockToleranceMs && now - signedInAt <= freshSignInMs;
}
