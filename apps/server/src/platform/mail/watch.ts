import { type Database, getFigures } from '../db/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import { mailsTotal } from './names.ts';
import { readOldestQueuedSeconds } from './store.ts';

export function measureMail({ figures }: Metrics, db: Database): void {
  figures(getFigures(db), 'counter', {
    name: mailsTotal,
    help: 'Mails by what became of an attempt: sent, written to a file, to be retried, refused for good (bounced), given up (failed).',
    labels: ['outcome'],
    zeros: ['sent', 'written', 'retried', 'bounced', 'failed'].map((outcome) => ({ outcome })),
  });
}

export const mailReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_mails_oldest_queued_seconds',
      help: 'How long ago the oldest mail was written that is still to be sent; one that a restore holds back counts too.',
    },
  ],
  read: async (trx) => [await readOldestQueuedSeconds(trx)],
};
