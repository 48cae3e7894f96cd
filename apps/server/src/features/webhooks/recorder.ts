import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { type Database, retryUntil, type Trx } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { type EmailContent, type MailKind, queueMails } from '../../platform/mail/index.ts';
import { applyFailures } from './rules.ts';
import { type DisabledEndpoint, findDisabledEndpoint } from './store.ts';
import {
  type DeliveryResult,
  lockAttemptCounts,
  readOutages,
  recordDeliveredAttempts,
  recordFailedAttempts,
} from './work-store.ts';

export const webhookDisabledMailKind: MailKind = { name: 'webhook-disabled' };

export type Recorder = {
  /**
   * Resolves when recorded, rejects if the database refuses. Results recorded together share the
   * promise.
   */
  record: (result: DeliveryResult) => Promise<void>;
};

type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  schedule: number[];
  stopping: AbortSignal;
};

const MAX_BATCH_RESULTS = 400;
/** A statement costs about the same for one result as for many, so wait briefly for more. */
const gatherMs = 20;

/** A claim that couldn't be extended for 30 s may belong to another worker. */
const RETRY_FOR_MS = 20_000;

class Batch {
  readonly until = Date.now() + RETRY_FOR_MS;
  readonly results: DeliveryResult[] = [];
  readonly #written = Promise.withResolvers<void>();

  constructor() {
    // Awaited later. Until then, a rejection must not end the process.
    this.written.catch(() => {});
  }

  get written(): Promise<void> {
    return this.#written.promise;
  }

  async settle(write: (results: DeliveryResult[]) => Promise<void>): Promise<void> {
    await write(this.results).then(this.#written.resolve, this.#written.reject);
  }
}

/**
 * Records results in batches: those that arrive during a write form the next one. Retries for a
 * while, because unrecorded attempts are repeated.
 */
export function createRecorder(deps: Deps): Recorder {
  const waiting: Batch[] = [];
  let isWriting = false;

  const write = async (): Promise<void> => {
    isWriting = true;
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const patience = { until: batch.until, stopping: deps.stopping };
      await batch.settle((results) => retryUntil(() => writeBatch(deps, results), patience));
      if ((waiting[0]?.results.length ?? 0) < MAX_BATCH_RESULTS) await sleep(gatherMs);
    }
    isWriting = false;
  };
  return {
    record(result) {
      let batch = waiting.at(-1);
      if (!batch || batch.results.length >= MAX_BATCH_RESULTS) {
        batch = new Batch();
        waiting.push(batch);
      }
      batch.results.push(result);
      if (!isWriting) void write();
      return batch.written;
    },
  };
}

async function writeBatch(
  { db, clock, log, schedule }: Deps,
  results: DeliveryResult[],
): Promise<void> {
  // Successful deliveries disable nothing, so one round trip is enough.
  if (results.every(({ error }) => error === null)) {
    await recordDeliveredAttempts(db, listResultWebhooks(results), results);
    return;
  }
  const disabled = await db.write(async (trx) => {
    const ids = await recordResults(trx, results, schedule);
    for (const id of ids) await mailAdmins(trx, id, clock());
    return ids;
  });
  if (disabled.length === 0) return;
  log.warn({ webhooks: disabled }, 'webhooks disabled after too many failures');
}

export const listResultWebhooks = (results: DeliveryResult[]): string[] => [
  ...new Set(results.map(({ webhookId }) => webhookId)),
];

/** Records attempts, some of which failed. Returns the endpoints disabled by them. */
export async function recordResults(
  trx: Trx,
  results: DeliveryResult[],
  schedule: number[],
): Promise<string[]> {
  const [delivered = [], failed = []] = [true, false].map((isGood) =>
    results.filter(({ error }) => (error === null) === isGood),
  );
  await recordDeliveredAttempts(trx, listResultWebhooks(results), delivered);
  const outages = await readOutages(trx, listResultWebhooks(failed));
  // Locks may take long.
  const readAt = Date.now();
  const waiting = await lockAttemptCounts(
    trx,
    failed.map(({ id }) => id),
  );
  const decided = outages.flatMap((outage) => {
    const own = failed
      .filter(({ webhookId }) => webhookId === outage.id)
      // By the database's clock, which also measured when the outage began.
      .map((each) => ({
        ...each,
        startedAt: outage.clock - (readAt - each.started.getTime()),
      }));
    const { attempts, after } = applyFailures(outage, own, waiting, schedule, outage.now);
    const last = attempts.at(-1)?.failure;
    return last ? [{ id: outage.id, attempts, after, last }] : [];
  });
  await recordFailedAttempts(
    trx,
    decided.flatMap(({ attempts }) =>
      attempts.map(({ failure, ...rest }) => ({ ...failure, ...rest })),
    ),
    decided.map(({ id, after, last: { status, latency } }) => ({ id, ...after, status, latency })),
  );
  return decided.filter(({ after }) => after.isDisabled).map(({ id }) => id);
}

async function mailAdmins(trx: Trx, id: string, now: Date): Promise<void> {
  const endpoint = await findDisabledEndpoint(trx, id);
  if (!endpoint) return;
  const email = webhookDisabledEmail(endpoint);
  const { accountId } = endpoint;
  const mails = endpoint.people.map((to) => ({
    to,
    email,
    kind: webhookDisabledMailKind,
    accountId,
  }));
  await queueMails(trx, mails, now);
}

function webhookDisabledEmail({ url, failureCount, lastStatus }: DisabledEndpoint): EmailContent {
  const explanation =
    lastStatus === 410
      ? 'The endpoint returned 410 Gone, which means that it no longer accepts events.'
      : `${failureCount} attempts in a row failed${lastStatus ? `, the last one with status ${lastStatus}` : ''}.`;
  return {
    subject: 'A webhook endpoint was disabled',
    before: [
      `We no longer send events to ${url}. ${explanation}`,
      'Pending deliveries are marked as failed and kept for 30 days. Fix the endpoint. Then open Webhooks in the dashboard, select the endpoint, select Enable and redeliver the failed deliveries.',
    ],
    after: ['You received this email because you’re the owner or an admin of the account.'],
  };
}
