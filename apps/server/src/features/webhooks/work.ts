import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, getAgreedTime } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { DatabaseReader, Metrics } from '../../platform/metrics/index.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { deleteOldAccountEvents } from '../events/index.ts';
import { createLogHandlers, maintainDeliveryLog } from './endpoints.ts';
import { attemptsTotal, type DeliveryEngine, startDeliveryEngine } from './engine.ts';
import { createRecorder } from './recorder.ts';
import { deliveryRetentionMs } from './rules.ts';
import { countEndpoints } from './store.ts';
import { countWaitingDeliveries, readOldestDueSeconds } from './work-store.ts';

export type WebhookWorkDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  urls: Urls;
  sealer: Sealer;
  outbound: Outbound;
  /** Delays between attempts, in milliseconds. */
  schedule: number[];
};

export function registerWebhooksWork(work: BackgroundWork, deps: WebhookWorkDeps): void {
  const { db, clock } = deps;
  work.runs(() => startSending(deps));
  work.jobs(createLogHandlers(db));
  work.chores({
    name: 'deliveries',
    run: async (trx) => maintainDeliveryLog(trx, await getAgreedTime(trx, clock())),
  });
  work.chores({
    name: 'member events',
    // Months of deliveries are deleted whole.
    run: (trx) =>
      deleteOldAccountEvents(trx, new Date(clock().getTime() - 2 * deliveryRetentionMs)),
  });
}

function startSending(deps: WebhookWorkDeps): DeliveryEngine {
  const stopping = new AbortController();
  const recorder = createRecorder({ ...deps, stopping: stopping.signal });
  const engine = startDeliveryEngine({ ...deps, recorder });
  return {
    stop: () => {
      stopping.abort();
      return engine.stop();
    },
  };
}

// Workers poll several times a second.
const stuckSeconds = 60;

/** Returns a sentence for the operator if deliveries are stuck. */
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
