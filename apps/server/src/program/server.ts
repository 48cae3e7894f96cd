import type { AddressInfo } from 'node:net';
import { createAuthenticate } from '../features/access/index.ts';
import {
  createDocumentReads,
  createReplicaDocuments,
  signedReads,
} from '../features/documents/index.ts';
import { eventsWork } from '../features/events/index.ts';
import { createPictureQueue } from '../features/files/index.ts';
import { createOwnAccount } from '../features/members/index.ts';
import { hideMyCredentials } from '../features/my/index.ts';
import { pageReads, replyNotFound } from '../features/pages/index.ts';
import { createPreviewQueue } from '../features/previews/index.ts';
import { cacheTag } from '../features/published/index.ts';
import { createSigning, statusCacheTag } from '../features/signing/index.ts';
import {
  type App,
  closeApp,
  createApp,
  createScope,
  finishConnections,
  limitLargeBodies,
  RequestLimits,
  serveCached,
} from '../platform/http/index.ts';
import { measureApp, measureCachedReads } from '../platform/http/measure.ts';
import { measureQueues } from '../platform/metrics/index.ts';
import { registerFeatures, type ServerParts, type SignUps } from './register-features.ts';

async function createServer(parts: ServerParts): Promise<App> {
  const { config, clock, db, auth, urls, cache } = parts;
  const documents = createReplicaDocuments(db, urls, parts.replicas);
  const signing = createSigning({
    ...{ db, clock, urls, sealer: parts.keySealer, signerCache: parts.signerCache },
    issuerCacheTag: cacheTag.issuer,
    invalidateIssuer: (issuerId) => parts.announce(cacheTag.issuer(issuerId)),
  });
  const limits = new RequestLimits(config.rateLimit, config.trustProxy, parts.siblings);
  // The most requested first.
  const reads = [...createDocumentReads(documents), ...pageReads, ...signedReads];
  const cached = serveCached({ cache, limits, log: parts.log, baseUrl: urls.base, reads });
  const app = await createApp({
    baseUrl: urls.base,
    trustProxy: config.trustProxy,
    requestTimeoutMs: config.requestTimeoutSeconds * 1_000,
    log: parts.log,
    limits,
    mainThread: parts.mainThread,
    signals: db.signals,
    workOfWrites: [eventsWork],
    answerAbsent: replyNotFound,
    onDiskFull: () => {
      parts.health.diskFullAt = clock().getTime();
    },
    middleware: cached.middleware,
  });
  if (!config.hasMyCredentials) hideMyCredentials(app);
  // Other processes receive the list's id.
  const stopForgetting = db.signals.listen([statusCacheTag], () => cache.drop(statusCacheTag));
  app.addHook('onClose', stopForgetting);

  const signUps: SignUps = {
    signUp: config.signUp,
    openAccount: (trx, owner, now) => createOwnAccount(trx, owner, config.defaultPlan, now),
  };
  const { usage, keys } = parts;
  const authenticate = createAuthenticate({
    ...{ db, clock, auth, usage, keys, baseUrl: urls.base, oidc: config.oidc },
    ...signUps,
  });
  const largeBodies = limitLargeBodies(app);
  const previewQueue = createPreviewQueue();
  const pictureQueue = createPictureQueue();
  const scope = createScope(app, { authenticate, limits, settings: config });

  const services = { documents, signing, signUps, previewQueue, pictureQueue, limits };
  await registerFeatures(scope, parts, services);
  if (parts.metrics) {
    measureApp(parts.metrics, app);
    measureQueues(parts.metrics, {
      ...parts.queues,
      large_bodies: largeBodies,
      previews: previewQueue.figures,
      certificate_pictures: pictureQueue.figures,
    });
    measureCachedReads(parts.metrics, cached.served);
  }
  return app;
}

type RunningServer = {
  /** The address that the server listens on. */
  address: string;
  /** Takes no new connections and lets existing ones end without resetting any. */
  finish: (cut: AbortSignal) => Promise<void>;
};

/** Answers requests from now on. */
export async function serve(
  parts: ServerParts,
  stops: (() => Promise<void>)[],
): Promise<RunningServer> {
  const { config, health } = parts;
  const app = await createServer(parts);
  const finish = finishConnections(app.server, parts.siblings?.closePort);
  // With SO_REUSEPORT, the kernel distributes connections, and a dead process leaves none waiting.
  const shared = { reusePort: parts.siblings !== undefined && process.platform === 'linux' };
  await app.listen({ host: config.host, port: config.port, ...shared });
  stops.push(async () => {
    health.stopping = true;
    await closeApp(app);
  });
  const { address, port } = app.server.address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  return { address: `http://${host}:${port}`, finish };
}
