import { setTimeout as sleep } from 'node:timers/promises';
import { changeSecret } from '../commands/secret.ts';
import type { Config } from '../config/index.ts';
import {
  createKeyUsage,
  deleteTokenKeys,
  retireTokenKeysExcept,
} from '../features/access/index.ts';
import { ltiSecrets } from '../features/lti/index.ts';
import { authVersion, createAuth, endAllSessions } from '../features/people/index.ts';
import { createUnsubscribeTokens, readRetiredKeys } from '../features/sharing/index.ts';
import { issuerKeySecrets } from '../features/signing/index.ts';
import { createAdmitSession } from '../features/sso/index.ts';
import { createDigester } from '../features/verifier/index.ts';
import { webhookSecrets } from '../features/webhooks/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { createUrls } from '../kernel/urls.ts';
import { startEdge } from '../platform/cdn/index.ts';
import { checkBaseUrl } from '../platform/db/base-url.ts';
import {
  connect,
  type Database,
  type DatabaseConnection,
  openReplicas,
  type Replicas,
  type Trx,
} from '../platform/db/index.ts';
import { createDesignThread, createFlatThread } from '../platform/drawing/index.ts';
import type { Health } from '../platform/http/health.ts';
import type { CountExchange as Counting } from '../platform/http/index.ts';
import { openImageStore, pictureFigures } from '../platform/images/index.ts';
import { createExports } from '../platform/limits/exports.ts';
import { createMainThreadTurns } from '../platform/limits/main-thread.ts';
import { createThrottle } from '../platform/limits/throttle.ts';
import type { Logger } from '../platform/log/index.ts';
import { createMailMarks, mailFolderIn } from '../platform/mail/index.ts';
import { returnIdleMemory } from '../platform/memory/idle-memory.ts';
import { type ExposeMetrics, measureReplicas, measureThreads } from '../platform/metrics/index.ts';
import { createOutbound, createProviderClient } from '../platform/outbound/index.ts';
import {
  createSealer,
  listRunning,
  loadSecrets,
  openSecrets,
  type Presence,
  resolveActiveSecret,
  type Secrets,
  startPresence,
} from '../platform/secrets/index.ts';
import { createTypesetter } from '../platform/typeset/index.ts';
import { type ChangeEvents, createCaches } from './caches.ts';
import { openMetrics, openTracing, registerMetrics } from './observe.ts';
import { openDatabase } from './open-database.ts';
import { serve } from './server.ts';
import { createWorker } from './work.ts';

export type Program = {
  /** Listening address. Undefined for a worker. */
  address: string | undefined;
  mailPlace: string;
  db: Database;
  changeEvents: ChangeEvents;
  /** Reports not ready and waits until load balancers notice. */
  drain: (cut: AbortSignal) => Promise<void>;
  /** Takes no new connections and lets existing ones end. Undefined for a worker. */
  finish: ((cut: AbortSignal) => Promise<void>) | undefined;
  stop: () => Promise<void>;
};

/**
 * Other processes of the same command: rate limits are shared, and the first one exposes metrics.
 */
export type SiblingProcesses = Counting & {
  expose: ExposeMetrics;
  /** Reports that this process takes no new connections any more. Resolves once no process does. */
  closePort: () => Promise<void>;
};

type Stop = () => Promise<void>;

/** Timeout of a statement of `/readyz`. */
const probeMs = 2_000;

/**
 * Starts the configured role. `stop` finishes requests and jobs, then closes everything. `provide`
 * prepares static files while the database starts.
 */
export async function startProgram(
  config: Config,
  clock: Clock,
  log: Logger,
  provide: () => Promise<void> = async () => {},
  siblings?: SiblingProcesses,
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
    return { ...(await start(config, clock, log, stops, isProvided, siblings)), stop };
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
  siblings: SiblingProcesses | undefined,
): Promise<Omit<Program, 'stop'>> {
  stops.push(returnIdleMemory());
  await openTracing(config, stops);
  const metrics = await openMetrics(config, stops, siblings?.expose);
  const { db, pool, watched, queue, turns, url } = await openDatabase(config, log, stops);
  // Not earlier: a secret generated for a half-restored database would conflict with the restored
  // one.
  const secrets = await openSecrets(config);
  await checkBaseUrl(db, config.baseUrl, config.baseUrlMayChange);
  const presence = await startSecrets(config, db, secrets, log);
  stops.push(presence.stop);
  const sealer = createSealer(secrets, webhookSecrets.purpose);
  const keySealer = createSealer(secrets, issuerKeySecrets.purpose);
  const courseSealer = createSealer(secrets, ltiSecrets.purpose);

  const urls = createUrls(config.baseUrl, config);
  const mailPlace = config.smtpUrl ? new URL(config.smtpUrl).host : mailFolderIn(config.dataDir);
  const unsubscribe = createUnsubscribeTokens(secrets, await readRetiredKeys(db, secrets));
  const marks = createMailMarks(secrets);
  const replicas = readReplicas(config, { db, pool }, log, stops);
  const caches = createCaches(config, db, url, presence.channel, replicas, stops);
  const images = await openImageStore(config);
  if (config.cdn) stops.push((await startEdge(db, log)).stop);
  const { announce, invalidateLocally, changeEvents } = caches;
  const shared = {
    ...{ config, clock, log, db, urls, unsubscribe, marks, sealer, images },
    ...{ announce, invalidateLocally },
    throttle: createThrottle(pool, config.rateLimit),
  };
  if (metrics)
    await registerMetrics(metrics, {
      config,
      clock,
      db,
      pool,
      watched,
      queue,
      cache: caches.cache,
    });
  if (metrics && replicas) measureReplicas(metrics, replicas);
  // Not earlier: only the returned value can stop started work.
  await isProvided;
  const digester = createDigester(log);
  stops.push(digester.stop);
  const mainThread = createMainThreadTurns();
  const { signerCache } = caches;
  const working = {
    ...shared,
    courseSealer,
    keySealer,
    signerCache,
    digester,
    mainThread,
    metrics,
  };
  if (config.role !== 'api') stops.push(createWorker(working).stop);
  const health: Health = { stopping: false };
  const drain = async (cut: AbortSignal): Promise<void> => {
    health.stopping = true;
    if (config.role === 'worker') return;
    await sleep(config.drainSeconds * 1_000, undefined, { signal: cut }).catch(() => {});
  };
  if (config.role === 'worker')
    return { address: undefined, mailPlace, db, changeEvents, drain, finish: undefined };

  const typesetter = createTypesetter(log);
  stops.push(typesetter.stop);
  const drawer = createDesignThread(log);
  stops.push(drawer.stop);
  const flatThread = createFlatThread(log);
  stops.push(flatThread.stop);
  if (metrics)
    measureThreads(metrics, {
      typesetting: typesetter.figures,
      drawing: drawer.figures[0],
      drawing_second: drawer.figures[1],
      drawing_flat: flatThread.figures,
      verifying: digester.figures.first,
      verifying_slowly: digester.figures.slow,
    });
  const probe = connect(url, () => {}, probeMs, 1);
  stops.push(probe.close);
  const exports = createExports(db, log);
  stops.push(exports.stop);
  const verifyOutbound = createOutbound(config.verifyAllowedCidrs);
  stops.push(verifyOutbound.close);
  const providers = createProviderClient(config.ssoAllowedCidrs);
  stops.push(providers.close);
  const usage = createKeyUsage(db, clock);
  stops.push(usage.stop);
  const admitSession = createAdmitSession({ db, clock, urls });
  const auth = createAuth({ db, urls, secrets, admitSession });
  const { address, finish } = await serve(
    {
      ...shared,
      ...caches,
      ...{ secrets, auth, usage, keySealer },
      mailFolder: config.smtpUrl ? undefined : mailPlace,
      typesetter,
      digester,
      mainThread,
      drawer,
      flatThread,
      exports,
      probe: probe.db,
      queues: {
        account_turns: turns,
        database: queue,
        drawing: drawer.queue,
        drawing_expensive: drawer.expensiveQueue,
        main_thread: mainThread.figures,
        pictures: pictureFigures,
        typesetting: typesetter.queue,
      },
      verifyOutbound,
      providers,
      health,
      siblings,
      metrics,
      replicas,
    },
    stops,
  );
  return { address, mailPlace, db, changeEvents, drain, finish };
}

function readReplicas(
  { databaseReadUrl, role }: Config,
  primary: Pick<DatabaseConnection, 'db' | 'pool'>,
  log: Logger,
  stops: Stop[],
): Replicas | undefined {
  if (!databaseReadUrl || role === 'worker') return undefined;
  const replicas = openReplicas(databaseReadUrl, primary, log);
  stops.push(replicas.stop);
  return replicas;
}

/**
 * Chooses the secret to encrypt with at start. Switches from the previous secret unless a process
 * doesn't know the new one yet.
 */
async function startSecrets(
  config: Config,
  db: Database,
  secrets: Secrets,
  log: Logger,
): Promise<Presence> {
  const ownMark = secrets.mark;
  const endSignIns = async (trx: Trx): Promise<void> => {
    await deleteTokenKeys(trx);
    await endAllSessions(trx);
  };
  if (await resolveActiveSecret(db, secrets, endSignIns))
    log.warn(
      'SECRET has changed: users must sign in again, webhook secrets must be rotated, and issuers sign with new keys. If you still have the previous SECRET, set SECRET_PREVIOUS to it',
    );
  const presence = await startPresence(db, secrets, config.role, () => loadSecrets(config));
  try {
    if (!config.secretPrevious) {
      await retireTokenKeysExcept(db, authVersion(secrets.mark));
      return presence;
    }
    const running = await listRunning(db);
    if (running.some(({ marks }) => !marks.includes(ownMark)))
      log.warn(
        "some processes don't know the new SECRET: restart all of them with it and SECRET_PREVIOUS, then run insignia secret rotate",
      );
    else if ((await changeSecret({ db, secrets, nextMark: ownMark })).isSwitched)
      log.warn('SECRET has changed: users must sign in again');
    return presence;
  } catch (error) {
    await presence.stop();
    throw error;
  }
}
