import { type Database, getAgreedTime, maintainPartitions, type Trx } from '../db/index.ts';
import { type BackgroundWork, startWorker, type Worker } from '../jobs/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import { startMailFiles } from './files.ts';
import { createMailHandler, type MailDeps } from './handler.ts';
import { mailJobKinds } from './queue-mails.ts';
import { mailRetentionMs, mailsTotal } from './rules.ts';
import {
  deleteMailsBefore,
  failDeadMails,
  hasQueuedMails,
  indexNewAddresses,
  readOldestQueuedSeconds,
} from './store.ts';
import type { Transport } from './transport.ts';

export {
  type Bounce,
  type BouncedAddress,
  type BounceOutcome,
  clearBouncedAddress,
  type LockSubject,
  readBouncedAddresses,
  recordBounce,
} from './bounce-store.ts';
export type { EmailBranding, EmailContent, TemplateContext } from './email-content.ts';
export { createServiceBranding } from './email-content.ts';
export { mailFolderPath as mailFolderIn } from './files.ts';
export { formatSenderName } from './handler.ts';
export { createMailMarks, type MailMarks, markHeader } from './marks.ts';
export {
  type NewMail,
  queueMailIf,
  queueMails,
  readQueueLength,
  requeueMails,
} from './queue-mails.ts';
export { renderEmail } from './render.ts';
export type { MailKind } from './rules.ts';
export { type BounceKind, classifyBounceStatus } from './rules.ts';
export {
  deleteMailsAbout,
  deleteMailsAboutAnything,
  deleteMailsTo,
  failPausedMails,
  findMailAccount,
  listMailsSince,
  lockQueuedMails,
  type Mail,
  type MailLogEntry,
  pauseQueuedMails,
  type QueuedMail,
  setMailsAbout,
  setQueuedContent,
  withdrawQueuedMails,
} from './store.ts';
export { createFileTransport, createSmtpTransport } from './transport.ts';

type MailWorkDeps = Omit<MailDeps, 'transport'> & {
  /** Opens a transport with its own connections. */
  openTransport: (connections: number) => Transport;
  /** Folder where emails are written to files, or were earlier. */
  filesFolder: string;
};

// Longer than a mail server that takes the maximum time for each command.
const timeoutMs = 300_000;
/** Concurrent jobs per queue, each with a connection. */
const slots = { awaited: 2, claims: 4, other: 8 };

export function registerMail(work: BackgroundWork, deps: MailWorkDeps): void {
  work.runs(() => startSending(deps), ...Object.values(mailJobKinds));
  work.runs(() => startMailFiles(deps.db, deps.filesFolder, deps.log));
  work.chores({
    name: 'mails',
    run: async (trx) => tidyMails(trx, await getAgreedTime(trx, deps.clock())),
  });
  work.chores({ name: 'mail search keys', run: indexNewAddresses });
}

/** Each queue has its own slots, so emails never wait for those of another queue. */
function startSending({ openTransport, ...parts }: MailWorkDeps): Worker {
  const queues = (['awaited', 'claims', 'other'] as const).map((which) => {
    const transport = openTransport(slots[which]);
    const handlers = { [mailJobKinds[which]]: createMailHandler({ ...parts, transport }) };
    const worker = startWorker(parts.db, handlers, parts.log, { slots: slots[which], timeoutMs });
    return { transport, worker };
  });
  return {
    stop: async () => {
      await Promise.all(queues.map(({ worker }) => worker.stop()));
      for (const { transport } of queues) transport.close();
    },
  };
}

/** Fails emails whose last attempt crashed, and deletes old ones. */
export async function tidyMails(trx: Trx, now: Date): Promise<'again' | undefined> {
  await failDeadMails(trx);
  return maintainPartitions(
    trx,
    {
      table: 'mails',
      retentionMs: mailRetentionMs,
      isNeeded: hasQueuedMails,
      dropRows: deleteMailsBefore,
    },
    now,
  );
}

export function measureMail({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: mailsTotal,
    help: 'Emails by result of an attempt: sent, written to a file, to be retried, permanently rejected (bounced), or given up (failed).',
    labels: ['outcome'],
    zeros: ['sent', 'written', 'retried', 'bounced', 'failed'].map((outcome) => ({ outcome })),
  });
}

export const mailReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_mails_oldest_queued_seconds',
      help: 'Age of the oldest unsent email, including emails on hold after a restore.',
    },
  ],
  read: async (trx) => [await readOldestQueuedSeconds(trx)],
};
