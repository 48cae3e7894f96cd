import { canonicalAddress, type ErrorCode, type TransferState } from '@insignia/contract';

const dayMs = 86_400_000;
export const offerLifetimeMs = 14 * dayMs;
/** After this time, a completed offer loses its address. Other closed offers are deleted. */
export const closedRetentionMs = 90 * dayMs;

/** The form of an address in which offers are stored and found. */
export const toOfferAddress = (email: string): string => canonicalAddress(email).toLowerCase();

/** The database has one state in American spelling. */
export type StoredTransferState = Exclude<TransferState, 'cancelled'> | 'canceled';

/** The state of an offer now: expired ones may not be marked yet. Times in epoch milliseconds. */
export function computeTransferState(
  state: StoredTransferState,
  expiresAt: number,
  now: number,
): TransferState {
  if (state === 'canceled') return 'cancelled';
  return state === 'offered' && expiresAt <= now ? 'expired' : state;
}

/** Everything that could still write for the account that gives the issuer away. */
export type MoveObstacles = {
  isVerified: boolean;
  /** Unfinished imports of the issuer's badges, and migrations to it from other services. */
  hasImports: boolean;
  /** Unfinished bulk jobs of the account, which may select credentials of the issuer. */
  hasBulkJobs: boolean;
  /** Activities of courses, which belong to a platform of the account. */
  hasCourses: boolean;
};

/** Claim codes, designs, templates and reminders move with their badge, so they don't block. */
export function findMoveRefusal(obstacles: MoveObstacles): ErrorCode | undefined {
  if (!obstacles.isVerified) return 'transfer_issuer_unverified';
  if (obstacles.hasCourses) return 'transfer_in_course';
  if (obstacles.hasImports || obstacles.hasBulkJobs) return 'transfer_work_running';
  return undefined;
}
