import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Sealer } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { type Engine, startEngine } from './engine.ts';
import { createRecorder } from './recorder.ts';

export type WebhookParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  urls: Urls;
  sealer: Sealer;
  outbound: Outbound;
  /** Delays between attempts, milliseconds. */
  schedule: number[];
  count: (outcome: 'delivered' | 'failed') => void;
};

/** What a worker does for webhooks. */
export function startWebhooks(parts: WebhookParts): Engine {
  const stopping = new AbortController();
  const recorder = createRecorder({ ...parts, stopping: stopping.signal });
  const engine = startEngine({ ...parts, recorder });
  return {
    stop: () => {
      stopping.abort();
      return engine.stop();
    },
  };
}
