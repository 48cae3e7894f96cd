import type { Config } from '../config/index.ts';
import type { createKeyUsage, KeyCache } from '../features/access/index.ts';
import type { Auth } from '../features/people/index.ts';
import type { UnsubscribeTokens } from '../features/sharing/index.ts';
import type { SignerCache } from '../features/signing/index.ts';
import type { Digester } from '../features/verifier/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Urls } from '../kernel/urls.ts';
import type { Database, Replicas } from '../platform/db/index.ts';
import type { InvalidateLocally, InvalidateTags } from '../platform/db/invalidation.ts';
import type { DesignThread } from '../platform/drawing/index.ts';
import type { Health } from '../platform/http/health.ts';
import type { CountExchange, ResponseCache } from '../platform/http/index.ts';
import type { ImageStore } from '../platform/images/index.ts';
import type { Exports } from '../platform/limits/exports.ts';
import type { FairQueueFigures } from '../platform/limits/fair-queue.ts';
import type { MainThreadTurns } from '../platform/limits/main-thread.ts';
import type { Throttle } from '../platform/limits/throttle.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import type { Outbound, ProviderClient } from '../platform/outbound/index.ts';
import type { Sealer, Secrets } from '../platform/secrets/index.ts';
import type { Typesetter } from '../platform/typeset/index.ts';

export type ServerParts = {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  db: Database;
  /** A connection only for readiness, which load doesn't fill. */
  probe: Database;
  auth: Auth;
  usage: ReturnType<typeof createKeyUsage>;
  throttle: Throttle;
  images: ImageStore;
  exports: Exports;
  typesetter: Typesetter;
  digester: Digester;
  mainThread: MainThreadTurns;
  drawer: DesignThread;
  /** Fetches documents of other issuers, skills and standards. */
  verifyOutbound: Outbound;
  /** Reaches identity providers. */
  providers: ProviderClient;
  urls: Urls;
  cache: ResponseCache;
  keys: KeyCache;
  signerCache: SignerCache;
  announce: InvalidateTags;
  invalidateLocally: InvalidateLocally;
  unsubscribe: UnsubscribeTokens;
  sealer: Sealer;
  /** Encrypts the issuers' private keys. */
  keySealer: Sealer;
  mailFolder: string | undefined;
  log: Logger;
  health: Health;
  /** Other processes that serve the same clients. */
  siblings: (CountExchange & { closePort: () => Promise<void> }) | undefined;
  /** Queues to measure. */
  queues: Readonly<Record<string, FairQueueFigures>>;
  metrics: Metrics | undefined;
  replicas: Replicas | undefined;
};
