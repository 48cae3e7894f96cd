import { createHash } from 'node:crypto';
import { type Checksum, checksumBytes } from './checksums.ts';
import {
  BackupError,
  damagedBackup,
  type Repository,
  readWhole,
  writeWhole,
} from './repository.ts';

export type Checksums = Map<string, string>;

const backupsFolder = 'backups/';
const sumsFile = 'SHA256SUMS';
const manifestFile = 'manifest.json';

export const buildBackupPath = (id: string, name: string): string =>
  `${backupsFolder}${id}/${name}`;

/** Sorts by time. Colons aren't portable in file names. */
export const createBackupId = (time: Date): string => time.toISOString().replaceAll(':', '-');

/** Ignores foreign files in the same folder. */
const isId = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name);

/** Writes the checksums last: a backup without them is incomplete. */
export async function finishBackup(
  repository: Repository,
  id: string,
  manifest: object,
  sums: Checksums,
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeWhole(repository, buildBackupPath(id, manifestFile), text);
  sums.set(manifestFile, createHash('sha256').update(text).digest('hex'));
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  await writeWhole(repository, buildBackupPath(id, sumsFile), Buffer.from(lines));
}

/** Complete and interrupted backups, oldest first. */
export async function listBackups(
  repository: Repository,
): Promise<{ whole: string[]; broken: string[] }> {
  const whole = new Set<string>();
  const seen = new Set<string>();
  for await (const { name } of repository.list(backupsFolder)) {
    const [, id = '', rest] = /^backups\/([^/]+)\/(.+)$/.exec(name) ?? [];
    if (!isId(id)) continue;
    seen.add(id);
    if (rest === sumsFile) whole.add(id);
  }
  return { whole: [...whole], broken: [...seen.difference(whole)] };
}

/** Returns the newest or the named backup with its manifest. Refuses an altered manifest. */
export async function readBackupFiles(
  repository: Repository,
  requestedId: string | undefined,
): Promise<{ id: string; sums: Checksums; manifest: { format?: unknown } }> {
  const { place } = repository;
  const { whole } = await listBackups(repository);
  const id = requestedId ?? whole.at(-1);
  if (!id) throw new BackupError('refused', `no complete backup in ${place}`);
  if (!whole.includes(id)) throw new BackupError('refused', `no complete backup ${id} in ${place}`);
  const lines =
    (await readWhole(repository, buildBackupPath(id, sumsFile)))?.toString().split('\n') ?? [];
  const sums: Checksums = new Map(
    lines.filter(Boolean).map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
      return [name, sum] as const;
    }),
  );
  const text = await readWhole(repository, buildBackupPath(id, manifestFile));
  const sum = text && createHash('sha256').update(text).digest('hex');
  if (!text || sums.get(manifestFile) !== sum)
    throw damagedBackup(`${manifestFile} of ${id}`, place);
  return { id, sums, manifest: JSON.parse(text.toString()) };
}

/** Reads every file of a backup and compares checksums. */
export async function checkFiles(
  repository: Repository,
  { id, sums }: { id: string; sums: Checksums },
  signal: AbortSignal,
): Promise<void> {
  for (const [name, sum] of sums) {
    signal.throwIfAborted();
    const bytes = await repository.read(buildBackupPath(id, name));
    const found: Checksum | undefined = bytes && (await checksumBytes(bytes));
    if (found?.sha256 !== sum) throw damagedBackup(`${name} of ${id}`, repository.place);
  }
}

/** Deletes the checksums first, so that an interrupted deletion leaves an incomplete backup. */
export async function removeBackup(repository: Repository, id: string): Promise<void> {
  await repository.remove(buildBackupPath(id, sumsFile));
  for await (const { name } of repository.list(buildBackupPath(id, '')))
    await repository.remove(name);
}
