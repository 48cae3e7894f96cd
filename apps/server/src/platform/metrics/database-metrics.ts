import type { Clock } from '../../kernel/clock.ts';
import { type Database, pingDatabase, type Trx } from '../db/index.ts';
import type { MetricFamily } from './families.ts';
import type { MetricSample } from './figures.ts';
import { setStatementTimeout } from './store.ts';

/** One statement that fills gauges about the whole database. */
export type DatabaseReader = {
  gauges: readonly { name: string; help: string; labels?: readonly string[] }[];
  /** Values in the order of the gauges. */
  read: (trx: Trx) => Promise<(readonly MetricSample[] | number)[]>;
  /** Cache duration for expensive readers. */
  cacheMs?: number;
};

type ReaderValues = readonly (readonly MetricSample[] | number)[];
type Snapshot = {
  isUp: boolean;
  seconds: number | undefined;
  found: Map<DatabaseReader, ReaderValues>;
};

/**
 * Shorter than scrape intervals, so that one Prometheus sees each value once and two cost as much
 * as one.
 */
const cacheMs = 5_000;
const patienceMs = 2_000;

/**
 * Gauges of all readers, read one after another on one connection, at most every five seconds. If
 * `isRead` is false, another process reads them. While the database is unavailable, they have no
 * values and `insignia_database_up` is 0.
 */
export function createDatabaseFamilies(
  db: Database,
  clock: Clock,
  readers: readonly DatabaseReader[],
  isRead: () => boolean,
): MetricFamily[] {
  const cached = new Map<DatabaseReader, { found: ReaderValues; until: number }>();
  let running: { snapshot: Snapshot; done: Promise<void> } | undefined;
  let last: Promise<Snapshot> | undefined;
  let lastUntil = 0;

  const readKept = async (reader: DatabaseReader): Promise<ReaderValues> => {
    const known = cached.get(reader);
    if (known && known.until > clock().getTime()) return known.found;
    const found = await runReader(db, reader);
    if (reader.cacheMs) cached.set(reader, { found, until: clock().getTime() + reader.cacheMs });
    return found;
  };
  const readAll = async (snapshot: Snapshot): Promise<void> => {
    const startedAt = performance.now();
    await pingDatabase(db);
    snapshot.isUp = true;
    snapshot.seconds = (performance.now() - startedAt) / 1_000;
    for (const reader of isRead() ? readers : []) {
      const found = await readKept(reader).catch(() => undefined);
      if (found) snapshot.found.set(reader, found);
    }
  };
  const begin = () => {
    const snapshot: Snapshot = { isUp: false, seconds: undefined, found: new Map() };
    const done = readAll(snapshot).finally(() => {
      running = undefined;
    });
    return { snapshot, done };
  };
  const ask = async (): Promise<Snapshot> => {
    // Don't start a second run next to a slow one.
    running ??= begin();
    const { snapshot, done } = running;
    await withDeadline(done).catch(() => {});
    return snapshot;
  };
  const snapshot = (): Promise<Snapshot> => {
    const now = clock().getTime();
    if (last && now < lastUntil) return last;
    lastUntil = now + cacheMs;
    last = ask();
    return last;
  };
  const gauges = readers.flatMap((reader) =>
    reader.gauges.map((gauge, n): MetricFamily => {
      const read = async () => (await snapshot()).found.get(reader)?.[n];
      return { ...gauge, type: 'gauge', isSameInAll: true, read };
    }),
  );
  return [
    {
      name: 'insignia_database_up',
      help: 'Whether the database responded to this process within 2 seconds: 1 or 0.',
      type: 'gauge',
      read: async () => ((await snapshot()).isUp ? 1 : 0),
    },
    {
      name: 'insignia_database_answer_seconds',
      help: 'Time until the database responded, including the wait for a connection.',
      type: 'gauge',
      read: async () => (await snapshot()).seconds,
    },
    ...gauges,
  ];
}

function runReader(db: Database, { read }: DatabaseReader): Promise<ReaderValues> {
  return db.write(async (trx) => {
    await setStatementTimeout(trx, patienceMs);
    return read(trx);
  });
}

async function withDeadline(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too late')), patienceMs);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
