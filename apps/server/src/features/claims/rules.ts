/** Lifetime of a code from an email. */
export const claimCodeLifetimeMs = 15 * 60_000;
export const MAX_TRIES = 5;

export type ClaimStatus = 'open' | 'stopped' | 'ended' | 'exhausted';

type ClaimState = {
  active: boolean;
  expires: { getTime: () => number } | null;
  places: number | null;
  claimed: number;
};

export function computeClaimStatus(claim: ClaimState, now: number): ClaimStatus {
  if (!claim.active) return 'stopped';
  if (claim.expires && claim.expires.getTime() < now) return 'ended';
  return claim.places !== null && claim.claimed >= claim.places ? 'exhausted' : 'open';
}
