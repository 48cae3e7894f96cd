import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { BackupFault, damaged, type Repository, readWhole, writeWhole } from '../backup/index.ts';
import { ofSystem, requireSystem } from './place.ts';
import { isSegment } from './rules.ts';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];
const { ZSTD_c_checksumFlag } = constants;

/** A piece of the log, or what PostgreSQL writes down of a history: its name, and the sum of its bytes. */
export type Packed = { name: string; system: string; sum: string; bytes: Buffer };

export async function pack(name: string, system: string, bytes: Buffer): Promise<Packed> {
  const sum = createHash('sha256').update(bytes).digest('hex');
  const packed = await compress(bytes, { params: { [ZSTD_c_checksumFlag]: 1 } });
  return { name, system, sum, bytes: packed };
}

/** 256 pieces to a folder, as PostgreSQL counts them. */
const folderOf = (system: string, name: string): string =>
  `${ofSystem(system)}wal/${isSegment(name) ? `${name.slice(0, 16)}/` : ''}`;

const pathOf = ({ system, name, sum }: Omit<Packed, 'bytes'>): string =>
  `${folderOf(system, name)}${name}.${sum}.zst`;

type Found = { path: string; name: string; sum: string };

async function find(archive: Repository, system: string, name: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { name: path } of archive.list(`${folderOf(system, name)}${name}.`))
    found.push({ path, name, sum: path.split('.').at(-2) ?? '' });
  return found;
}

/** One that is there with other bytes stays: two databases of one history cannot share an archive. */
export async function keepPacked(archive: Repository, packed: Packed): Promise<void> {
  const there = await find(archive, packed.system, packed.name);
  if (there.some(({ sum }) => sum === packed.sum)) return;
  if (there.length > 0)
    throw new BackupFault(
      'refused',
      `${packed.name} is in ${archive.place} already with other bytes: another database archives there that was copied from the same one; give each a place of its own`,
    );
  await writeWhole(archive, pathOf(packed), packed.bytes);
}

/** undefined when it is not there. */
export async function readPacked(
  archive: Repository,
  system: string,
  name: string,
): Promise<Buffer | undefined> {
  const [found] = await find(archive, system, name);
  if (!found) {
    // What goes away in the middle of a restore must not be taken for the end of the log.
    await requireSystem(archive, system);
    return undefined;
  }
  const packed = await readWhole(archive, found.path);
  const bytes = packed && (await decompress(packed).catch(() => undefined));
  const sum = bytes && createHash('sha256').update(bytes).digest('hex');
  if (!bytes || sum !== found.sum) throw damaged(found.path, archive.place);
  return bytes;
}

/** The pieces of a cluster's log that are there, in their order. */
export async function* listSegments(
  archive: Repository,
  system: string,
): AsyncGenerator<{ name: string; path: string; bytes: number }> {
  for await (const { name: path, bytes } of archive.list(`${ofSystem(system)}wal/`)) {
    const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
    if (isSegment(name)) yield { name, path, bytes };
  }
}

export const segmentNames = (archive: Repository, system: string): Promise<string[]> =>
  Array.fromAsync(listSegments(archive, system), ({ name }) => name);
