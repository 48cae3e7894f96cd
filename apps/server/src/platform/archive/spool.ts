import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository, type Repository, readWhole, writeWhole } from '../backup/index.ts';
import { readHeader } from './header.ts';
import { type Packed, pack } from './log.ts';
import { isHistory, isSegment, pieceOf } from './rules.ts';

const packedFile = /^(\w{24}|\w{8}\.history)\.(\d+)\.([0-9a-f]{64})\.zst$/;

/** What PostgreSQL has put down to be archived, which waits on the disk of the database. */
export type Spool = {
  /** Packs what is new: compressed it may wait for long. What cannot be packed stays, and is told after the rest. `system`: of the cluster that runs. */
  take: (system: string) => Promise<void>;
  /** What is packed, the oldest first; what tells of a history before all. */
  waiting: () => Promise<Waiting[]>;
  /** undefined where it was given up meanwhile. */
  read: (waiting: Waiting) => Promise<Packed | undefined>;
  drop: (waiting: Waiting) => Promise<void>;
  /** Since when it waits. */
  since: (waiting: Waiting) => Promise<number>;
  /** All, packed or not; answers how many. */
  clear: () => Promise<number>;
  /** Of all that is there, packed or not. */
  bytes: () => Promise<number>;
  /** Takes away what a crash has left half written. */
  tidy: () => Promise<void>;
};

export type Waiting = { file: string; name: string; system: string; sum: string };

const isRaw = (name: string): boolean => isSegment(name) || isHistory(name);
const isPiece = (name: string): boolean => isRaw(name) || packedFile.test(name);

const draftMs = 3_600_000;

export async function openSpool(folder: string): Promise<Spool> {
  const files = await openRepository(folder);
  return {
    take: async (system) => {
      let first: { error: unknown } | undefined;
      for (const name of await namesIn(folder)) {
        if (isRaw(name))
          await takeOne(folder, files, name, system).catch((error: unknown) => {
            first ??= { error };
          });
        // Of a base backup, and of the last piece before a restore: the archive has no use for them.
        else if (/\.(backup|partial)$/.test(name)) await rm(join(folder, name), { force: true });
      }
      if (first) throw first.error;
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
      return bytes && { ...waiting, bytes };
    },
    drop: ({ file }) => files.remove(file),
    since: ({ file }) =>
      stat(join(folder, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ),
    clear: async () => {
      const all = (await namesIn(folder)).filter(isPiece);
      for (const name of all) await rm(join(folder, name), { force: true });
      return all.length;
    },
    bytes: async () => {
      const sizes = await Promise.all(
        (await namesIn(folder)).filter(isPiece).map((name) =>
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
