import { getAgreedTime, maintainPartitions, type Trx } from '../db/index.ts';
import { type BackgroundWork, startWorker, type Worker } from '../jobs/index.ts';
import { startMailFiles } from './files.ts';
import { createMailHandler, type MailDeps } from './handler.ts';
import { mailJobKinds } from './queue-mails.ts';
import { mailRetentionMs } from './rules.ts';
import { deleteMailsBefore, failDeadMails, hasQueuedMails, sortInAddresses } from './store.ts';
import type { Transport } from './transport.ts';

type MailWorkDeps = Omit<MailDeps, 'transport'> & {
  /** Opens a transport with its own connections. */
  openTransport: (connections: number) => Transport;
  /** Folder where emails are written to files, or were earlier. */
  filesFolder: string;
};

// Longer than a mail server that takes the maximum time for each command.
const timeoutMs = 300_000;
/** Concurrent jobs per queue, each with a connection. */
const slots = { awaited: 2, other: 8 };

export function registerMail(work: BackgroundWork, room: MailWorkDeps): void {
  work.runs(() => startSending(room), ...Object.values(mailJobKinds));
  work.runs(() => startMailFiles(room.db, room.filesFolder, room.log));
  work.chores({
    name: 'mails',
    run: async (trx) => tidyMails(trx, await getAgreedTime(trx, room.clock())),
  });
  work.chores({ name: 'mail search keys', run: sortInAddresses });
}

/** Awaited emails have their own slots, so they never wait for others. */
function startSending({ openTransport, ...parts }: MailWorkDeps): Worker {
  const lines = (['awaited', 'other'] as const).map((which) => {
    const transport = openTransport(slots[which]);
    const handlers = { [mailJobKinds[which]]: createMailHandler({ ...parts, transport }) };
    const worker = startWorker(parts.db, handlers, parts.log, { slots: slots[which], timeoutMs });
    return { transport, worker };
  });
  return {
    stop: async () => {
      await Promise.all(lines.map(({ worker }) => worker.stop()));
      for (const { transport } of lines) transport.close();
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
      keptMs: mailRetentionMs,
      isHeld: hasQueuedMails,
      dropRows: deleteMailsBefore,
    },
    now,
  );
}
