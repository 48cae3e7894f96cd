import { createHash } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import {
  type BackupManifest,
  buildBackupPath,
  type Checksums,
  copyNewImages,
  copyOut,
  createBackupId,
  type DatabaseSession,
  deleteUnlistedImages,
  estimateRows,
  finishBackup,
  inSnapshot,
  listBackups,
  lockRepository,
  type Repository,
  type RepositoryLock,
  readBackup,
  readTables,
  removeBackup,
  secretFile,
  writeImageList,
  writeWhole,
} from '../../features/backup/index.ts';
import { hashPublicDocuments } from '../../features/documents/index.ts';
import { createUrls } from '../../kernel/urls.ts';
import { readStoredBaseUrl } from '../../platform/db/base-url.ts';
import { type ImageStore, openImageStore } from '../../platform/images/index.ts';
import { readRotationStart, readSecretMark } from '../../platform/secrets/index.ts';
import { createRefusal } from '../command-error.ts';
import { type CommandContext, runWithAccess, withCommandErrors, withConfig } from '../service.ts';
import { programVersion, requireCopyableDatabase } from './migrations.ts';
import { openRepositoryAt, refuseDataDir } from './open-repository.ts';
import { requireSecret, sealSecret } from './secrets.ts';
import { type BackupVerification, verifyBackup } from './verify.ts';

export type BackupOptions = {
  /** Encrypts the secret. Undefined leaves the secret out. */
  passphrase: string | undefined;
  /** Number of backups to keep. */
  keep: number | undefined;
  verify: boolean;
  onProgress: (done: number, of: number) => void;
};

export type BackupResult = {
  backup: string;
  place: string;
  tables: number;
  rows: number;
  images: { count: number; written: number; missing: number };
  bytes: number;
  secret: 'sealed' | 'left out';
  foreignTables: string[];
  dropped: string[];
  seconds: number;
  verified: BackupVerification | undefined;
};

type BackupContext = {
  config: Config;
  repository: Repository;
  images: ImageStore;
  signal: AbortSignal;
  id: string;
  sums: Checksums;
};

/** Backs up a running service. A backup appears in its place only when complete. */
export function createBackup(
  context: CommandContext,
  place: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const { signal } = context;
  return withConfig(context, async (config) => {
    const startedAt = Date.now();
    const { passphrase } = options;
    if (passphrase) await requireSecret(config);
    await refuseDataDir(config, place);
    const repository = await openRepositoryAt(place);
    const lock = await lockRepository(repository);
    try {
      await repository.tidy();
      const { broken } = await listBackups(repository);
      for (const id of broken) await removeBackup(repository, id);
      const images = await openImageStore(config);
      const id = createBackupId(new Date());
      const room: BackupContext = { config, repository, images, signal, id, sums: new Map() };
      const written = await runWithAccess(config, false, context, ({ url }) =>
        writeBackup(room, url, passphrase, lock, options.onProgress),
      ).catch(async (error: unknown) => {
        await removeBackup(repository, id).catch(() => {});
        throw error;
      });
      const verified = options.verify
        ? await verifyBackup(await readBackup(repository, id), repository, context, images)
        : undefined;
      // Old backups are deleted only after the new one was verified.
      const dropped = await deleteOldBackups(room, lock, options.keep);
      const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
      return { backup: id, place: repository.place, ...written, dropped, seconds, verified };
    } finally {
      await lock.release().catch(() => {});
    }
  });
}

type BackupContents = Pick<
  BackupResult,
  'tables' | 'rows' | 'images' | 'bytes' | 'secret' | 'foreignTables'
>;

async function writeBackup(
  room: BackupContext,
  url: string,
  passphrase: string | undefined,
  lock: RepositoryLock,
  onProgress: BackupOptions['onProgress'],
): Promise<BackupContents> {
  const { repository, id, sums } = room;
  // Copy images before the snapshot, so that garbage collection during the table copy loses none.
  const before = await inSnapshot(url, ({ client }) => copyNewImages(client, room));
  return inSnapshot(url, async (session) => {
    const { client } = session;
    const manifest = await startBackup(session, room, passphrase ? 'sealed' : 'left out');
    const { secretMark } = manifest;
    const sealed = passphrase && (await sealSecret(room.config, secretMark, passphrase));
    const { tables, foreign } = await readTables(client);
    const about = await estimateRows(client, tables);
    const totals = { rows: 0, bytes: 0 };
    for (const table of tables) {
      const file = `tables/${table.name}.copy.zst`;
      const to = { repository, file: buildBackupPath(id, file), signal: room.signal };
      const copied = await copyOut(client, table, to);
      sums.set(file, copied.file.sha256);
      manifest.tables.push({ ...table, file, rows: copied.rows, text: copied.text.sha256 });
      totals.rows += copied.rows;
      totals.bytes += copied.file.bytes;
      onProgress(totals.rows, Math.max(about, totals.rows));
    }
    const after = await copyNewImages(client, room);
    const { missing } = after;
    const list = { ...room, file: buildBackupPath(id, manifest.images.file) };
    const { file, ...listed } = await writeImageList(client, missing, list);
    sums.set(manifest.images.file, file.sha256);
    Object.assign(manifest.images, listed, { missing: missing.size });
    if (sealed) await recordFile(room, secretFile, sealed);
    manifest.finishedAt = new Date().toISOString();
    room.signal.throwIfAborted();
    await lock.hold();
    await finishBackup(repository, id, manifest, sums);
    const images = {
      count: listed.count,
      written: before.count + after.count,
      missing: missing.size,
    };
    const { secret } = manifest;
    return { ...totals, tables: tables.length, images, secret, foreignTables: foreign };
  });
}

async function startBackup(
  { client, db }: DatabaseSession,
  { config }: BackupContext,
  secret: BackupManifest['secret'],
): Promise<BackupManifest> {
  const { migrations, missing } = await requireCopyableDatabase(client, 'back up');
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const baseUrl = (await readStoredBaseUrl(db)) ?? config.baseUrl;
  const secretMark = (await readSecretMark(db)) ?? null;
  const rotating = await readRotationStart(db);
  if (rotating)
    throw createRefusal(
      `the secret has been changing since ${rotating}, and a backup stores only one. Finish with insignia secret rotate first`,
    );
  const now = new Date().toISOString();
  // Statements match this program's schema only.
  const documents = missing.length > 0 ? [] : await hashPublicDocuments(db, createUrls(baseUrl));
  return {
    format: 1,
    ...{ startedAt: now, finishedAt: now, migrations, baseUrl, secret, secretMark },
    program: await programVersion(),
    postgres: Number(rows[0]?.version),
    tables: [],
    images: { file: 'images.txt.zst', count: 0, bytes: 0, missing: 0 },
    documents: documents.map(({ url, sha256 }) => ({ url, sha256 })),
  };
}

async function recordFile(
  { repository, id, sums }: BackupContext,
  name: string,
  bytes: Buffer,
): Promise<void> {
  await writeWhole(repository, buildBackupPath(id, name), bytes);
  sums.set(name, createHash('sha256').update(bytes).digest('hex'));
}

/** Never drops the newest backup, even if clocks went backward. */
async function deleteOldBackups(
  { repository, id }: BackupContext,
  lock: RepositoryLock,
  keep: number | undefined,
): Promise<string[]> {
  if (keep === undefined) return [];
  const { whole } = await listBackups(repository);
  const otherBackups = whole.filter((other) => other !== id);
  const old = otherBackups.slice(0, Math.max(0, whole.length - keep));
  if (old.length === 0) return [];
  await lock.hold();
  for (const other of old) await removeBackup(repository, other);
  const names = [...otherBackups.slice(old.length), id];
  const remaining = await Promise.all(names.map((name) => readBackup(repository, name)));
  await deleteUnlistedImages(
    repository,
    remaining.map(({ id: of, manifest }) => buildBackupPath(of, manifest.images.file)),
  );
  return old;
}

type ListedBackup = {
  backup: string;
  isWhole: boolean;
  madeAt: string | undefined;
  rows: number | undefined;
  images: number | undefined;
  secret: 'sealed' | 'left out' | undefined;
  lastMigration: string | undefined;
};

/** Backups in a place, oldest first. An unreadable one is listed as incomplete. */
export function listBackupsAt(context: CommandContext, place: string): Promise<ListedBackup[]> {
  return withCommandErrors(context, async () => {
    const repository = await openRepositoryAt(place);
    const { whole, broken } = await listBackups(repository);
    const listed: ListedBackup[] = [];
    for (const id of [...whole, ...broken].sort()) {
      const manifest = await readBackup(repository, id).then(
        (backup) => backup.manifest,
        () => undefined,
      );
      listed.push({
        backup: id,
        isWhole: manifest !== undefined,
        madeAt: manifest?.startedAt,
        rows: manifest?.tables.reduce((sum, { rows }) => sum + rows, 0),
        images: manifest?.images.count,
        secret: manifest?.secret,
        lastMigration: manifest?.migrations.at(-1),
      });
    }
    return listed;
  });
}
