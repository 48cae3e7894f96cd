/** Log position of the primary at a time. */
export type LsnSample = { at: number; lsn: bigint };

/** Maximum age of a response. Caches add 10 s, which leaves 5 s of the half minute. */
export const MAX_STALENESS_MS = 15_000;
/** Poll interval of primary and replicas. */
export const pollIntervalMs = 1_000;

/** Parses a log position such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [, high = '0', low = '0'] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Keeps the samples that still matter, oldest first. */
export function addSample(samples: readonly LsnSample[], sample: LsnSample): LsnSample[] {
  return [...samples.filter(({ at }) => sample.at - at <= MAX_STALENESS_MS), sample];
}

/**
 * Time before which all commits have been replayed. Undefined if that is older than the samples.
 * Uses one clock only, and an idle primary doesn't age its replicas.
 */
export function findFreshTime(samples: readonly LsnSample[], replayed: bigint): number | undefined {
  return samples.findLast(({ lsn }) => lsn <= replayed)?.at;
}

/** True if data that was complete at `asOf` may be used at `now`. */
export function isFresh(asOf: number | undefined, now: number): asOf is number {
  return asOf !== undefined && now - asOf <= MAX_STALENESS_MS;
}

/** True if the replica is ahead of the primary, so it follows another one. */
export function isDiverged(replayed: bigint | undefined, primary: bigint): boolean {
  return replayed !== undefined && replayed > primary;
}
