/** Of the log, in whose order base backups and pieces of the log lie. */
export type Piece = { timeline: number; number: bigint };

const segment = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/** PostgreSQL's names of the pieces of its log. */
export const isSegment = (name: string): boolean => segment.test(name);
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

const logBytes = 1n << 32n;

export function pieceOf(name: string, segmentBytes: number): Piece {
  const [timeline = 0, log = 0, part = 0] = (segment.exec(name) ?? [])
    .slice(1)
    .map((hex) => Number.parseInt(hex, 16));
  return { timeline, number: BigInt(log) * (logBytes / BigInt(segmentBytes)) + BigInt(part) };
}

function nameOf({ timeline, number }: Piece, segmentBytes: number): string {
  const each = logBytes / BigInt(segmentBytes);
  return [BigInt(timeline), number / each, number % each]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

export function nextName(name: string, segmentBytes: number): string {
  const { timeline, number } = pieceOf(name, segmentBytes);
  return nameOf({ timeline, number: number + 1n }, segmentBytes);
}

/** The piece that a place in the log is in, such as `0/2000120`. */
export function segmentAt(lsn: string, timeline: number, segmentBytes: number): string {
  const [high = '0', low = '0'] = lsn.split('/');
  const place = BigInt(`0x${high}`) * logBytes + BigInt(`0x${low}`);
  return nameOf({ timeline, number: place / BigInt(segmentBytes) }, segmentBytes);
}

export type Reach = {
  /** The first piece that is not there. */
  next: string;
  /** There are later ones: what is in between can never be replayed. */
  isBroken: boolean;
};

/** How far the log goes on from a base backup, which holds its own last piece. */
export function reachOf(lastOfBase: string, names: Iterable<string>, segmentBytes: number): Reach {
  const there = new Set(names);
  let next = nextName(lastOfBase, segmentBytes);
  while (there.has(next)) next = nextName(next, segmentBytes);
  const timeline = next.slice(0, 8);
  const isBroken = [...there].some((name) => name.startsWith(timeline) && name > next);
  return { next, isBroken };
}

/** What there is to say of a base backup; times are milliseconds since 1970. */
export type Based = { system: string; id: string; finishedAt: number };

/** The last that was whole by then. */
export function baseFor<T extends Based>(
  bases: readonly T[],
  until: number | undefined,
): T | undefined {
  return inTime(bases)
    .filter(({ finishedAt }) => until === undefined || finishedAt <= until)
    .at(-1);
}

/**
 * Those of a cluster by which every moment since `cutoff` can be restored: all since then, the last before it, and that of
 * each history that has gone on since.
 */
export function stillNeeded<T extends Based & { manifest: { timeline: number } }>(
  bases: readonly T[],
  cutoff: number,
): T[] {
  const sorted = inTime(bases);
  const before = sorted.filter(({ finishedAt }) => finishedAt <= cutoff);
  const since = sorted.slice(before.length);
  const lastBefore = since.map(({ manifest: { timeline } }) =>
    before.findLast((each) => each.manifest.timeline === timeline),
  );
  const stay = new Set([before.at(-1), ...lastBefore, ...since]);
  return sorted.filter((each) => stay.has(each));
}

export const inTime = <T extends Based>(bases: readonly T[]): T[] =>
  bases.toSorted((a, b) => a.finishedAt - b.finishedAt);

export type BaseFacts = {
  last: { finishedAt: number; timeline: number } | undefined;
  isBroken: boolean;
  timeline: number;
  now: number;
  everyHours: number;
};

/** Why a base backup is to be taken now; undefined when it is not. */
export function whyBase({
  last,
  isBroken,
  timeline,
  now,
  everyHours,
}: BaseFacts): string | undefined {
  if (!last) return 'there is none yet';
  if (last.timeline !== timeline) return 'the database was restored';
  if (isBroken) return 'pieces of the log are missing since the last one';
  return now - last.finishedAt >= everyHours * 3_600_000 ? 'the last one is old' : undefined;
}

/** Whether what waits for the archive has to be given up, so that the service goes on. */
export function isTooMuch(
  { waitingBytes, freeBytes }: { waitingBytes: number; freeBytes: number },
  mostBytes: number,
): boolean {
  return waitingBytes > mostBytes || (waitingBytes > 0 && freeBytes < leastFreeBytes);
}

/** The database needs room more than the archive does. */
const leastFreeBytes = 256 * 1024 * 1024;
