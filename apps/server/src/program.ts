import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Config } from './config/index.ts';
import {
  accountChores,
  createAuth,
  createKeyUsage,
  KeyCache,
  resetLetter,
} from './features/accounts/index.ts';
import { forgetActs } from './features/audit/index.ts';
import { bulkHandlers, tidyBulkJobs } from './features/bulk/index.ts';
import { credentialChores, recordDelivery } from './features/credentials/index.ts';
import { forgetClients } from './features/engagement/index.ts';
import { importHandlers, tidyImports } from './features/imports/index.ts';
import type { Clock } from './kernel/clock.ts';
import { checkBaseUrl } from './platform/base-url.ts';
import { type Announce, createAnnounce, listenForChanges } from './platform/changes.ts';
import { deriveKey } from './platform/crypto.ts';
import {
  connect,
  type Database,
  isDatabaseAway,
  migrate,
  openEmbedded,
} from './platform/db/index.ts';
import { closeApp, ReadyBytes } from './platform/http/index.ts';
import { fileStore } from './platform/images/index.ts';
import { releaseClaims, startChores, startWorker, sweep } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import {
  createUnsubscribeTokens,
  fileTransport,
  mailHandler,
  post,
  smtpConnections,
  smtpTransport,
  tidyMails,
  type UnsubscribeTokens,
} from './platform/mail/index.ts';
import { readSecret } from './platform/secret.ts';
import { noticeSecretChange } from './platform/secret-change.ts';
import { createThrottle } from './platform/throttle.ts';
import { createUrls, type Urls } from './platform/urls.ts';
import { createServer, keysSource } from './server.ts';

export type Program = {
  /** Where it listens; undefined for a worker. */
  address: string | undefined;
  mailPlace: string;
  db: Database;
  stop: () => Promise<void>;
};

type Stop = () => Promise<void>;

/** Starts what ROLE asks for; `stop` lets running requests and jobs end, then closes everything in turn. */
export async function startProgram(config: Config, clock: Clock, log: Logger): Promise<Program> {
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return await start(config, clock, log, stops, stop);
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
  stop: Stop,
): Promise<Program> {
  const secret = await readSecret(config.secret, config.dataDir);
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded(config.dataDir, (message) => log.warn(message));
  if (embedded) stops.push(embedded.stop);
  const { db, pool, close } = connect(config.databaseUrl ?? embedded?.url ?? '', (error) =>
    log.warn({ reason: error.message }, 'a database connection broke'),
  );
  stops.push(close);
  await migrate(db);
  if (embedded) await releaseClaims(db);
  await checkBaseUrl(db, config.baseUrl, config.baseUrlMayChange);

  if (await noticeSecretChange(db, secret, config.secretPrevious))
    log.warn('SECRET is another one than before: everybody has to sign in again');

  const urls = createUrls(config.baseUrl);
  const mailPlace = config.smtpUrl ? new URL(config.smtpUrl).host : join(config.dataDir, 'mail');
  const unsubscribe = createUnsubscribeTokens(secret, config.secretPrevious);
  const cache = new ReadyBytes(cacheBytes, isDatabaseAway);
  const keys = new KeyCache();
  const forget = (source: string | undefined): void => {
    if (source === undefined) cache.clear();
    else cache.drop(source);
    if (source === undefined || source === keysSource) keys.clear();
  };
  const tellOthers = createAnnounce(db);
  const announce: Announce = async (...sources) => {
    for (const source of sources) forget(source === '*' ? undefined : source);
    await tellOthers(...sources);
  };
  const parts = { config, clock, log, db, urls, unsubscribe, announce };
  const worker = config.role === 'api' ? undefined : work(parts, stops, mailPlace);
  if (config.role === 'worker') return { address: undefined, mailPlace, db, stop };

  // Alone on an embedded database, nobody else has anything to announce.
  if (config.databaseUrl) stops.push(listenForChanges(config.databaseUrl, forget).stop);
  const throttle = createThrottle(pool, config.rateLimit);
  const usage = createKeyUsage(db, clock);
  stops.push(usage.stop);
  const auth = createAuth({
    db,
    baseUrl: config.baseUrl,
    secret: deriveKey(secret, 'sign-in').toString('base64url'),
    mailReset: (user, token) =>
      db.transaction().execute(async (trx) => {
        const letter = resetLetter(user.name, urls.resetPassword(token));
        await post(trx, [{ to: user.email, letter, kind: 'account' }], clock());
      }),
  });
  const health = { stopping: false };
  const images = fileStore(join(config.dataDir, 'images'));
  const nudge = (): void => worker?.nudge();
  const app = await createServer({
    config,
    secret,
    clock,
    db,
    auth,
    usage,
    throttle,
    images,
    urls,
    cache,
    keys,
    announce,
    unsubscribe,
    log,
    health,
    nudge,
  });
  if (config.metricsPort !== undefined) {
    const { startMetrics } = await import('./platform/metrics/index.ts');
    const metrics = await startMetrics(config.host, config.metricsPort);
    stops.push(metrics.stop);
    metrics.observe(app);
  }
  await app.listen({ host: config.host, port: config.port });
  stops.push(async () => {
    health.stopping = true;
    await closeApp(app);
  });
  const { address, port } = app.server.address() as AddressInfo;
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    mailPlace,
    db,
    stop,
  };
}

const cacheBytes = 32 * 1024 * 1024;
const choresEveryMs = 60_000;

type WorkParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Database;
  urls: Urls;
  unsubscribe: UnsubscribeTokens;
  announce: Announce;
};

// Longer than a mail server can take that answers each command just in time.
const mailTimeoutMs = 300_000;
// A job that works for 5 s and then lets others have their turn; soon taken over when its worker dies.
const bulkTimeoutMs = 15_000;

function work(parts: WorkParts, stops: Stop[], mailPlace: string): { nudge: () => void } {
  const { config, clock, log, db, urls, unsubscribe: tokens, announce } = parts;
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : fileTransport(mailPlace, config.mailFrom, clock);
  const handlers = mailHandler({
    ...{ db, clock, log, urls, transport, tokens },
    logsLinks: !config.smtpUrl,
    onSent: recordDelivery,
  });
  const mail = startWorker(db, handlers, log, {
    slots: smtpConnections,
    timeoutMs: mailTimeoutMs,
  });
  const shared = { db, clock, urls, nudge: mail.nudge };
  const changed = (ids: string[]) => announce(...ids.map((id) => `award/${id}`));
  const bulk = startWorker(
    db,
    { ...importHandlers(shared), ...bulkHandlers({ ...shared, changed }) },
    log,
    { slots: 2, timeoutMs: bulkTimeoutMs },
  );
  const chores = startChores(
    db,
    [
      { name: 'jobs', run: sweep },
      { name: 'imports', run: (trx) => tidyImports(trx, clock()) },
      { name: 'bulk jobs', run: (trx) => tidyBulkJobs(trx, clock()) },
      { name: 'mails', run: (trx) => tidyMails(trx, clock()) },
      { name: 'audit log', run: (trx) => forgetActs(trx, clock()) },
      ...accountChores(clock),
      ...credentialChores,
      { name: 'engagement clients', run: forgetClients },
    ],
    choresEveryMs,
    log,
  );
  stops.push(async () => {
    await Promise.all([chores.stop(), bulk.stop(), mail.stop()]);
    transport.close();
  });
  return {
    nudge: () => {
      mail.nudge();
      bulk.nudge();
    },
  };
}
