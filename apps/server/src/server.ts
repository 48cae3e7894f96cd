import type { Config } from './config/index.ts';
import {
  createAuthenticate,
  createExternalTokens,
  type createKeyUsage,
  createPageCaller,
  createTokens,
  type KeyCache,
  keyRoutes,
  revokeKeysOf,
  sessionRoutes,
} from './features/access/index.ts';
import { accountRoutes, createMailCaps, openAccount } from './features/accounts/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { badgeRoutes } from './features/badges/index.ts';
import { bulkRoutes } from './features/bulk/index.ts';
import {
  type CredentialDeps,
  credentialLifeRoutes,
  credentialRoutes,
} from './features/credentials/index.ts';
import { dashboardPages, readFiles } from './features/dashboard/index.ts';
import { engagementRoutes, statsRoutes } from './features/engagement/index.ts';
import { eventsWork } from './features/events/index.ts';
import { forgetInImports, importRoutes, takeFiles } from './features/imports/index.ts';
import { type IssuerDeps, issuerPages, issuerRoutes } from './features/issuers/index.ts';
import { type MemberDeps, memberPages, memberRoutes } from './features/members/index.ts';
import {
  type createAuth,
  type PeopleDeps,
  peoplePages,
  peopleRoutes,
} from './features/people/index.ts';
import {
  badgePage,
  createDocumentMiddleware,
  createDocuments,
  credentialEmbed,
  credentialPage,
  documentRoutes,
  fileRoutes,
  issuerPage,
  oembedRoute,
  takePictures,
  verifyRoutes,
} from './features/public/index.ts';
import { mailRoutes, sharingRoutes, unsubscribePages } from './features/sharing/index.ts';
import { webhookRoutes, webhooksConcern } from './features/webhooks/index.ts';
import type { Clock } from './kernel/clock.ts';
import { createBaseUrlKeeper } from './platform/base-url.ts';
import type { Announce } from './platform/changes.ts';
import { deriveKey, type Sealer } from './platform/crypto.ts';
import { createCursors } from './platform/cursors.ts';
import { type Database, wakeFor } from './platform/db/index.ts';
import { type Health, healthRoutes } from './platform/health.ts';
import {
  type App,
  acceptAnything,
  acceptForms,
  createApp,
  createRouter,
  leadToBaseUrl,
  RequestLimits,
  type ResponseCache,
  serveReference,
} from './platform/http/index.ts';
import type { ImageStore } from './platform/images/index.ts';
import type { Logger } from './platform/log/index.ts';
import type { UnsubscribeTokens } from './platform/mail/index.ts';
import {
  createAddressRule,
  httpsOnly,
  type Outbound,
  refuseTarget,
} from './platform/outbound/index.ts';
import { answerAbsent, protectPages, style } from './platform/pages/index.ts';
import type { Throttle } from './platform/throttle.ts';
import type { Typesetter } from './platform/typeset/index.ts';
import type { Urls } from './platform/urls.ts';
import { mailKinds } from './registry.ts';

export type ServerParts = {
  config: Config;
  secret: string;
  clock: Clock;
  db: Database;
  auth: ReturnType<typeof createAuth>;
  usage: ReturnType<typeof createKeyUsage>;
  throttle: Throttle;
  images: ImageStore;
  typesetter: Typesetter;
  /** For documents of other issuers. */
  verifyOutbound: Outbound;
  urls: Urls;
  cache: ResponseCache;
  keys: KeyCache;
  announce: Announce;
  unsubscribe: UnsubscribeTokens;
  sealer: Sealer;
  log: Logger;
  health: Health;
};

/** The name under which it is announced that keys have changed. */
export const keysSource = 'keys';

/** Puts the features' routes together into one HTTP application. */
export async function createServer(parts: ServerParts): Promise<App> {
  const { config, clock, db, auth, usage, throttle, images, urls, cache, keys, log } = parts;
  const { announce } = parts;
  const documents = createDocuments(db, urls);
  const policy: Pick<PeopleDeps, 'signUp' | 'openAccount'> = {
    signUp: config.signUp,
    openAccount: (trx, owner, now) => openAccount(trx, owner, config.defaultPlan, now),
  };
  const cursors = createCursors(parts.secret, config.secretPrevious);
  const limits = new RequestLimits(config.rateLimit, config.trustProxy);
  const app = await createApp({
    baseUrl: urls.base,
    trustProxy: config.trustProxy,
    log,
    limits,
    afterWrite: () => wakeFor(db, [eventsWork]),
    answerAbsent,
    onDiskFull: () => {
      parts.health.diskFullAt = clock().getTime();
    },
    middleware: createDocumentMiddleware(cache, documents, limits),
  });
  const external = config.oidc && {
    issuer: config.oidc.issuer,
    read: createExternalTokens(config.oidc, { db, clock, ...policy }),
  };
  const tokens = createTokens(db, auth, urls.base, external);
  const authenticate = createAuthenticate({ db, auth, tokens, usage, baseUrl: urls.base, keys });
  const route = createRouter(app, authenticate, limits);
  await serveReference(app, urls.base);

  const forgetKeys = () => announce(keysSource);
  const people: PeopleDeps = {
    db,
    auth,
    urls,
    throttle,
    clock,
    ...policy,
    forgetKeys,
    revokeKeysOf: (trx, personId) => revokeKeysOf(trx, personId, clock()),
  };
  const apiKeys = { db, clock, forgetKeys };
  const shared = { db, clock, urls, images, cursors };
  const keepBaseUrl = createBaseUrlKeeper(db, urls.base);
  const { takeMails, takeStranger } = createMailCaps(throttle);
  const changed = (kind: string) => (id: string) => announce(`${kind}/${id}`);
  const issuers: IssuerDeps = { ...shared, takeStranger, changed: changed('issuer') };

  await app.register((child, _options, done) => {
    acceptForms(child);
    peopleRoutes(createRouter(child, authenticate, limits), people);
    done();
  });
  sessionRoutes(route, { db, auth });
  keyRoutes(route, apiKeys);
  const members: MemberDeps = { db, clock, urls, takeStranger, forgetKeys };
  memberRoutes(route, members);
  issuerRoutes(route, issuers);
  badgeRoutes(route, { ...shared, changed: changed('badge') });
  const credentials: CredentialDeps = {
    ...shared,
    keepBaseUrl,
    changed: changed('credential'),
    forgetInImports,
    dropped: ({ badgeId, issuerId }) =>
      announce(`badge/${badgeId}`, ...(issuerId ? [`issuer/${issuerId}`] : [])),
    recipientNameMin: config.recipientNameMin,
  };
  credentialRoutes(route, credentials);
  credentialLifeRoutes(route, credentials);
  bulkRoutes(route, { db, clock, urls, takeMails });
  await app.register((child, _options, done) => {
    takeFiles(child);
    importRoutes(createRouter(child, authenticate, limits), { ...shared, keepBaseUrl });
    done();
  });
  const sharing = { ...shared, throttle, mailKinds, takeMails, takeStranger };
  sharingRoutes(route, sharing);
  mailRoutes(route, sharing);
  auditRoutes(route, shared);
  engagementRoutes(route, { db, clock, clientKey: deriveKey(parts.secret, 'engagement clients') });
  statsRoutes(route, { db, clock });
  const rule = createAddressRule(config.webhookAllowedCidrs);
  webhookRoutes(route, {
    ...shared,
    sealer: parts.sealer,
    refuseUrl: (url) => refuseTarget(url, httpsOnly, rule),
  });
  accountRoutes(route, { db, clock, images, forgetAll: () => announce('*') });
  documentRoutes(route, { db, urls, images, cache, documents });
  const { typesetter } = parts;
  oembedRoute(route, { db, urls, clock });
  fileRoutes(route, { db, clock, urls, images, cache, documents, typesetter });
  healthRoutes(route, db, parts.health, clock, [() => webhooksConcern(db)]);

  const dashboard = await readFiles();
  await app.register((child, _options, done) => {
    protectPages(child);
    acceptForms(child);
    leadToBaseUrl(child, urls.base);
    peoplePages(child, people);
    const pageCaller = createPageCaller(db, auth);
    dashboardPages(child, dashboard);
    memberPages(child, members, pageCaller);
    for (const page of [credentialPage, credentialEmbed, badgePage, issuerPage])
      page(child, { db, urls, clock, cache });
    issuerPages(createRouter(child, authenticate, limits), issuers);
    style.serve(child);
    void child.register((own, _more, ready) => {
      takePictures(own);
      const { verifyOutbound: outbound } = parts;
      const needs = { db, clock, urls, throttle, documents, outbound };
      verifyRoutes(createRouter(own, authenticate, limits), needs);
      ready();
    });
    void child.register((open, _more, ready) => {
      acceptAnything(open);
      unsubscribePages(createRouter(open, authenticate, limits), {
        db,
        clock,
        tokens: parts.unsubscribe,
      });
      ready();
    });
    done();
  });
  return app;
}
