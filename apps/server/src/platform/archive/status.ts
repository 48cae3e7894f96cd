import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository, writeWhole } from '../backup/index.ts';

/** Where the service tells others of it: the operator's commands, and its own other processes. */
export type Status = {
  system: string;
  /** Of the archive that `base` is in. */
  place?: string | undefined;
  /** Pictures that were used since then may not be in it yet. */
  picturesSince?: string | undefined;
  /** The last piece that the archive has, and since when. */
  last: { name: string; at: string } | undefined;
  waiting: { count: number; bytes: number; since: string } | undefined;
  /** Since when, and why, nothing comes into the archive. */
  failing: { since: string; reason: string } | undefined;
  /** What could not wait any longer was thrown away. */
  droppedAt: string | undefined;
  base: { id: string; finishedAt: string } | undefined;
  baseFailing: { since: string; reason: string } | undefined;
  /** Pieces are missing since the last base backup. */
  isBroken: boolean;
  /** Another history takes base backups in the same place. */
  beside: { base: string; system: string; timeline: number } | undefined;
};

const statusFile = 'status.json';

export async function writeStatus(folder: string, status: Status): Promise<void> {
  const files = await openRepository(folder);
  await writeWhole(files, statusFile, Buffer.from(`${JSON.stringify(status)}\n`));
}

/** undefined before the service has archived anything. */
export async function readStatus(folder: string): Promise<Status | undefined> {
  const text = await readFile(join(folder, statusFile), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Status);
  } catch {
    return undefined;
  }
}
