/** The last one that a Date can be (ECMA-262 §21.4.1.1). */
const last = 8.64e15;

/** Refuses what is no time: compared with one, it would be neither before nor after anything, and all would be valid. */
export function assertMoment(now: unknown): void {
  if (typeof now !== 'number' || !(Math.abs(now) <= last))
    throw new TypeError(`now has to be epoch milliseconds, as Date.now() has them: ${String(now)}`);
}
