/** Kind of the jobs written by the triggers in `sql/functions/note_pin.sql`. */
export const pinKind = 'pin';

/** At most an hour apart, for a year. The triggers repeat this number. */
export const MAX_PIN_ATTEMPTS = 10_000;

/** Waits before asking again about a queued pin: from 5 s to an hour. */
export function queuedWaitMs(attempts: number): number {
  return Math.min(5_000 * 2 ** Math.min(attempts, 20), 3_600_000);
}

/** Metric names. */
export const pinRequestsTotal = 'insignia_image_pin_requests_total';
export const pinStates = ['waiting', 'queued', 'pinned', 'failed'] as const;
export type PinState = (typeof pinStates)[number];
