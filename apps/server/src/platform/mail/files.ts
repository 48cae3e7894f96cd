import { opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createPoller, type Database } from '../db/index.ts';
import type { Worker } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import { mailFilesWork } from './rules.ts';
import { listExistingMails, markWritten } from './store.ts';

/** Returns the folder for emails that are written to files. */
export const mailFolderPath = (dataDir: string): string => join(dataDir, 'mail');

/** Starts with the time, so that people find the latest file, and ends with the id of the email. */
export function createFileName(mailId: string, now: Date): string {
  return `${now.toISOString().replaceAll(/[:.]/g, '-')}_${mailId}.eml`;
}

// A crash may leave a draft, which has the same id.
const nameForm = /_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.tmp)?$/;
const batchSize = 500;
/**
 * Maximum time until this machine deletes files of emails that another machine erased, or whose
 * retention ended.
 */
const pollMs = 600_000;

/**
 * Deletes files whose email was erased with its credential or account, or is no longer kept. The
 * first run also records that the emails of the remaining files were written to files, which the
 * previous release didn't record.
 */
export function startMailFiles(db: Database, folder: string, log: Logger): Worker {
  const { rest, end } = createPoller(db.signals, [mailFilesWork], { pollMs });
  let stopped = false;
  let isFirst = true;
  const tidyAll = async (): Promise<void> => {
    for await (const files of readBatches(folder)) {
      if (stopped) return;
      await tidyFiles(db, folder, files, isFirst);
    }
    isFirst = false;
  };
  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        await tidyAll();
      } catch (error) {
        log.warn({ err: error }, "mail: files of deleted emails couldn't be removed");
      }
      await rest();
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      end();
      await running;
    },
  };
}

type MailFile = { name: string; id: string };

async function* readBatches(folder: string): AsyncGenerator<MailFile[]> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    // No email has been written to a file here.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let files: MailFile[] = [];
  for await (const { name } of entries) {
    const id = nameForm.exec(name)?.[1];
    if (id === undefined) continue;
    files.push({ name, id });
    if (files.length < batchSize) continue;
    yield files;
    files = [];
  }
  if (files.length > 0) yield files;
}

async function tidyFiles(
  db: Database,
  folder: string,
  files: MailFile[],
  isFirst: boolean,
): Promise<void> {
  const ids = files.map(({ id }) => id);
  const existing = await listExistingMails(db, ids);
  for (const { name, id } of files) {
    if (existing.has(id)) continue;
    await unlink(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      // Another worker on this machine deleted the file first.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  if (isFirst) await markWritten(db, ids);
}
