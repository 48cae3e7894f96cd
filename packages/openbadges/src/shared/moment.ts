/** Maximum Date value (ECMA-262 §21.4.1.1). */
const last = 8.64e15;

/** Throws for NaN: all comparisons with it are false, so everything would be valid. */
export function assertMoment(now: unknown): void {
  if (typeof now !== 'number' || !(Math.abs(now) <= last))
    throw new TypeError(`now has to be epoch milliseconds, as Date.now() has them: ${String(now)}`);
}
