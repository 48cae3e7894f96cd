import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from '../connect.ts';
import type { Database } from '../database.ts';
import { isDatabaseUnavailable } from '../failure.ts';
import { readTarget } from '../target.ts';
import {
  addSample,
  findFreshTime,
  isDiverged,
  isFresh,
  type LsnSample,
  MAX_STALENESS_MS,
  parseLsn,
  pollIntervalMs,
} from './rules.ts';

/** A result with the cache tags of the rows it was made from. */
type CacheTagged = { cacheTags: readonly string[] };
/** Reads from a replica if it is up to date enough, else from the primary. */
export type FreshReader<From> = <T extends CacheTagged>(
  read: (from: From) => Promise<T>,
) => Promise<T>;

export type Replicas = {
  /** `createReader` builds a reader for a database. */
  reading: <From>(createReader: (db: Database) => From) => FreshReader<From>;
  /** Called for each changed tag, or without a tag if anything may have changed. */
  noteChange: (tag: string | undefined) => void;
  /** Last known state of each host. */
  hosts: () => { state: ReplicaState; lagSeconds: number | undefined }[];
  stop: () => Promise<void>;
};

type ReplicaState = 'fit' | 'behind' | 'away' | 'astray' | 'primary';

type Replica = {
  name: string;
  state: ReplicaState;
  pool: pg.Pool;
  db: Database;
  close: () => Promise<void>;
  /**
   * Everything committed before this time is there. Undefined while the replica is unavailable,
   * diverged or too far behind.
   */
  asOf: number | undefined;
  replayed: bigint | undefined;
};
type ReplicaChoice = { replica: Replica; asOf: number };
type ReplicaLog = Record<'info' | 'warn', (fields: object, message: string) => void>;

const TIMEOUT_MS = 2_000;
const replicaLsnQuery = {
  text: 'select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn',
  query_timeout: TIMEOUT_MS,
} as pg.QueryConfig;
const primaryLsnQuery = {
  text: 'select pg_current_wal_flush_lsn()::text as lsn',
  query_timeout: TIMEOUT_MS,
} as pg.QueryConfig;

/** Opens the replicas of `DATABASE_READ_URL` and compares them with the primary every second. */
export function openReplicas(
  text: string,
  primary: { pool: pg.Pool; db: Database },
  log: ReplicaLog,
): Replicas {
  const replicas = listReplicaUrls(text).map((url): Replica => {
    const { pool, db, close } = connect(url, () => {}, TIMEOUT_MS);
    const { host, searchParams } = new URL(url);
    const name = host || (searchParams.get('host') ?? '');
    return { name, state: 'away', pool, db, close, asOf: undefined, replayed: undefined };
  });
  const changes = new RecentChanges();
  const stopping = new AbortController();
  const watching = watchReplicas(replicas, primary.pool, log, stopping.signal);
  let turn = 0;
  const choose = (): ReplicaChoice | undefined => {
    const now = performance.now();
    for (let tries = 0; tries < replicas.length; tries++) {
      const replica = replicas[turn++ % replicas.length] as Replica;
      if (isFresh(replica.asOf, now)) return { replica, asOf: replica.asOf };
    }
    return undefined;
  };
  return {
    reading: (createReader) => {
      const primaryReader = createReader(primary.db);
      const replicaReaders = new Map(
        replicas.map((replica) => [replica, createReader(replica.db)]),
      );
      return async (read) => {
        const chosen = choose();
        const from = chosen && replicaReaders.get(chosen.replica);
        const found = from && (await tryReplica(read(from), chosen, changes));
        return found ?? read(primaryReader);
      };
    },
    hosts: () =>
      replicas.map(({ state, asOf }) => ({
        state,
        lagSeconds: asOf === undefined ? undefined : (performance.now() - asOf) / 1_000,
      })),
    noteChange: (tag) => changes.note(tag, performance.now()),
    stop: async () => {
      stopping.abort();
      await watching;
      await Promise.all(replicas.map(({ close }) => close()));
    },
  };
}

/** Result of a replica, if it may be used. */
async function tryReplica<T extends CacheTagged>(
  reading: Promise<T>,
  { replica, asOf }: ReplicaChoice,
  changes: RecentChanges,
): Promise<T | undefined> {
  try {
    const found = await reading;
    const isGood = isFresh(asOf, performance.now()) && !changes.haveSince(found.cacheTags, asOf);
    return isGood ? found : undefined;
  } catch (error) {
    // A missing row may not have arrived yet, and its error may not exist on the primary.
    if (isDatabaseUnavailable(error)) replica.asOf = undefined;
    return undefined;
  }
}

/** One URL per host with the other parts unchanged. */
function listReplicaUrls(text: string): string[] {
  const { urls, throughPooler, pool } = readTarget(text);
  return urls.map((url) => {
    const one = new URL(url);
    if (throughPooler) one.searchParams.set('pgbouncer', 'true');
    if (pool !== undefined) one.searchParams.set('pool', String(pool));
    return one.href;
  });
}

async function watchReplicas(
  replicas: Replica[],
  primary: pg.Pool,
  log: ReplicaLog,
  signal: AbortSignal,
): Promise<void> {
  let samples: LsnSample[] = [];
  const reported = new Map<Replica, string>();
  const logState = (replica: Replica, reason: string): void => {
    if (reported.get(replica) === reason) return;
    reported.set(replica, reason);
    const { name } = replica;
    if (reason === 'fit') log.info({ replica: name }, 'reading from a replica');
    else log.warn({ replica: name, reason }, 'a replica is skipped in favor of the primary');
  };
  while (!signal.aborted) {
    // Taken before the query: everything committed by then is in the result.
    const at = performance.now();
    const lsn = await queryLsn(primary, primaryLsnQuery).catch(() => undefined);
    if (lsn?.lsn) samples = addSample(samples, { at, lsn: parseLsn(lsn.lsn) });
    const latest = samples.at(-1);
    await Promise.all(
      replicas.map(async (replica) => {
        const isLost = latest !== undefined && isDiverged(replica.replayed, latest.lsn);
        const reason = isLost
          ? 'astray'
          : await updateReplica(replica, samples).catch(() => 'away' as const);
        replica.state = reason;
        if (reason !== 'fit') replica.asOf = undefined;
        if (isLost) replica.replayed = undefined;
        logState(replica, reason);
      }),
    );
    await sleep(pollIntervalMs, undefined, { signal }).catch(() => {});
  }
}

async function updateReplica(
  replica: Replica,
  samples: readonly LsnSample[],
): Promise<Exclude<ReplicaState, 'astray'>> {
  const { isStandby, lsn } = await queryLsn(replica.pool, replicaLsnQuery);
  if (!isStandby || !lsn) return 'primary';
  replica.replayed = parseLsn(lsn);
  const asOf = findFreshTime(samples, replica.replayed);
  if (!isFresh(asOf, performance.now())) return 'behind';
  replica.asOf = asOf;
  return 'fit';
}

type LsnReply = { isStandby?: boolean; lsn: string | null };

async function queryLsn(pool: pg.Pool, query: pg.QueryConfig): Promise<LsnReply> {
  const { rows } = await pool.query<LsnReply>(query);
  return rows[0] ?? { lsn: null };
}

const MAX_TAGS = 10_000;

/**
 * Recently changed cache tags. A replica may not have replayed a change that was announced, so its
 * answer must be neither used nor cached.
 */
export class RecentChanges {
  /** In chronological order. */
  readonly #changedAt = new Map<string, number>();
  /** Time at which anything may have changed. */
  #allAt = Number.NEGATIVE_INFINITY;

  note(tag: string | undefined, now: number): void {
    if (tag === undefined) {
      this.#changedAt.clear();
      this.#allAt = now;
      return;
    }
    this.#changedAt.delete(tag);
    this.#changedAt.set(tag, now);
    for (const [oldest, at] of this.#changedAt) {
      // Older entries can't affect a read.
      if (now - at <= MAX_STALENESS_MS && this.#changedAt.size <= MAX_TAGS) break;
      this.#changedAt.delete(oldest);
      if (now - at <= MAX_STALENESS_MS) this.#allAt = at;
    }
  }

  /** True if any of the tags changed at or after the time. */
  haveSince(tags: readonly string[], time: number): boolean {
    if (this.#allAt >= time) return true;
    return tags.some((tag) => (this.#changedAt.get(tag) ?? Number.NEGATIVE_INFINITY) >= time);
  }
}
