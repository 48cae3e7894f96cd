import type { Config } from '../config/index.ts';
import {
  createMailLimits,
  isNotLeaving,
  registerAccountsWork,
} from '../features/accounts/index.ts';
import { registerAuditWork } from '../features/audit/index.ts';
import { registerBulkWork } from '../features/bulk/index.ts';
import { chooseDesigns, registerCertificatesWork } from '../features/certificates/index.ts';
import { eraseFromClaims, registerClaimsWork } from '../features/claims/index.ts';
import { registerConnectedAppsWork } from '../features/connected-apps/index.ts';
import {
  eraseCredentials,
  registerCredentialsWork,
  revokeMany,
} from '../features/credentials/index.ts';
import { createReplicaDocuments } from '../features/documents/index.ts';
import { registerEditionsWork } from '../features/editions/index.ts';
import { applyTemplates, hasTemplates } from '../features/email-templates/index.ts';
import { registerEngagementWork } from '../features/engagement/index.ts';
import { registerImportsWork } from '../features/imports/index.ts';
import {
  createPlatformServices,
  createToolKeys,
  eraseFromCourses,
  registerLtiWork,
} from '../features/lti/index.ts';
import { registerMoveInWork } from '../features/move-in/index.ts';
import { registerPeopleWork } from '../features/people/index.ts';
import { cacheTag } from '../features/published/index.ts';
import { eraseFromRedirects } from '../features/redirects/index.ts';
import { registerRemindersWork, reminderEmail } from '../features/reminders/index.ts';
import { deleteEarlierRequests } from '../features/requests/index.ts';
import {
  isRevoked,
  isSuppressed,
  lockMailedCredential,
  recordDelivery,
  type UnsubscribeTokens,
} from '../features/sharing/index.ts';
import { createSigning, registerSigningWork, type SignerCache } from '../features/signing/index.ts';
import { createTextLookup, registerSamlWork, registerSsoWork } from '../features/sso/index.ts';
import { registerTransfersWork } from '../features/transfers/index.ts';
import type { Digester } from '../features/verifier/index.ts';
import { registerWalletsWork } from '../features/wallets/index.ts';
import {
  deleteCredentialDeliveries,
  deleteEventDeliveries,
  registerWebhooksWork,
} from '../features/webhooks/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Urls } from '../kernel/urls.ts';
import { registerPurges } from '../platform/cdn/index.ts';
import { createBaseUrlRecord, storeBaseUrl } from '../platform/db/base-url.ts';
import type { Database } from '../platform/db/index.ts';
import type { InvalidateLocally, InvalidateTags } from '../platform/db/invalidation.ts';
import { idempotencyChore, unhashedKeysChore } from '../platform/http/idempotency.ts';
import { type ImageStore, imageChores } from '../platform/images/index.ts';
import { startWork, sweepJobs, type Worker } from '../platform/jobs/index.ts';
import type { MainThreadTurns } from '../platform/limits/main-thread.ts';
import {
  createUnlimitedThrottle,
  type Throttle,
  throttleChore,
} from '../platform/limits/throttle.ts';
import type { Logger } from '../platform/log/index.ts';
import {
  createFileTransport,
  createSmtpTransport,
  type MailMarks,
  mailFolderIn,
  registerMail,
} from '../platform/mail/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import { createOutbound, createProviderClient } from '../platform/outbound/index.ts';
import { registerPins } from '../platform/pins/index.ts';
import type { Sealer } from '../platform/secrets/index.ts';
import { eraseFromFiles, imageReferences, mailKinds, publishedImages } from './registry.ts';

export type WorkParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Database;
  urls: Urls;
  unsubscribe: UnsubscribeTokens;
  marks: MailMarks;
  announce: InvalidateTags;
  invalidateLocally: InvalidateLocally;
  sealer: Sealer;
  /** For the keys with which the service signs as an LTI tool. */
  courseSealer: Sealer;
  /** Encrypts the issuers' private keys. */
  keySealer: Sealer;
  signerCache: SignerCache;
  digester: Digester;
  mainThread: MainThreadTurns;
  images: ImageStore;
  throttle: Throttle;
  metrics: Metrics | undefined;
};

/** Registers each feature's background work with the dependencies it needs. */
export function createWorker(parts: WorkParts): Worker {
  const { config, clock, log, db, urls, unsubscribe, marks, sealer } = parts;
  const { announce, invalidateLocally } = parts;
  const { smtpUrl, mailFrom, recipientNameMin } = config;
  const invalidateCredentials = (ids: string[]) =>
    invalidateLocally(...ids.map(cacheTag.credential));
  return startWork(db, log, parts.metrics, (work) => {
    work.chores(
      { name: 'jobs', run: sweepJobs },
      throttleChore,
      idempotencyChore,
      unhashedKeysChore,
    );
    work.chores(...imageChores({ clock, images: parts.images, log, references: imageReferences }));
    registerPins(work, {
      ...{ db, clock, log, images: parts.images, places: config.imagePins },
      ...{ published: publishedImages, baseUrl: urls.base },
    });
    registerPurges(work, { db, log, cdn: config.cdn });
    registerMail(work, {
      ...{ db, clock, log, marks },
      baseUrl: urls.base,
      unsubscribeUrl: (accountId, address) =>
        urls.unsubscribe(unsubscribe.make(accountId, address)),
      openTransport: (connections) =>
        smtpUrl
          ? createSmtpTransport(smtpUrl, mailFrom, connections)
          : createFileTransport(mailFolderIn(config.dataDir), mailFrom, clock),
      filesFolder: mailFolderIn(config.dataDir),
      senderPattern: config.mailFromName,
      logsLinks: !smtpUrl,
      kinds: mailKinds,
      facts: { isStaying: isNotLeaving, isSuppressed, isRevoked, hasTemplates },
      applyTemplates,
      lockSubject: lockMailedCredential,
      onSent: recordDelivery,
    });
    registerPeopleWork(work, { clock });
    registerAccountsWork(work, {
      ...{ db, clock },
      eraseCredentials: (trx, ids, now) =>
        eraseCredentials(trx, ids, now, deleteCredentialDeliveries),
    });
    registerSsoWork(work, { db, clock, urls, lookUpTexts: createTextLookup(config.dnsServers) });
    const provider = createProviderClient(config.ssoAllowedCidrs);
    registerSamlWork(work, { db, clock, provider });
    const baseUrl = createBaseUrlRecord(() => storeBaseUrl(db, urls.base));
    const keys = createToolKeys({ db, clock, sealer: parts.courseSealer });
    registerLtiWork(work, {
      ...{ db, clock, urls, recipientNameMin, baseUrl },
      services: createPlatformServices({ provider, keys, clock }),
    });
    registerAuditWork(work, { clock });
    registerCredentialsWork(work, { clock });
    registerEditionsWork(work);
    registerCertificatesWork(work);
    registerTransfersWork(work, { db, clock, urls, log });
    registerRemindersWork(work, { clock, urls });
    registerBulkWork(work, {
      ...{ db, clock, urls, invalidateCredentials, renderReminder: reminderEmail },
      ...{ eraseFromClaims, eraseFromCourses, deleteEventDeliveries, deleteEarlierRequests },
      ...{ eraseFromImports: eraseFromFiles, eraseFromRedirects, invalidateLocally },
      deleteDeliveries: deleteCredentialDeliveries,
      invalidateDeleted: ({ badgeId, issuerId }) =>
        announce(cacheTag.badge(badgeId), ...(issuerId ? [cacheTag.issuer(issuerId)] : [])),
    });
    registerSigningWork(work, { db, clock, revokeMany, invalidateCredentials });
    const { staticExport } = config;
    if (staticExport) {
      const exporting = { config, clock, db, log, announce };
      work.runs(() => {
        // Loads backups too.
        const started = import('../commands/static-export.ts').then(({ startWeeklyExport }) =>
          startWeeklyExport(exporting, staticExport),
        );
        return { stop: async () => (await started).stop() };
      });
    }
    registerClaimsWork(work, { clock });
    registerConnectedAppsWork(work, { clock });
    registerWalletsWork(work, { clock });
    registerImportsWork(work, {
      ...{ db, clock, urls, invalidateCredentials, recipientNameMin },
      renderReminder: reminderEmail,
      takeMailsUpTo: createMailLimits(parts.throttle).takeMailsUpTo,
    });
    const outbound = createOutbound(config.verifyAllowedCidrs);
    registerMoveInWork(work, {
      ...{
        db,
        clock,
        images: parts.images,
        chooseDesigns,
        invalidateCredentials,
        invalidateLocally,
        recipientNameMin,
      },
      outbound,
      deleteDeliveries: deleteCredentialDeliveries,
      invalidateBadge: (id) => announce(cacheTag.badge(id)),
      verify: {
        ...{ db, clock, urls, outbound, digester: parts.digester, mainThread: parts.mainThread },
        documents: createReplicaDocuments(db, urls, undefined),
        signing: createSigning({
          ...{ db, clock, urls, sealer: parts.keySealer, signerCache: parts.signerCache },
          issuerCacheTag: cacheTag.issuer,
          invalidateIssuer: (id) => announce(cacheTag.issuer(id)),
        }),
        // A migration verifies few badges at a time.
        throttle: createUnlimitedThrottle(),
      },
    });
    registerEngagementWork(work, { clock });
    registerWebhooksWork(work, {
      ...{ db, clock, log, urls, sealer },
      // The delivery engine limits concurrency per endpoint and account. One host may serve many
      // accounts.
      outbound: createOutbound(config.webhookAllowedCidrs, { maxPerHost: null }),
      schedule: config.webhookSchedule,
    });
  });
}
