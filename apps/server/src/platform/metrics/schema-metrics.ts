import { type DatabaseConnection, type Replicas, readMigrations } from '../db/index.ts';
import type { DatabaseReader } from './database-metrics.ts';
import type { Metrics } from './start.ts';
import { countStrayRows, readLastMigration } from './store.ts';

/** Compares the schema with this program's. A newer one belongs to a later version. */
export async function measureSchema({ family }: Metrics): Promise<void> {
  const known = readMigrationNumber((await readMigrations()).at(-1)?.name);
  family({
    name: 'insignia_schema_version_known',
    help: 'Number of the last migration that this process knows.',
    type: 'gauge',
    isSameInAll: true,
    read: () => known,
  });
}

export const schemaReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_schema_version',
      help: 'Number of the last migration in the database.',
    },
  ],
  read: async (trx) => [readMigrationNumber(await readLastMigration(trx))],
};

function readMigrationNumber(name = '0'): number {
  return Number(name.split('_')[0]);
}

/** States of the hosts in DATABASE_READ_URL. The primary may be among them. */
const states = ['fit', 'behind', 'away', 'astray', 'primary'] as const;

export function measureReplicas({ family }: Metrics, { hosts }: Replicas): void {
  family({
    name: 'insignia_replicas',
    help: 'Replicas for public reads, by the state this process sees: usable, too far behind, unreachable, not a standby of this primary, or the primary itself.',
    type: 'gauge',
    labels: ['state'],
    read: () =>
      states.map((state) => ({
        labels: { state },
        value: hosts().filter((each) => each.state === state).length,
      })),
  });
  family({
    name: 'insignia_replica_lag_seconds',
    help: 'Maximum replication lag of the replicas in use.',
    type: 'gauge',
    read: () => Math.max(0, ...hosts().flatMap(({ lagSeconds }) => lagSeconds ?? [])),
  });
}

/** Metrics of the connection pool. */
export function measurePool(
  { family, seconds }: Metrics,
  { pool, watched, queue }: Pick<DatabaseConnection, 'pool' | 'watched' | 'queue'>,
): void {
  family({
    name: 'insignia_db_pool_connections',
    help: 'Database connections of this process.',
    type: 'gauge',
    labels: ['state'],
    read: () => [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
    ],
  });
  const plain = (type: 'counter' | 'gauge', name: string, help: string, read: () => number) =>
    family({ name: `insignia_db_pool_${name}`, help, type, read });
  plain('gauge', 'connections_max', 'Maximum number of connections.', () => pool.options.max ?? 0);
  plain(
    'gauge',
    'waiting',
    'Requests waiting for a connection.',
    () => pool.waitingCount + queue.waiting,
  );
  plain(
    'counter',
    'waits_total',
    'How often no idle connection was available.',
    () => watched.waits,
  );
  plain(
    'counter',
    'wait_seconds_total',
    'Time spent waiting for a connection.',
    () => watched.waitedMs / 1_000,
  );
  plain(
    'counter',
    'refused_total',
    'How often no connection was available in time.',
    () => watched.refused,
  );
  const observe = seconds({
    name: 'insignia_db_statement_seconds',
    help: 'Statements of this process.',
    labels: ['outcome'],
  });
  watched.statement = (ms, error) => observe({ outcome: error ? 'failed' : 'ok' }, ms / 1_000);
}

/** Strays exist only if no worker added partitions in time, which happens every minute. */
const cacheMs = 60_000;

export const logsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_log_rows_without_month',
      help: 'Rows of the audit log, deliveries and emails without a monthly partition, counted up to 100,000 each.',
      labels: ['log'],
    },
  ],
  read: async (trx) => {
    const logs = await countStrayRows(trx);
    return [logs.map(({ log, rows }) => ({ labels: { log }, value: rows }))];
  },
  cacheMs,
};
