import { BackupFault } from '../backup/index.ts';
import { type Based, inTime, pieceOf } from './rules.ts';

/** Where a history has left a former one. */
export type Fork = { timeline: number; at: bigint };

/** What PostgreSQL writes down of a history: those that it comes from. */
export function forksOf(history: string): Fork[] {
  return history.split('\n').flatMap((line) => {
    const [, timeline, high, low] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/i.exec(line) ?? [];
    if (!timeline) return [];
    return [
      { timeline: Number(timeline), at: BigInt(`0x${high}`) * (1n << 32n) + BigInt(`0x${low}`) },
    ];
  });
}

export const historyName = (timeline: number): string =>
  `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;

export type HistoryBase = Based & {
  manifest: { timeline: number; segmentBytes: number; lastSegment: string };
};

/** Of a piece that is there before anything is written into it. */
const headBytes = 40n;

/**
 * The last base backup of each history that the one of `newest` does not simply go on from: another database's, one that
 * is not among those it comes from, and one that has gone on after it was left. Which of them is meant only the operator knows.
 */
export function besideOf<T extends HistoryBase>(
  newest: T,
  bases: readonly T[],
  { forks, names }: { forks: readonly Fork[]; names: readonly string[] },
): T[] {
  const goesOn = (
    { manifest: { timeline, segmentBytes, lastSegment } }: T,
    fork: Fork,
  ): boolean => {
    const left = (fork.at - headBytes - 1n) / BigInt(segmentBytes);
    return [...names, lastSegment]
      .map((name) => pieceOf(name, segmentBytes))
      .some((piece) => piece.timeline === timeline && piece.number > left);
  };
  const isFollowed = (base: T): boolean => {
    if (base.system !== newest.system) return false;
    const { timeline } = base.manifest;
    if (timeline === newest.manifest.timeline) return true;
    const fork = forks.find((each) => each.timeline === timeline);
    return fork !== undefined && !goesOn(base, fork);
  };
  return lastOfEach(bases).filter((base) => !isFollowed(base));
}

function lastOfEach<T extends HistoryBase>(bases: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const base of inTime(bases)) last.set(`${base.system}/${base.manifest.timeline}`, base);
  return [...last.values()];
}

type Own = { system: string; timeline: number };

const isOf = ({ system, timeline }: Own, base: HistoryBase): boolean =>
  base.system === system && base.manifest.timeline === timeline;

/** The base backup because of which a history must not begin in an archive: it is of a database that it was not restored from. */
export function taken<T extends HistoryBase>(bases: readonly T[], own: Own): T | undefined {
  const newest = inTime(bases).at(-1);
  if (!newest || bases.some((base) => isOf(own, base))) return undefined;
  const comesAfter = newest.system === own.system && newest.manifest.timeline < own.timeline;
  return comesAfter ? undefined : newest;
}

export function refuseTaken(bases: readonly HistoryBase[], own: Own, place: string): void {
  const other = taken(bases, own);
  if (other)
    throw new BackupFault(
      'refused',
      `${place} is the archive of another database (${other.system}/${other.manifest.timeline}), which this one was not restored from: give each a place of its own; if that one is over, move what is there away`,
    );
}

/** The last base backup that another history has taken since this one began: both live. */
export function rivalOf<T extends HistoryBase>(bases: readonly T[], own: Own): T | undefined {
  const sorted = inTime(bases);
  const began = sorted.findIndex((base) => isOf(own, base));
  return began < 0 ? undefined : sorted.slice(began).findLast((base) => !isOf(own, base));
}
