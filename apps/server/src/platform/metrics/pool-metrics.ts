import type { Connection } from '../db/index.ts';
import type { Metrics } from './start.ts';

/** Metrics of the connection pool. */
export function measurePool(
  { family, seconds }: Metrics,
  { pool, watched, queue }: Pick<Connection, 'pool' | 'watched' | 'queue'>,
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
    () => pool.waitingCount + queue.figures.waiting,
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
