import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { type Database, insist, type Trx } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { type Letter, type MailKind, post } from '../../platform/mail/index.ts';
import { recordResults, webhooksOf } from './record.ts';
import { type Disabled, disabledEndpoint, type Result, recordDelivered } from './record-store.ts';

export const webhookDisabledMail: MailKind = { name: 'webhook-disabled' };

export type Recorder = {
  /**
   * Resolves when recorded, rejects if the database refuses. Results recorded together share the
   * promise.
   */
  record: (result: Result) => Promise<void>;
};

type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  schedule: number[];
  stopping: AbortSignal;
};

const most = 400;
/** A statement costs about the same for one result as for many, so wait briefly for more. */
const gatherMs = 20;

/** A claim that couldn't be extended for 30 s may belong to another worker. */
const insistMs = 20_000;

class Batch {
  readonly until = Date.now() + insistMs;
  readonly results: Result[] = [];
  readonly #written = Promise.withResolvers<void>();

  constructor() {
    // Awaited later. Until then, a rejection must not end the process.
    this.written.catch(() => {});
  }

  get written(): Promise<void> {
    return this.#written.promise;
  }

  async settle(write: (results: Result[]) => Promise<void>): Promise<void> {
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
      await batch.settle((results) => insist(() => writeBatch(deps, results), patience));
      if ((waiting[0]?.results.length ?? 0) < most) await sleep(gatherMs);
    }
    isWriting = false;
  };
  return {
    record(result) {
      let batch = waiting.at(-1);
      if (!batch || batch.results.length >= most) {
        batch = new Batch();
        waiting.push(batch);
      }
      batch.results.push(result);
      if (!isWriting) void write();
      return batch.written;
    },
  };
}

async function writeBatch({ db, clock, log, schedule }: Deps, results: Result[]): Promise<void> {
  // Successful deliveries disable nothing, so one round trip is enough.
  if (results.every(({ error }) => error === null)) {
    await recordDelivered(db, webhooksOf(results), results);
    return;
  }
  const disabled = await db.transaction().execute(async (trx) => {
    const ids = await recordResults(trx, results, schedule);
    for (const id of ids) await tellPeople(trx, id, clock());
    return ids;
  });
  if (disabled.length === 0) return;
  log.warn({ webhooks: disabled }, 'webhooks disabled after too many failures');
}

async function tellPeople(trx: Trx, id: string, now: Date): Promise<void> {
  const endpoint = await disabledEndpoint(trx, id);
  if (!endpoint) return;
  const letter = disabledLetter(endpoint);
  const { accountId } = endpoint;
  const mails = endpoint.people.map((to) => ({ to, letter, kind: webhookDisabledMail, accountId }));
  await post(trx, mails, now);
}

function disabledLetter({ url, failureCount, lastStatus }: Disabled): Letter {
  const why =
    lastStatus === 410
      ? 'It answered 410 Gone, which says that it wants no more.'
      : `${failureCount} attempts in a row have failed${lastStatus ? `, the last one with the status ${lastStatus}` : ''}.`;
  return {
    subject: 'A webhook was disabled',
    before: [
      `Events are no longer sent to ${url}. ${why}`,
      'What was waiting for it is kept as failed for 30 days. Once the receiver works, enable the webhook again (POST /webhooks/{id}/enable) and have what failed delivered once more (POST /webhooks/{id}/deliveries/redeliver).',
    ],
    after: ['You receive this e-mail as an owner or admin of the account.'],
  };
}
