/** What the primary had written to its log when it was asked, and when that was. */
export type Sample = { at: number; lsn: bigint };

/** No answer is older than this when it is given; a cache may keep it 10 s more, which leaves 5 s of the half minute. */
export const boundMs = 15_000;
/** How often primary and replicas are asked where they are. */
export const askEveryMs = 1_000;

/** A place in the log as PostgreSQL writes it: `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [, high = '0', low = '0'] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Those that still tell something: of this bound, oldest first. */
export function samplesWith(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= boundMs), sample];
}

/**
 * A replica that has replayed so much has all that was committed before this time; undefined where that is longer ago than
 * the samples reach. No clock of another machine is asked, and a primary that writes nothing ages nobody.
 */
export function freshAsOf(samples: readonly Sample[], replayed: bigint): number | undefined {
  return samples.findLast(({ lsn }) => lsn <= replayed)?.at;
}

/** What was read of a state that was whole at `asOf` may be given at `now`. */
export function isFresh(asOf: number | undefined, now: number): asOf is number {
  return asOf !== undefined && now - asOf <= boundMs;
}

/** It is ahead of the primary: of another one's history, such as a primary's that was left behind. */
export function isAstray(replayed: bigint | undefined, primary: bigint): boolean {
  return replayed !== undefined && replayed > primary;
}
