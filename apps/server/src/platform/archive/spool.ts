import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository, type Repository, readWhole, writeWhole } from '../backup/index.ts';
import { readHeader } from './header.ts';
import { type Packed, pack } from './log.ts';
import { isHistory, isSegment, pieceOf } from './rules.ts';

const packedFile = /^(\w{24}|\w{8}\.history)\.(\d+)\.([0-9a-f]{64})\.zst$/;

/** What PostgreSQL has put down to be archived, which waits on the disk of the database. */
export type Spool = {
  /** Packs what is new: compressed it may wait for long. `system`: of the cluster that runs. */
  take: (system: string) => Promise<void>;
  /** What is packed, the oldest first; what tells of a history before all. */
  waiting: () => Promise<Waiting[]>;
  read: (waiting: Waiting) => Promise<Packed>;
  drop: (waiting: Waiting) => Promise<void>;
  /** Of all that is there, packed or not. */
  bytes: () => Promise<number>;
  /** Takes away what a crash has left half written. */
  tidy: () => Promise<void>;
};

export type Waiting = { file: string; name: string; system: string; sum: string };

const draftMs = 3_600_000;

export async function openSpool(folder: string): Promise<Spool> {
  const files = await openRepository(folder);
  return {
    take: async (system) => {
      for (const name of await namesIn(folder)) {
        if (isSegment(name) || isHistory(name)) await takeOne(folder, files, name, system);
        // Of a base backup, and of the last piece before a restore: the archive has no use for them.
        else if (/\.(backup|partial)$/.test(name)) await rm(join(folder, name), { force: true });
      }
    },
    waiting: async () => {
      const all = (await namesIn(folder)).flatMap((file) => {
        const [, name = '', system = '', sum = ''] = packedFile.exec(file) ?? [];
        return name ? [{ file, name, system, sum }] : [];
      });
      const [histories, segments] = [false, true].map((is) =>
        all.filter(({ name }) => isSegment(name) === is),
      ) as [Waiting[], Waiting[]];
      return [...histories, ...segments];
    },
    read: async ({ file, ...waiting }) => {
      const bytes = await readWhole(files, file);
      if (!bytes) throw new Error(`${file} has gone from ${folder}`);
      return { ...waiting, bytes };
    },
    drop: ({ file }) => files.remove(file),
    bytes: async () => {
      const sizes = await Promise.all(
        (await namesIn(folder)).map((name) =>
          stat(join(folder, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    tidy: async () => {
      await files.tidy();
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        const found = name.startsWith('archtemp.') && (await stat(path).catch(() => undefined));
        // A younger one may be just being written.
        if (found && Date.now() - found.mtimeMs > draftMs) await rm(path, { force: true });
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort();
}

async function takeOne(
  folder: string,
  files: Repository,
  name: string,
  system: string,
): Promise<void> {
  const path = join(folder, name);
  const bytes = await readFile(path);
  const header = isSegment(name) ? readHeader(bytes) : undefined;
  if (isSegment(name)) {
    const { number } = pieceOf(name, header?.segmentBytes ?? bytes.length);
    if (header?.at !== number * BigInt(bytes.length))
      throw new Error(`${path} is no piece of PostgreSQL's log`);
  }
  // A former database may have left some.
  const packed = await pack(name, header?.system ?? system, bytes);
  await writeWhole(files, `${name}.${packed.system}.${packed.sum}.zst`, packed.bytes);
  await rm(path);
}
