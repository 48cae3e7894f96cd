import { createHash } from 'node:crypto';
import { z } from 'zod';
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
async function readBackupFiles(
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

const format = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.string().regex(/^[\w./-]{1,200}$/);

const manifest = z.object({
  format: z.literal(format),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Version of Insignia. Absent in older backups. */
  program: z.string().optional(),
  /** `server_version_num` of the source. */
  postgres: z.int(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  baseUrl: z.url(),
  /** Identifies the SECRET without revealing it. Null if no service has started with one. */
  secretMark: z.string().nullable(),
  secret: z.enum(['sealed', 'left out']),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** Sort order of a partitioned table. Absent in older backups. */
      sortedBy: z.array(z.string()).nullish(),
      file,
      rows: z.int(),
      /** Checksum of the uncompressed text. */
      text: sha256,
    }),
  ),
  images: z.object({ file, count: z.int(), bytes: z.number(), missing: z.int() }),
  /** Public documents and their checksums. */
  documents: z.array(z.object({ url: z.url(), sha256 })),
});

export type BackupManifest = z.infer<typeof manifest>;
/** A complete backup. */
export type Backup = { id: string; manifest: BackupManifest; sums: Checksums };

export const secretFile = 'secret.sealed';

/** Reads the newest or the named backup. Refuses an altered one. */
export async function readBackup(
  repository: Repository,
  requestedId: string | undefined,
): Promise<Backup> {
  const { id, sums, manifest } = await readBackupFiles(repository, requestedId);
  return { id, manifest: parseManifest(manifest, id), sums };
}

/** The checksum matched, so an unknown format was written by another version. */
function parseManifest(stored: { format?: unknown }, id: string): BackupManifest {
  if (stored.format !== format)
    throw new BackupError(
      'refused',
      `the backup ${id} has another format (${stored.format}, this program's is ${format}). Restore it with the version that created it`,
    );
  return manifest.parse(stored);
}
