import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, getAgreedTime } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { createLogHandlers } from './delete-log.ts';
import { type DeliveryEngine, startDeliveryEngine } from './engine.ts';
import { createRecorder } from './recorder.ts';
import { maintainDeliveryLog } from './retention.ts';

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
