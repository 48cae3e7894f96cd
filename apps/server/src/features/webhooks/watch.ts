import type { Database } from '../../platform/db/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { oldestDueSeconds } from './work-store.ts';

// Workers look several times a second.
const stuckSeconds = 60;

/** What is told of a queue that is stuck. */
export async function webhooksConcern(db: Database): Promise<string | undefined> {
  const age = Math.round(await oldestDueSeconds(db));
  return age < stuckSeconds
    ? undefined
    : `webhooks: the oldest delivery is due for ${age} s; does a worker run?`;
}

/** Returns what counts an attempt. */
export function measureWebhooks(
  metrics: Metrics,
  db: Database,
): (outcome: 'delivered' | 'failed') => void {
  metrics.gauge({
    name: 'insignia_webhook_oldest_due_seconds',
    help: 'How long the oldest delivery is due that nothing holds back; of the whole database.',
    read: () => oldestDueSeconds(db),
  });
  return metrics.counter({
    name: 'insignia_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by outcome.',
    label: 'outcome',
  });
}
