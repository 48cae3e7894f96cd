/** Log position of the primary at a time. */
export type Sample = { at: number; lsn: bigint };

/** Maximum age of a response. Caches add 10 s, which leaves 5 s of the half minute. */
export const boundMs = 15_000;
/** Poll interval of primary and replicas. */
export const askEveryMs = 1_000;

/** Parses a log position such as `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [, high = '0', low = '0'] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Keeps the samples that still matter, oldest first. */
export function samplesWith(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= boundMs), sample];
}

/**
 * Time before which all commits have been replayed. Undefined if that is older than the samples.
 * Uses one clock only, and an idle primary doesn't age its replicas.
 */
export function freshAsOf(samples: readonly Sample[], replayed: bigint): number | undefined {
  return samples.findLast(({ lsn }) => lsn <= replayed)?.at;
}

/** True if data that was complete at `asOf` may be used at `now`. */
export function isFresh(asOf: number | undefined, now: number): asOf is number {
  return asOf !== undefined && now - asOf <= boundMs;
}

/** True if the replica is ahead of the primary, so it follows another one. */
export function isAstray(replayed: bigint | undefined, primary: bigint): boolean {
  return replayed !== undefined && replayed > primary;
}
