import type { Database } from '../../platform/db/index.ts';
import type { DatabaseReader, Metrics } from '../../platform/metrics/index.ts';
import { attemptsTotal } from './metric-names.ts';
import { countEndpoints, countWaitingDeliveries, readOldestDueSeconds } from './work-store.ts';

// Workers poll several times a second.
const stuckSeconds = 60;

/** Describes a stuck queue. */
export async function findWebhookProblem(db: Database): Promise<string | undefined> {
  const age = Math.round(await readOldestDueSeconds(db));
  return age < stuckSeconds
    ? undefined
    : `webhooks: the oldest delivery is ${age} s overdue. Check that a worker is running`;
}

export function measureWebhooks({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: attemptsTotal,
    help: 'Webhook delivery attempts by outcome.',
    labels: ['outcome'],
    zeros: [{ outcome: 'delivered' }, { outcome: 'failed' }],
  });
}

/** Counting a longer queue would cost more than it is worth. */
const MAX_COUNTED = 100_000;

export const webhooksReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_webhook_oldest_due_seconds',
      help: "How long the oldest due delivery has waited, across the whole database. Deliveries on hold aren't counted.",
    },
    {
      name: 'insignia_webhook_waiting',
      help: `Waiting deliveries, counted up to ${MAX_COUNTED}.`,
    },
    {
      name: 'insignia_webhook_endpoints',
      help: 'Endpoints by state: working, failing since the last success, or disabled after too many failures.',
      labels: ['state'],
    },
  ],
  read: async (trx) => {
    const endpoints = Object.entries(await countEndpoints(trx));
    return [
      await readOldestDueSeconds(trx),
      await countWaitingDeliveries(trx, MAX_COUNTED),
      endpoints.map(([state, value]) => ({ labels: { state }, value })),
    ];
  },
};
