import { type RawBuilder, sql } from 'kysely';
import { firstIdAt, readIdTime } from '../../../kernel/id.ts';
import { type IndexedOwner, newestFirst, oldestFirst } from '../keyset.ts';
import { startOfMonth } from './months.ts';

/**
 * Range of ids: at or after `from`, and below `before`. A missing end is unbounded. A window lies
 * in one partition.
 */
export type Window = { from?: string | undefined; before?: string | undefined };

type Range = Window & { retentionMs: number; now: Date };

/** One process sets both the id and the time of a row. They differ by less than this. */
const idLagMs = 60_000;

/**
 * Bounds of the ids of rows between two times, after `lastId`. The bounds are wider than the times,
 * so rows slightly outside the times may be included.
 */
export function findIdBounds(
  { since, until }: { since?: Date | undefined; until?: Date | undefined },
  lastId: string | undefined,
): Window {
  const toBoundId = (time: Date | undefined, lag: number) =>
    time && firstIdAt(new Date(time.getTime() + lag));
  const end = toBoundId(until, idLagMs);
  const before = end !== undefined && lastId !== undefined && end < lastId ? end : (lastId ?? end);
  return { from: toBoundId(since, -idLagMs), before };
}

const monthMs = 28 * 86_400_000;

/**
 * Returns the months of a log that contain ids of the range, newest first. Ids beyond the current
 * month (a clock was ahead) share the first window, and ids older than the retention share the last
 * one.
 */
export function splitIntoWindows({ from, before, retentionMs, now }: Range): Window[] {
  const end = before === undefined ? undefined : readIdTime(before);
  const next = startOfMonth(now, 1);
  const newest = end === undefined || end >= next ? next : startOfMonth(end);
  const oldest = new Date(
    Math.max(
      from === undefined ? 0 : readIdTime(from).getTime(),
      now.getTime() - retentionMs - monthMs,
    ),
  );
  const windows: Window[] = [];
  let upper = before;
  for (let start = newest; ; start = startOfMonth(start, -1)) {
    const first = firstIdAt(start);
    if (start <= oldest) return [...windows, { from, before: upper }];
    if (upper === undefined || first < upper) windows.push({ from: first, before: upper });
    upper = first;
  }
}

type Rows = {
  /** `select … from` a log, without its conditions. */
  select: RawBuilder<unknown>;
  owner: IndexedOwner;
  /** Name of the id column. */
  id: string;
  also?: RawBuilder<unknown> | undefined;
  limit: number;
};

/**
 * Returns common table expressions that end with `page`: up to `limit` rows of these windows, read
 * one window after the other until there are enough. PostgreSQL plans each window as one table and
 * follows its index. Over several partitions at once, PostgreSQL may sort all rows of the owner,
 * because it estimates a range that starts in the middle of an owner's rows as empty.
 */
export function selectPage(
  windows: Window[],
  { select, owner, id, also, limit }: Rows,
  direction: 'newest' | 'oldest' = 'newest',
): RawBuilder<unknown> {
  const steps = windows.map((window, n) => {
    const { conditions, order } = within(window, { owner, id, also }, direction);
    const left = sql`(select rows from ${sql.ref(`left_${n}`)})`;
    const page = sql`${sql.ref(`page_${n}`)} as materialized (${select}
      where ${sql.join(conditions, sql` and `)} ${order} limit ${n === 0 ? sql`${limit}::int` : left})`;
    if (n === 0) return page;
    const missingRows =
      n === 1 ? sql`${limit}::int` : sql`(select rows from ${sql.ref(`left_${n - 1}`)})`;
    return sql`${sql.ref(`left_${n}`)} as materialized (select ${missingRows} - count(*) as rows from ${sql.ref(`page_${n - 1}`)}),
      ${page}`;
  });
  const all = windows.map((_, n) => sql`select * from ${sql.ref(`page_${n}`)}`);
  // PostgreSQL doesn't know how many rows `left` allows. It would plan joins for a tenth of the owner's rows.
  return sql`${sql.join(steps)}, page as (${sql.join(all, sql` union all `)} limit ${limit}::int)`;
}

function within(
  { from, before }: Window,
  { owner, id, also }: Pick<Rows, 'owner' | 'id' | 'also'>,
  direction: 'newest' | 'oldest',
) {
  const column = sql.ref(id);
  const { where, order } =
    direction === 'newest'
      ? newestFirst(owner, id, before, { from })
      : oldestFirst(owner, id, undefined, { from, before });
  const conditions = [
    where,
    // Bounds on the id alone let PostgreSQL skip the other partitions.
    ...(from === undefined ? [] : [sql`${column} >= ${from}::uuid`]),
    ...(before === undefined ? [] : [sql`${column} < ${before}::uuid`]),
    ...(also === undefined ? [] : [also]),
  ];
  return { conditions, order };
}

/** Most pages are filled by the newest months, and more windows take longer to plan. */
const windowsAtFirst = 4;

/**
 * Reads a page of a log, newest window first. Calls `read` a second time only if the newest windows
 * don't fill the page.
 */
export async function readPage<T>(
  range: Range,
  limit: number,
  read: (windows: Window[], limit: number) => Promise<T[]>,
): Promise<T[]> {
  const windows = splitIntoWindows(range);
  const newest = await read(windows.slice(0, windowsAtFirst), limit);
  const older = windows.slice(windowsAtFirst);
  if (newest.length === limit || older.length === 0) return newest;
  return [...newest, ...(await read(older, limit - newest.length))];
}
