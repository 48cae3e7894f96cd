import type { DatabaseReader } from './of-database.ts';
import { countStrays } from './store.ts';

/** Strays exist only if no worker added partitions in time, which happens every minute. */
const keptMs = 60_000;

export const logsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_log_rows_without_month',
      help: 'Rows of the audit log, deliveries and mails that no month is there for, counted up to 100,000 each.',
      labels: ['log'],
    },
  ],
  read: async (trx) => {
    const logs = await countStrays(trx);
    return [logs.map(({ log, rows }) => ({ labels: { log }, value: rows }))];
  },
  keptMs,
};
