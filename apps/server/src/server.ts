import type { Config } from './config/index.ts';
import {
  createAuthenticate,
  type createKeyUsage,
  createPageCaller,
  type KeyCache,
  keysSource,
  registerAccess,
  revokeKeysOf,
} from './features/access/index.ts';
import { createMailCaps, registerAccounts } from './features/accounts/index.ts';
import { registerAlignments } from './features/alignments/index.ts';
import { registerAudit } from './features/audit/index.ts';
import { registerBadges } from './features/badges/index.ts';
import { registerBounces } from './features/bounces/index.ts';
import { registerBulk } from './features/bulk/index.ts';
import { registerCredentials } from './features/credentials/index.ts';
import { readFiles, registerDashboard } from './features/dashboard/index.ts';
import { registerEngagement } from './features/engagement/index.ts';
import { eventsWork } from './features/events/index.ts';
import { forgetInImports, registerImports } from './features/imports/index.ts';
import { registerIssuers } from './features/issuers/index.ts';
import { foundAccount, registerMembers } from './features/members/index.ts';
import { type Auth, type PeopleDeps, registerPeople } from './features/people/index.ts';
import { registerPreviews } from './features/previews/index.ts';
import {
  answerAbsent,
  createDocumentMiddleware,
  createSignedMiddleware,
  type Digester,
  freshDocuments,
  measureDocuments,
  registerPublic,
  sourceOf,
} from './features/public/index.ts';
import { registerReference } from './features/reference/index.ts';
import { registerSharing, type UnsubscribeTokens } from './features/sharing/index.ts';
import {
  createSigning,
  type OpenedKeys,
  registerSigning,
  statusSource,
} from './features/signing/index.ts';
import { dropDeliveriesOf, registerWebhooks, webhooksConcern } from './features/webhooks/index.ts';
import type { Clock } from './kernel/clock.ts';
import type { Urls } from './kernel/urls.ts';
import { createBaseUrlKeeper } from './platform/base-url.ts';
import type { Announce } from './platform/changes.ts';

import { createCursors } from './platform/cursors.ts';
import { type Database, onWork, type Replicas, tellOfWork } from './platform/db/index.ts';
import type { Drawer } from './platform/drawing/index.ts';
import { type Health, healthRoutes } from './platform/health.ts';
import {
  type App,
  createApp,
  createScope,
  RequestLimits,
  type ResponseCache,
  type Siblings,
} from './platform/http/index.ts';
import { measureApp } from './platform/http/watch.ts';
import type { ImageStore } from './platform/images/index.ts';
import type { Logger } from './platform/log/index.ts';
import type { Metrics } from './platform/metrics/index.ts';
import {
  createAddressRule,
  httpsOnly,
  type Outbound,
  refuseTarget,
} from './platform/outbound/index.ts';
import { asPages, style } from './platform/pages/index.ts';
import type { Sealer, Secrets } from './platform/secrets/index.ts';
import type { Throttle } from './platform/throttle.ts';
import type { Typesetter } from './platform/typeset/index.ts';
import { mailKinds } from './registry.ts';

export type ServerParts = {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  db: Database;
  auth: Auth;
  usage: ReturnType<typeof createKeyUsage>;
  throttle: Throttle;
  images: ImageStore;
  typesetter: Typesetter;
  digester: Digester;
  drawer: Drawer;
  /** For what is elsewhere: documents of other issuers, skills and standards. */
  verifyOutbound: Outbound;
  urls: Urls;
  cache: ResponseCache;
  keys: KeyCache;
  opened: OpenedKeys;
  announce: Announce;
  unsubscribe: UnsubscribeTokens;
  sealer: Sealer;
  /** For the private keys of issuers. */
  keySealer: Sealer;
  mailFolder: string | undefined;
  log: Logger;
  health: Health;
  /** Who answers the same clients. */
  siblings: Siblings | undefined;
  metrics: Metrics | undefined;
  replicas: Replicas | undefined;
};

/** The HTTP application: each feature registers what it serves, and is handed what it uses. */
export async function createServer(parts: ServerParts): Promise<App> {
  const { config, secrets, clock, db, auth, throttle, images, urls, cache, announce } = parts;
  const documents = freshDocuments(db, urls, parts.replicas);
  const signingDeps = { db, clock, urls, sealer: parts.keySealer };
  const { opened } = parts;
  const signing = createSigning({ ...signingDeps, opened, sourceOfIssuer: sourceOf.issuer });
  const limits = new RequestLimits(config.rateLimit, config.trustProxy, parts.siblings);
  const app = await createApp({
    baseUrl: urls.base,
    trustProxy: config.trustProxy,
    log: parts.log,
    limits,
    afterWrite: () => tellOfWork(db, [eventsWork]),
    answerAbsent,
    onDiskFull: () => {
      parts.health.diskFullAt = clock().getTime();
    },
    middleware: [
      createDocumentMiddleware(cache, documents, limits),
      createSignedMiddleware(
        cache,
        limits,
        urls.base.startsWith('https:'),
        documents.served.signed,
      ),
    ],
  });
  // Other processes hear which list it is.
  const stopForgetting = onWork(db, [statusSource], () => cache.drop(statusSource));
  app.addHook('onClose', stopForgetting);

  const signUps: Pick<PeopleDeps, 'signUp' | 'openAccount'> = {
    signUp: config.signUp,
    openAccount: (trx, owner, now) => foundAccount(trx, owner, config.defaultPlan, now),
  };
  const { usage, keys } = parts;
  const authenticate = createAuthenticate({
    ...{ db, clock, auth, usage, keys, baseUrl: urls.base, oidc: config.oidc },
    ...signUps,
  });
  const scope = createScope(app, authenticate, limits);

  const cursors = createCursors(secrets);
  const { takeMails, takeStranger } = createMailCaps(throttle);
  const keepBaseUrl = createBaseUrlKeeper(db, urls.base);
  const forgetKeys = () => announce(keysSource);
  const changed = (kind: keyof typeof sourceOf) => (id: string) => announce(sourceOf[kind](id));
  const webhookAddresses = createAddressRule(config.webhookAllowedCidrs);

  registerPeople(scope, {
    ...{ db, clock, auth, urls, throttle, forgetKeys },
    mailFolder: parts.mailFolder,
    ...signUps,
    revokeKeysOf: (trx, personId) => revokeKeysOf(trx, personId, clock()),
  });
  registerAccess(scope, { db, clock, auth, forgetKeys });
  registerAccounts(scope, { db, clock, images, forgetAll: () => announce('*') });
  registerMembers(scope, {
    ...{ db, clock, urls, takeStranger, forgetKeys },
    callerOf: createPageCaller(db, auth),
  });
  registerAudit(scope, { db, cursors });
  registerIssuers(scope, {
    ...{ db, clock, urls, images, cursors, takeStranger },
    changed: changed('issuer'),
  });
  registerBadges(scope, {
    ...{ db, clock, urls, images, cursors, drawer: parts.drawer },
    changed: changed('badge'),
  });
  registerAlignments(scope, { throttle, outbound: parts.verifyOutbound });
  registerCredentials(scope, {
    ...{ db, clock, urls, cursors, keepBaseUrl, dropDeliveriesOf, forgetInImports },
    recipientNameMin: config.recipientNameMin,
    changed: changed('credential'),
    dropped: ({ badgeId, issuerId }) =>
      announce(sourceOf.badge(badgeId), ...(issuerId ? [sourceOf.issuer(issuerId)] : [])),
  });
  registerSigning(scope, { ...signingDeps, changed: changed('issuer') });
  registerBulk(scope, { db, clock, takeMails });
  registerImports(scope, { db, clock, urls, cursors, keepBaseUrl });
  registerSharing(scope, {
    ...{ db, clock, urls, cursors, throttle, mailKinds, takeMails, takeStranger },
    tokens: parts.unsubscribe,
  });
  registerBounces(scope, { db, clock, log: parts.log, token: config.mailBounceToken });
  registerEngagement(scope, { db, clock, clientKeys: secrets.keysFor('engagement clients') });
  registerWebhooks(scope, {
    ...{ db, clock, urls, cursors, sealer: parts.sealer },
    refuseUrl: (url) => refuseTarget(url, httpsOnly, webhookAddresses),
  });
  registerPublic(scope, {
    ...{ db, clock, urls, images, cache, documents, throttle, typesetter: parts.typesetter },
    fresh: parts.replicas?.reading((from) => from) ?? ((read) => read(db)),
    signing,
    digester: parts.digester,
    outbound: parts.verifyOutbound,
  });
  registerPreviews(scope, { db, clock, urls, images, throttle, typesetter: parts.typesetter });
  registerReference(scope, { baseUrl: urls.base, recipientNameMin: config.recipientNameMin });
  registerDashboard(scope, { urls, files: await readFiles() });
  healthRoutes(scope.route, db, parts.health, clock, [() => webhooksConcern(db)]);
  scope.within(asPages(urls.base), (pages) => style.serve(pages.app));
  if (parts.metrics) {
    measureApp(parts.metrics, app);
    measureDocuments(parts.metrics, documents);
  }
  return app;
}
