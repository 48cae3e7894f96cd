import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import {
  finishBackup,
  idAt,
  inSnapshot,
  keepImages,
  listImages,
  lock,
  type Repository,
  removeBackup,
  type Sums,
  summing,
  within,
  writeWhole,
} from '../backup/index.ts';
import { type BaseStream, withBaseBackup } from '../db/index.ts';
import type { ImageStore } from '../images/index.ts';
import {
  type BaseManifest,
  clearBroken,
  filesFile,
  imagesFile,
  listBases,
  pathOfBase,
  tarFile,
} from './bases.ts';
import { type Cluster, clusterOf } from './cluster.ts';
import { refuseTaken } from './histories.ts';
import { markSystem, ofSystem } from './place.ts';
import { type Pruned, prune } from './prune.ts';
import { segmentAt } from './rules.ts';

export type BaseParts = {
  url: string;
  archive: Repository;
  images: ImageStore;
  program: string;
  /** Every moment of so many days can be restored; what no such moment needs goes. */
  days: number;
  /** A second, so that others get their share of the disk. */
  maxKilobytes: number | undefined;
  /** Keeps the secret that the service writes with, if it is to be, and was not `before`; answers its mark. */
  keepSecret: (before?: string | null) => Promise<string | null>;
  signal: AbortSignal;
};

export type TakenBase = { id: string; manifest: BaseManifest; pruned: Pruned };

/** A copy of the whole cluster, from which any later moment is reached by replaying the log. One at a time in a place. */
export async function takeBase(parts: BaseParts): Promise<TakenBase> {
  const { archive, url, days } = parts;
  const held = await lock(archive, 'a base backup');
  try {
    const cluster = await clusterOf(url);
    const { system, postgres, segmentBytes } = cluster;
    refuseTaken(await listBases(archive), cluster, archive.place);
    await clearBroken(archive, system);
    const id = idAt(new Date());
    const room: Room = { ...parts, system, id, sums: new Map(), segmentBytes, postgres };
    const manifest = await write(room, held.hold).catch(async (error: unknown) => {
      await removeBackup(within(archive, ofSystem(system)), id).catch(() => {});
      throw error;
    });
    const cutoff = Date.now() - days * 86_400_000;
    return { id, manifest, pruned: await prune(archive, { system, cutoff }) };
  } finally {
    await held.release().catch(() => {});
  }
}

type Room = BaseParts & Omit<Cluster, 'timeline'> & { id: string; sums: Sums };

async function write(room: Room, hold: () => Promise<void>): Promise<BaseManifest> {
  const { archive, url, signal, system, id, sums, segmentBytes, postgres, program } = room;
  const startedAt = new Date().toISOString();
  await markSystem(archive, system);
  // Most pictures before, so that the end of the copy and the list of them lie close together.
  await inSnapshot(url, ({ client }) => keepImages(client, { repository: archive, ...room }));
  const secretMark = await room.keepSecret();
  const base = await withBaseBackup(url, room, async (stream) => {
    sums.set(tarFile, await writeTar(room, stream));
    await note(room, filesFile, stream.manifest());
    return { start: stream.start(), end: stream.end(), bytes: stream.bytes() };
  });
  const finishedAt = new Date().toISOString();
  const pictures = await inSnapshot(url, async ({ client }) => {
    const { missing } = await keepImages(client, { repository: archive, ...room });
    const file = pathOfBase(room, imagesFile);
    const listed = await listImages(client, missing, { repository: archive, file, signal });
    sums.set(imagesFile, listed.file.sha256);
    return { count: listed.count, missing: missing.size };
  });
  const { timeline } = base.end;
  const manifest: BaseManifest = {
    format: 1,
    ...{ startedAt, finishedAt, program, postgres, system, timeline, segmentBytes },
    firstSegment: segmentAt(base.start.lsn, timeline, segmentBytes),
    lastSegment: segmentAt(base.end.lsn, timeline, segmentBytes),
    ...{ bytes: base.bytes, secretMark, images: pictures },
  };
  signal.throwIfAborted();
  await hold();
  await finishBackup(within(archive, ofSystem(system)), id, manifest, sums);
  return manifest;
}

async function writeTar(room: Room, { tar }: BaseStream): Promise<string> {
  const { archive, signal } = room;
  const stored = summing();
  await pipeline(
    tar,
    createZstdCompress(),
    stored.through,
    (bytes: AsyncIterable<Buffer>) => archive.write(pathOfBase(room, tarFile), bytes),
    { signal },
  );
  return stored.sum().sha256;
}

async function note(room: Room, file: string, bytes: Buffer): Promise<void> {
  await writeWhole(room.archive, pathOfBase(room, file), bytes);
  room.sums.set(file, createHash('sha256').update(bytes).digest('hex'));
}
