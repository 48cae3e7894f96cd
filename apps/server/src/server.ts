import { createAuthenticate } from './features/access/index.ts';
import { eventsWork } from './features/events/index.ts';
import { foundAccount } from './features/members/index.ts';
import { answerAbsent, freshDocuments, publicReads, sourceOf } from './features/public/index.ts';
import { createSigning, statusSource } from './features/signing/index.ts';
import { onWork, tellOfWork } from './platform/db/index.ts';
import {
  type App,
  answerCached,
  createApp,
  createLargeBodies,
  createScope,
  RequestLimits,
} from './platform/http/index.ts';
import { measureApp, measureCachedReads } from './platform/http/watch.ts';
import { measureQueues } from './platform/metrics/index.ts';
import { registerFeatures, type SignUps } from './register-features.ts';
import type { ServerParts } from './server-parts.ts';

export async function createServer(parts: ServerParts): Promise<App> {
  const { config, clock, db, auth, urls, cache } = parts;
  const documents = freshDocuments(db, urls, parts.replicas);
  const signing = createSigning({
    ...{ db, clock, urls, sealer: parts.keySealer, opened: parts.opened },
    sourceOfIssuer: sourceOf.issuer,
    changed: (issuerId) => parts.announce(sourceOf.issuer(issuerId)),
  });
  const limits = new RequestLimits(config.rateLimit, config.trustProxy, parts.siblings);
  const reads = publicReads(documents);
  const cached = answerCached({ cache, limits, log: parts.log, baseUrl: urls.base, reads });
  const app = await createApp({
    baseUrl: urls.base,
    trustProxy: config.trustProxy,
    requestTimeoutMs: config.requestTimeoutSeconds * 1_000,
    log: parts.log,
    limits,
    afterWrite: () => tellOfWork(db, [eventsWork]),
    answerAbsent,
    onDiskFull: () => {
      parts.health.diskFullAt = clock().getTime();
    },
    middleware: [cached.middleware],
  });
  // Other processes receive the list's id.
  const stopForgetting = onWork(db, [statusSource], () => cache.drop(statusSource));
  app.addHook('onClose', stopForgetting);

  const signUps: SignUps = {
    signUp: config.signUp,
    openAccount: (trx, owner, now) => foundAccount(trx, owner, config.defaultPlan, now),
  };
  const { usage, keys } = parts;
  const authenticate = createAuthenticate({
    ...{ db, clock, auth, usage, keys, baseUrl: urls.base, oidc: config.oidc },
    ...signUps,
  });
  const largeBodies = createLargeBodies();
  const scope = createScope(app, authenticate, limits, largeBodies);

  await registerFeatures(scope, parts, { documents, signing, signUps });
  if (parts.metrics) {
    measureApp(parts.metrics, app);
    measureQueues(parts.metrics, { ...parts.queues, large_bodies: largeBodies.figures });
    measureCachedReads(parts.metrics, cached.served);
  }
  return app;
}
