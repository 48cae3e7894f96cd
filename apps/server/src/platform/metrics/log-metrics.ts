import type { DatabaseReader } from './database-metrics.ts';
import { countStrayRows } from './store.ts';

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
  keptMs: cacheMs,
};
