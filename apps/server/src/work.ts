import type { Config } from './config/index.ts';
import { accessChores } from './features/access/index.ts';
import { accountHandlers, staying } from './features/accounts/index.ts';
import { forgetActs } from './features/audit/index.ts';
import { bulkHandlers, tidyBulkJobs } from './features/bulk/index.ts';
import { credentialChores, eraseCredentials } from './features/credentials/index.ts';
import { forgetClients } from './features/engagement/index.ts';
import { importHandlers, tidyImports } from './features/imports/index.ts';
import { peopleChores } from './features/people/index.ts';
import { sourceOf } from './features/public/index.ts';
import {
  holdCredential,
  isSuppressed,
  recordDelivery,
  type UnsubscribeTokens,
} from './features/sharing/index.ts';
import { forgetDeliveries, startWebhooks, webhookHandlers } from './features/webhooks/index.ts';
import type { Clock } from './kernel/clock.ts';
import type { Urls } from './kernel/urls.ts';
import type { Announce } from './platform/changes.ts';
import type { Sealer } from './platform/crypto.ts';
import type { Database } from './platform/db/index.ts';
import { idempotencyChore } from './platform/idempotency.ts';
import { type ImageStore, imageChores } from './platform/images/index.ts';
import { startChores, startWorker, sweep } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import { fileTransport, smtpTransport, startMail, tidyMails } from './platform/mail/index.ts';
import { createOutbound } from './platform/outbound/index.ts';
import { throttleChore } from './platform/throttle.ts';
import { imageReferences, mailKinds } from './registry.ts';

export type WorkParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Database;
  urls: Urls;
  unsubscribe: UnsubscribeTokens;
  announce: Announce;
  sealer: Sealer;
  images: ImageStore;
  mailPlace: string;
  countAttempt: (outcome: 'delivered' | 'failed') => void;
};

export type Work = { stop: () => Promise<void> };

// A job that works for 5 s and then lets others have their turn; soon taken over when its worker dies.
const bulkTimeoutMs = 15_000;

const choresEveryMs = 60_000;

/** What a worker does: mail, imports and other long work, webhooks, and chores. */
export function startWork(parts: WorkParts): Work {
  const { config, clock, log, db, urls, unsubscribe, announce, sealer, mailPlace } = parts;
  const { smtpUrl, mailFrom } = config;
  const mail = startMail({
    ...{ db, clock, log },
    baseUrl: urls.base,
    unsubscribeUrl: (accountId, address) => urls.unsubscribe(unsubscribe.make(accountId, address)),
    openTransport: (connections) =>
      smtpUrl
        ? smtpTransport(smtpUrl, mailFrom, connections)
        : fileTransport(mailPlace, mailFrom, clock),
    senderPattern: config.mailFromName,
    logsLinks: !smtpUrl,
    kinds: mailKinds,
    facts: { isStaying: staying, isSuppressed },
    hold: holdCredential,
    onSent: recordDelivery,
  });
  const shared = { db, clock, urls };
  const changed = (ids: string[]) => announce(...ids.map(sourceOf.credential));
  const bulk = startWorker(
    db,
    {
      ...importHandlers({ ...shared, recipientNameMin: config.recipientNameMin }),
      ...bulkHandlers({ ...shared, changed }),
      ...webhookHandlers({ db }),
      ...accountHandlers({ db, clock, eraseCredentials }),
    },
    log,
    { slots: 2, timeoutMs: bulkTimeoutMs },
  );
  // The engine limits what is under way by endpoint and account; one host may be the receivers of many.
  const outbound = createOutbound(config.webhookAllowedCidrs, { mostPerHost: null });
  const webhooks = startWebhooks({
    ...{ db, clock, log, urls, sealer, outbound },
    schedule: config.webhookSchedule,
    count: parts.countAttempt,
  });
  const chores = startChores(
    db,
    [
      { name: 'jobs', run: sweep },
      { name: 'deliveries', run: (trx) => forgetDeliveries(trx, clock()) },
      { name: 'imports', run: (trx) => tidyImports(trx, clock()) },
      { name: 'bulk jobs', run: (trx) => tidyBulkJobs(trx, clock()) },
      { name: 'mails', run: (trx) => tidyMails(trx, clock()) },
      { name: 'audit log', run: (trx) => forgetActs(trx, clock()) },
      ...peopleChores(clock),
      ...accessChores,
      ...credentialChores,
      throttleChore,
      idempotencyChore,
      { name: 'engagement clients', run: forgetClients },
      ...imageChores({ clock, images: parts.images, log, references: imageReferences }),
    ],
    choresEveryMs,
    log,
  );
  return {
    stop: async () => {
      await Promise.all([chores.stop(), bulk.stop(), mail.stop(), webhooks.stop()]);
    },
  };
}
