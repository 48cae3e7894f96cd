import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackupFault,
  openRepository,
  type Repository,
  readWhole,
  writeWhole,
} from '../backup/index.ts';
import type { S3Place } from '../s3.ts';

const below = 'archive';

/** Beside backups, which may be in the same place: each has its own pictures and its own lock. */
export async function openArchive(place: string | S3Place): Promise<Repository> {
  if (typeof place !== 'string') {
    return openRepository({ ...place, prefix: `${place.prefix}${below}/` });
  }
  // A disk that is not mounted must not be taken for an empty archive.
  const isThere = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere)
    throw new BackupFault('unreachable', `${place} is not there: make the folder, or mount it`);
  return openRepository(join(place, below));
}

/** Base backups and the log of one cluster, by the number that PostgreSQL gave it. */
export const ofSystem = (system: string): string => `${system}/`;

const marks = 'systems/';

/** From its first base backup on a cluster is listed. */
export const markSystem = (archive: Repository, system: string): Promise<void> =>
  writeWhole(archive, marks + system, Buffer.from(`${system}\n`));

/** Where a cluster has archived before. A disk that is not mounted may leave an empty folder, which is no archive without it. */
export async function requireSystem(archive: Repository, system: string): Promise<void> {
  if (await readWhole(archive, marks + system)) return;
  throw new BackupFault(
    'unreachable',
    `${archive.place} has nothing of this database any more: mount the disk; where it was emptied on purpose, insignia archive base begins anew`,
  );
}

export async function listSystems(archive: Repository): Promise<string[]> {
  const systems: string[] = [];
  for await (const { name } of archive.list(marks)) {
    const system = name.slice(marks.length);
    if (/^\d+$/.test(system)) systems.push(system);
  }
  return systems;
}
