import { createAuthenticate } from '../features/access/index.ts';
import {
  createDocumentReads,
  createReplicaDocuments,
  signedReads,
} from '../features/documents/index.ts';
import { eventsWork } from '../features/events/index.ts';
import { createOwnAccount } from '../features/members/index.ts';
import { pageReads, replyNotFound } from '../features/pages/index.ts';
import { createPreviewQueue } from '../features/previews/index.ts';
import { cacheTag } from '../features/published/index.ts';
import { createSigning, statusCacheTag } from '../features/signing/index.ts';
import {
  type App,
  createApp,
  createLargeBodies,
  createScope,
  RequestLimits,
  serveCached,
} from '../platform/http/index.ts';
import { measureApp, measureCachedReads } from '../platform/http/watch.ts';
import { measureQueues } from '../platform/metrics/index.ts';
import { registerFeatures, type SignUps } from './register-features.ts';
import type { ServerParts } from './server-parts.ts';

export async function createServer(parts: ServerParts): Promise<App> {
  const { config, clock, db, auth, urls, cache } = parts;
  const documents = createReplicaDocuments(db, urls, parts.replicas);
  const signing = createSigning({
    ...{ db, clock, urls, sealer: parts.keySealer, opened: parts.opened },
    sourceOfIssuer: cacheTag.issuer,
    changed: (issuerId) => parts.announce(cacheTag.issuer(issuerId)),
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
    afterWrite: () => db.signals.wake([eventsWork]),
    answerAbsent: replyNotFound,
    onDiskFull: () => {
      parts.health.diskFullAt = clock().getTime();
    },
    middleware: [cached.middleware],
  });
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
  const largeBodies = createLargeBodies();
  const previewQueue = createPreviewQueue();
  const scope = createScope(app, authenticate, limits, largeBodies, config);

  await registerFeatures(scope, parts, { documents, signing, signUps, previewQueue });
  if (parts.metrics) {
    measureApp(parts.metrics, app);
    measureQueues(parts.metrics, {
      ...parts.queues,
      large_bodies: largeBodies.figures,
      previews: previewQueue.figures,
    });
    measureCachedReads(parts.metrics, cached.served);
  }
  return app;
}
