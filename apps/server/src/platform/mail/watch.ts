import type { Database } from '../db/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import { mailsTotal } from './rules.ts';
import { readOldestQueuedSeconds } from './store.ts';

export function measureMail({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: mailsTotal,
    help: 'Emails by result of an attempt: sent, written to a file, to be retried, permanently rejected (bounced), or given up (failed).',
    labels: ['outcome'],
    zeros: ['sent', 'written', 'retried', 'bounced', 'failed'].map((outcome) => ({ outcome })),
  });
}

export const mailReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_mails_oldest_queued_seconds',
      help: 'Age of the oldest unsent email, including emails on hold after a restore.',
    },
  ],
  read: async (trx) => [await readOldestQueuedSeconds(trx)],
};
