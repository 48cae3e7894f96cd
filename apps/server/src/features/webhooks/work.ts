import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { agreedTime, type Database } from '../../platform/db/index.ts';
import type { Work } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { logHandlers } from './drop-log.ts';
import { type Engine, startEngine } from './engine.ts';
import { forgetDeliveries } from './forget.ts';
import { createRecorder } from './recorder.ts';

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

export function registerWebhooksWork(work: Work, deps: WebhookWorkDeps): void {
  const { db, clock } = deps;
  work.runs(() => startSending(deps));
  work.jobs(logHandlers(db));
  work.chores({
    name: 'deliveries',
    run: async (trx) => forgetDeliveries(trx, await agreedTime(trx, clock())),
  });
}

function startSending(deps: WebhookWorkDeps): Engine {
  const stopping = new AbortController();
  const recorder = createRecorder({ ...deps, stopping: stopping.signal });
  const engine = startEngine({ ...deps, recorder });
  return {
    stop: () => {
      stopping.abort();
      return engine.stop();
    },
  };
}
