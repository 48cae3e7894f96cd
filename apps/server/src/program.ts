import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaches, type Heard } from './caches.ts';
import type { Config } from './config/index.ts';
import { createKeyUsage, retireSigningKeys } from './features/access/index.ts';
import { createAuth } from './features/people/index.ts';
import { createDigester } from './features/public/index.ts';
import { createUnsubscribeTokens } from './features/sharing/index.ts';
import { resealKeys } from './features/signing/index.ts';
import { measureWebhooks, reseal } from './features/webhooks/index.ts';
import type { Clock } from './kernel/clock.ts';
import { createUrls } from './kernel/urls.ts';
import { openDatabase } from './open-database.ts';
import { checkBaseUrl } from './platform/base-url.ts';
import { createSealer, deriveKey } from './platform/crypto.ts';
import type { Database } from './platform/db/index.ts';
import { createDrawer } from './platform/drawing/index.ts';
import type { Health } from './platform/health.ts';
import { closeApp } from './platform/http/index.ts';
import { openImageStore } from './platform/images/index.ts';
import type { Logger } from './platform/log/index.ts';
import type { Metrics } from './platform/metrics/index.ts';
import { createOutbound } from './platform/outbound/index.ts';
import { readSecret } from './platform/secret.ts';
import { noticeSecretChange } from './platform/secret-change.ts';
import { createThrottle } from './platform/throttle.ts';
import { createTypesetter } from './platform/typeset/index.ts';
import { createServer, type ServerParts } from './server.ts';
import { createWorker } from './work.ts';

export type Program = {
  /** Where it listens; undefined for a worker. */
  address: string | undefined;
  mailPlace: string;
  db: Database;
  heard: Heard;
  /** Tells load balancers to send nothing more, and waits until they have noticed. */
  drain: (cut: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

type Stop = () => Promise<void>;

/**
 * Starts what ROLE asks for; `stop` lets running requests and jobs end, then closes everything in turn. `provide` makes the
 * files that are served, while the database starts.
 */
export async function startProgram(
  config: Config,
  clock: Clock,
  log: Logger,
  provide: () => Promise<void> = async () => {},
): Promise<Program> {
  const stops: Stop[] = [];
  const isProvided =
    config.role === 'worker'
      ? undefined
      : provide().catch((error: Error) => log.warn({ reason: error.message }, 'nothing was built'));
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return { ...(await start(config, clock, log, stops, isProvided)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function start(
  config: Config,
  clock: Clock,
  log: Logger,
  stops: Stop[],
  isProvided: Promise<void> | undefined,
): Promise<Omit<Program, 'stop'>> {
  const secret = await readSecret(config.secret, config.dataDir);
  const { db, pool, url } = await openDatabase(config, log, stops);
  await checkBaseUrl(db, config.baseUrl, config.baseUrlMayChange);
  if (await noticeSecretChange(db, secret, config.secretPrevious, retireSigningKeys))
    log.warn('SECRET is another one than before: everybody has to sign in again');
  const sealer = createSealer(secret, config.secretPrevious, 'webhook secrets');
  const keySealer = createSealer(secret, config.secretPrevious, 'issuer keys');
  if (config.secretPrevious) {
    await reseal(db, sealer);
    await resealKeys(db, keySealer);
  }

  const metrics = await openMetrics(config, stops);
  const urls = createUrls(config.baseUrl);
  const mailPlace = config.smtpUrl ? new URL(config.smtpUrl).host : join(config.dataDir, 'mail');
  const unsubscribe = createUnsubscribeTokens(secret, config.secretPrevious);
  const caches = createCaches(config, db, url, stops);
  const images = await openImageStore(config);
  const { announce, heard } = caches;
  const shared = { config, clock, log, db, urls, unsubscribe, sealer, announce, images };
  const countAttempt = metrics ? measureWebhooks(metrics, db) : () => {};
  // Not before: work that was begun can be stopped in order only once this has returned.
  await isProvided;
  if (config.role !== 'api') stops.push(createWorker({ ...shared, mailPlace, countAttempt }).stop);
  const health: Health = { stopping: false };
  const drain = async (cut: AbortSignal): Promise<void> => {
    health.stopping = true;
    if (config.role === 'worker') return;
    await sleep(config.drainSeconds * 1_000, undefined, { signal: cut }).catch(() => {});
  };
  if (config.role === 'worker') return { address: undefined, mailPlace, db, heard, drain };

  const typesetter = createTypesetter(log);
  stops.push(typesetter.stop);
  const digester = createDigester(log);
  stops.push(digester.stop);
  const drawer = createDrawer(log);
  stops.push(drawer.stop);
  const verifyOutbound = createOutbound(config.verifyAllowedCidrs);
  stops.push(verifyOutbound.close);
  const usage = createKeyUsage(db, clock);
  stops.push(usage.stop);
  const auth = createAuth({
    ...{ db, clock, urls },
    secret: deriveKey(secret, 'sign-in').toString('base64url'),
  });
  const address = await serve(
    {
      ...shared,
      ...caches,
      ...{ secret, auth, usage, keySealer },
      mailFolder: config.smtpUrl ? undefined : mailPlace,
      throttle: createThrottle(pool, config.rateLimit),
      typesetter,
      digester,
      drawer,
      verifyOutbound,
      health,
    },
    metrics,
    stops,
  );
  return { address, mailPlace, db, heard, drain };
}

async function openMetrics(config: Config, stops: Stop[]): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { startMetrics } = await import('./platform/metrics/index.ts');
  const metrics = await startMetrics(config.host, config.metricsPort);
  stops.push(metrics.stop);
  return metrics;
}

async function serve(
  parts: ServerParts,
  metrics: Metrics | undefined,
  stops: Stop[],
): Promise<string> {
  const { config, health } = parts;
  const app = await createServer(parts);
  metrics?.observe(app);
  await app.listen({ host: config.host, port: config.port });
  stops.push(async () => {
    health.stopping = true;
    await closeApp(app);
  });
  const { address, port } = app.server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
