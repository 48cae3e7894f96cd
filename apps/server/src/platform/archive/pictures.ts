import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { keepImage, type Repository } from '../backup/index.ts';
import type { Database } from '../db/index.ts';
import { type ImageStore, imagesAfter, type KnownImage } from '../images/index.ts';
import { ofSystem } from './place.ts';

const pageRows = 1_000;
const lists = 'pictures/';

type KeepInput = {
  archive: Repository;
  images: ImageStore;
  system: string;
  since: Date;
  /** Those that need no second look; what is written is added. */
  kept: Set<string>;
};

/**
 * Writes those that were used since then: a piece of the log that tells of a picture is archived after it. Answers those
 * that the store does not have, or not yet.
 */
export async function keepNewImages(
  db: Database,
  { archive, images, system, since, kept }: KeepInput,
): Promise<{ missing: string[] }> {
  const lines: string[] = [];
  const missing: string[] = [];
  for await (const { cid, bytes } of usedSince(db, since)) {
    if (kept.has(cid)) continue;
    if (await keepImage(archive, images, cid)) lines.push(`${cid} ${bytes}\n`);
    else missing.push(cid);
  }
  if (lines.length > 0) await writeList(archive, system, lines);
  for (const line of lines) kept.add(line.split(' ')[0] ?? '');
  return { missing };
}

async function* usedSince(db: Database, since: Date): AsyncGenerator<KnownImage> {
  for (let after = ''; ; ) {
    const page = await imagesAfter(db, after, pageRows, since);
    yield* page;
    after = page.at(-1)?.cid ?? '';
    if (page.length < pageRows) return;
  }
}

/** By it they stay until no base backup from before is kept. */
async function writeList(archive: Repository, system: string, lines: string[]): Promise<void> {
  const file = `${ofSystem(system)}${lists}${new Date().toISOString().replaceAll(':', '-')}.txt.zst`;
  await pipeline(
    Readable.from(lines, { objectMode: false }),
    createZstdCompress(),
    (bytes: AsyncIterable<Buffer>) => archive.write(file, bytes),
  );
}

/** The lists of a cluster, the oldest first; `at`: when. */
export async function* listsOf(
  archive: Repository,
  system: string,
): AsyncGenerator<{ file: string; at: number }> {
  const prefix = ofSystem(system) + lists;
  for await (const { name } of archive.list(prefix)) {
    const [, day, hour, minute, rest] =
      /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.txt\.zst$/.exec(name) ?? [];
    if (day) yield { file: name, at: Date.parse(`${day}T${hour}:${minute}:${rest}`) };
  }
}
