import type { OperationId } from '@insignia/contract';
import type { Config } from '../config/index.ts';
import {
  type createKeyUsage,
  createPageUser,
  type KeyCache,
  keysCacheTag,
  registerAccess,
  revokeUserKeys,
} from '../features/access/index.ts';
import { createMailLimits, registerAccounts } from '../features/accounts/index.ts';
import { registerAlignments } from '../features/alignments/index.ts';
import { registerAudit } from '../features/audit/index.ts';
import { type DeletedBadge, registerBadges } from '../features/badges/index.ts';
import { registerBounces } from '../features/bounces/index.ts';
import { registerBulk, startUpdateJob } from '../features/bulk/index.ts';
import { chooseDesigns, registerCertificates } from '../features/certificates/index.ts';
import { deleteBadgeClaims, eraseFromClaims, registerClaims } from '../features/claims/index.ts';
import { registerConnectedApps } from '../features/connected-apps/index.ts';
import { registerCorrections } from '../features/corrections/index.ts';
import { registerCredentials } from '../features/credentials/index.ts';
import { readDashboardFiles, registerDashboard } from '../features/dashboard/index.ts';
import { type createReplicaDocuments, registerDocuments } from '../features/documents/index.ts';
import { registerEmailTemplates } from '../features/email-templates/index.ts';
import { registerEngagement } from '../features/engagement/index.ts';
import { drawQrCode, registerFiles } from '../features/files/index.ts';
import { registerImports } from '../features/imports/index.ts';
import { registerIssuers } from '../features/issuers/index.ts';
import { eraseFromCourses, ltiSecrets, registerLti } from '../features/lti/index.ts';
import { registerMembers } from '../features/members/index.ts';
import { registerMoveIn } from '../features/move-in/index.ts';
import { moveBelongings, registerMy } from '../features/my/index.ts';
import { registerPages } from '../features/pages/index.ts';
import { type Auth, type PeopleDeps, registerPeople } from '../features/people/index.ts';
import { registerPreviews } from '../features/previews/index.ts';
import { cacheTag } from '../features/published/index.ts';
import { registerRecipients } from '../features/recipients/index.ts';
import {
  eraseFromRedirects,
  redirectOldUrls,
  registerRedirects,
} from '../features/redirects/index.ts';
import { registerReference } from '../features/reference/index.ts';
import { registerReminders, reminderEmail } from '../features/reminders/index.ts';
import { registerRequests } from '../features/requests/index.ts';
import { registerProvisioning, registerScim } from '../features/scim/index.ts';
import { createFactorSealer, registerSecondFactor } from '../features/second-factor/index.ts';
import {
  lockMailedCredential,
  registerSharing,
  type UnsubscribeTokens,
} from '../features/sharing/index.ts';
import { registerShortCodes } from '../features/short-codes/index.ts';
import {
  type createSigning,
  registerSigning,
  type SignerCache,
} from '../features/signing/index.ts';
import {
  createSingleSignOn,
  createTextLookup,
  ownsDomain,
  registerSso,
  ssoSecrets,
} from '../features/sso/index.ts';
import { isAccountMoving, registerTransfers } from '../features/transfers/index.ts';
import { type Digester, registerVerifier } from '../features/verifier/index.ts';
import { registerWallets } from '../features/wallets/index.ts';
import {
  deleteCredentialDeliveries,
  findWebhookProblem,
  registerWebhooks,
} from '../features/webhooks/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Urls } from '../kernel/urls.ts';
import { createBaseUrlRecord, storeBaseUrl } from '../platform/db/base-url.ts';
import type { Database, Replicas } from '../platform/db/index.ts';
import type { InvalidateLocally, InvalidateTags } from '../platform/db/invalidation.ts';
import type { DesignThread, FlatThread } from '../platform/drawing/index.ts';
import { type Health, healthRoutes } from '../platform/http/health.ts';
import type {
  CountExchange,
  IdsIn,
  RequestLimits,
  ResponseCache,
  Scope,
} from '../platform/http/index.ts';
import { createPageTokens } from '../platform/http/page-tokens.ts';
import { createCachedImageStore, type ImageStore } from '../platform/images/index.ts';
import type { Exports } from '../platform/limits/exports.ts';
import type { FairQueue, FairQueueFigures } from '../platform/limits/fair-queue.ts';
import type { MainThreadTurns } from '../platform/limits/main-thread.ts';
import type { Throttle } from '../platform/limits/throttle.ts';
import type { Logger } from '../platform/log/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import {
  createAddressRule,
  findTargetRefusal,
  httpsOnly,
  type Outbound,
  type ProviderClient,
} from '../platform/outbound/index.ts';
import { createPageScope, favicon, pageFiles, pageStylesheet } from '../platform/pages/index.ts';
import { createSealer, type Sealer, type Secrets } from '../platform/secrets/index.ts';
import type { Typesetter } from '../platform/typeset/index.ts';
import { eraseFromFiles, imageReferences, mailKinds } from './registry.ts';

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
  flatThread: FlatThread;
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

export type SignUps = Pick<PeopleDeps, 'signUp' | 'openAccount'>;

type SharedServices = {
  documents: ReturnType<typeof createReplicaDocuments>;
  signing: ReturnType<typeof createSigning>;
  signUps: SignUps;
  previewQueue: FairQueue;
  pictureQueue: FairQueue;
  limits: RequestLimits;
};

const pictureBytes = 8 * 1024 * 1024;

/** Registers each feature with the dependencies it needs. */
export async function registerFeatures(
  scope: Scope,
  parts: ServerParts,
  { documents, signing, signUps, previewQueue, pictureQueue, limits }: SharedServices,
): Promise<void> {
  const { config, secrets, clock, db, auth, throttle, images, urls, cache, exports } = parts;
  const { announce, invalidateLocally } = parts;
  const cursors = createPageTokens(secrets);
  const pictures = createCachedImageStore(images, pictureBytes);
  const { takeMails, takeVisitorMails, takeWalletMails, takeStranger } = createMailLimits(throttle);
  const baseUrl = createBaseUrlRecord(() => storeBaseUrl(db, urls.base));
  const invalidateKeys = () => announce(keysCacheTag);
  const createInvalidator = (kind: keyof typeof cacheTag) => (id: string) =>
    announce(cacheTag[kind](id));
  const invalidateDeleted = ({ badgeId, issuerId }: DeletedBadge) =>
    announce(cacheTag.badge(badgeId), ...(issuerId ? [cacheTag.issuer(issuerId)] : []));
  const correcting = {
    ...{ db, clock, urls, takeMails, renderReminder: reminderEmail },
    invalidateCredentials: (ids: string[]) => invalidateLocally(...ids.map(cacheTag.credential)),
  };
  const invalidateCredential = (id: string) => invalidateLocally(cacheTag.credential(id));
  const webhookAddresses = createAddressRule(config.webhookAllowedCidrs);

  const factors = { sealer: createFactorSealer(secrets), drawQrCode };

  redirectOldUrls(scope.app, { db, urls, cache });
  const implemented = [
    registerPeople(scope, {
      ...{ db, clock, auth, urls, throttle, invalidateKeys },
      linkKeys: secrets.keysFor('sign-in links'),
      mailFolder: parts.mailFolder,
      singleSignOn: createSingleSignOn(db),
      ...signUps,
      revokeUserKeys: (trx, personId) => revokeUserKeys(trx, personId, clock()),
    }),
    registerSecondFactor(scope, { db, clock, auth, urls, throttle, ...factors }),
    registerSso(scope, {
      ...{ db, clock, auth, urls, throttle, invalidateKeys, log: parts.log },
      ...{ provider: parts.providers, sealer: createSealer(secrets, ssoSecrets.purpose) },
      lookUpTexts: createTextLookup(config.dnsServers),
      operatorEmail: config.mailFrom.address,
      mainThread: parts.mainThread,
      identifyUser: createPageUser(auth, { allowsSsoOnly: true }),
    }),
    registerAccess(scope, { db, clock, auth, invalidateKeys }),
    registerAccounts(scope, {
      ...{ db, clock, images, exports, mailFolder: parts.mailFolder },
      isAccountMoving,
      invalidateAll: () => announce('*'),
    }),
    registerMembers(scope, {
      ...{ db, clock, urls, takeStranger, invalidateKeys },
      identifyUser: createPageUser(auth),
      identifySsoUser: createPageUser(auth, { allowsSsoOnly: true }),
    }),
    registerProvisioning(scope, { db, clock, urls, invalidateKeys, isEnabled: config.scim }),
    registerLti(scope, {
      ...{ db, clock, urls, throttle, baseUrl, log: parts.log, provider: parts.providers },
      sealer: createSealer(secrets, ltiSecrets.purpose),
      recipientNameMin: config.recipientNameMin,
    }),
    registerAudit(scope, { db, cursors, clock }),
    registerIssuers(scope, {
      ...{ db, clock, urls, images, cursors, takeStranger, updateIssued: startUpdateJob },
      chooseDesigns,
      invalidateIssuer: createInvalidator('issuer'),
    }),
    registerTransfers(scope, { db, clock, urls, takeStranger }),
    registerBadges(scope, {
      ...{ db, clock, urls, images, cursors, drawer: parts.drawer, updateIssued: startUpdateJob },
      ...{ deleteClaims: deleteBadgeClaims, chooseDesigns },
      invalidateBadge: createInvalidator('badge'),
    }),
    registerCertificates(scope, { db, clock, urls, updateIssued: startUpdateJob }),
    registerAlignments(scope, { throttle, outbound: parts.verifyOutbound }),
    registerCredentials(scope, {
      ...{
        db,
        clock,
        urls,
        cursors,
        exports,
        baseUrl,
        deleteDeliveries: deleteCredentialDeliveries,
        eraseFromImports: eraseFromFiles,
        eraseFromClaims,
        eraseFromCourses,
        eraseFromRedirects,
        invalidateLocally,
      },
      invalidateCredential,
      invalidateDeleted,
    }),
    registerSigning(scope, {
      ...{ db, clock, urls, sealer: parts.keySealer },
      invalidateIssuer: createInvalidator('issuer'),
    }),
    registerBulk(scope, { db, clock, takeMails }),
    registerCorrections(scope, correcting),
    registerRecipients(scope, { ...correcting, cursors }),
    registerRequests(scope, {
      ...{ db, clock, urls, cursors, deleteDeliveries: deleteCredentialDeliveries },
      ...{ eraseFromClaims, eraseFromCourses, invalidateDeleted },
      ...{ eraseFromImports: eraseFromFiles, eraseFromRedirects, invalidateLocally },
      invalidateCredential,
    }),
    registerMy(scope, {
      ...{ db, clock, auth, urls, cursors, throttle, mailFolder: parts.mailFolder },
      ...{ identifyUser: createPageUser(auth), addressKeys: secrets.keysFor('address codes') },
      ...factors,
      ...{ moveBelongings, exports, limits, documents, signing, images: pictures },
      ...{ typesetter: parts.typesetter, digester: parts.digester, log: parts.log },
      mainThread: parts.mainThread,
      outbound: parts.verifyOutbound,
    }),
    registerImports(scope, { db, clock, urls, cursors, exports, baseUrl }),
    registerMoveIn(scope, { db, clock, urls, exports, baseUrl, digester: parts.digester }),
    registerRedirects(scope, { db, clock, urls, exports, invalidateLocally }),
    registerClaims(scope, {
      ...{ db, clock, urls, cursors, throttle, takeVisitorMails, baseUrl },
      ...{ codeKeys: secrets.keysFor('claim codes'), recipientNameMin: config.recipientNameMin },
    }),
    registerReminders(scope, { db, clock, urls }),
    registerEmailTemplates(scope, {
      ...{ db, clock, urls, throttle, takeMails, senderPattern: config.mailFromName },
    }),
    registerSharing(scope, {
      ...{ db, clock, urls, cursors, throttle, mailKinds, takeMails, takeStranger },
      renderReminder: reminderEmail,
      tokens: parts.unsubscribe,
      hasMailServer: parts.mailFolder === undefined,
    }),
    registerBounces(scope, {
      ...{ db, clock, log: parts.log, token: config.mailBounceToken },
      lockSubject: lockMailedCredential,
    }),
    registerEngagement(scope, { db, clock, clientKeys: secrets.keysFor('engagement clients') }),
    registerWebhooks(scope, {
      ...{ db, clock, urls, cursors, sealer: parts.sealer },
      refuseUrl: (url) => findTargetRefusal(url, httpsOnly, webhookAddresses),
    }),
    registerWallets(scope, {
      ...{ db, clock, urls, throttle, takeWalletMails, signing },
      ...{ walletKeys: secrets.keysFor('wallets'), identifyUser: createPageUser(auth) },
      digester: parts.digester,
    }),
    registerDocuments(scope, {
      ...{ db, urls, cache, documents, signing, images: pictures, imageReferences },
      staticFiles: pageFiles,
    }),
    registerFiles(scope, {
      ...{ db, clock, urls, cache, documents, signing, typesetter: parts.typesetter },
      ...{ flatThread: parts.flatThread, images: pictures, pictureQueue },
    }),
    registerPages(scope, {
      ...{ db, clock, urls, cache },
      fresh: parts.replicas?.reading((from) => from) ?? ((read) => read(db)),
    }),
    registerVerifier(scope, {
      ...{ db, clock, urls, throttle, documents, signing },
      ...{ digester: parts.digester, mainThread: parts.mainThread },
      outbound: parts.verifyOutbound,
    }),
    registerPreviews(scope, {
      ...{ db, clock, urls, throttle, typesetter: parts.typesetter },
      ...{ flatThread: parts.flatThread, images: pictures },
      queue: previewQueue,
    }),
    healthRoutes(scope.implement, parts.probe, parts.health, clock, [
      () => findWebhookProblem(parts.probe),
    ]),
  ];
  assertComplete<Exclude<OperationId, IdsIn<typeof implemented>>>();
  registerShortCodes(scope, { db, urls, throttle });
  registerConnectedApps(scope, { db, clock, urls, throttle, identifyUser: createPageUser(auth) });
  if (config.scim)
    registerScim(scope, {
      ...{ db, clock, urls, takeStranger, limits, invalidateLocally },
      ownsDomain,
    });
  registerReference(scope, { baseUrl: urls.base, recipientNameMin: config.recipientNameMin });
  registerDashboard(scope, { urls, files: await readDashboardFiles() });
  scope.within(createPageScope(urls.base), (pages) => {
    for (const asset of [pageStylesheet, favicon]) asset.serve(pages.app);
  });
}

/** A type error at its call names operations that no feature implements: `implement` their group. */
function assertComplete<_Missing extends never>(): void {}
