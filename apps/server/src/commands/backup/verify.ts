import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Backup,
  buildBackupPath,
  checkFiles,
  checksumTable,
  damagedBackup,
  forEachImage,
  inSnapshot,
  type Repository,
  repairImage,
} from '../../features/backup/index.ts';
import { hashPublicDocuments } from '../../features/documents/index.ts';
import { createUrls } from '../../kernel/urls.ts';
import { migrate, openEmbedded } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { CommandContext } from '../service.ts';
import { createFillSource, fillDatabase } from './fill.ts';
import { programVersion } from './migrations.ts';

export type BackupVerification = {
  tables: number;
  rows: number;
  images: number;
  /** Number of damaged images that were rewritten. */
  healed: number;
  documents: number;
  /**
   * True if documents weren't compared because another program version may render them differently.
   */
  isOtherProgram: boolean;
};

/** Temporary data, so durability is off. */
const scratchSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Restores a backup into a temporary database and compares: checksums of files and images, row
 * counts and checksums of tables, and public documents. `store` repairs images damaged in the
 * backup.
 */
export async function verifyBackup(
  backup: Backup,
  repository: Repository,
  { signal, warn }: CommandContext,
  store?: ImageStore,
): Promise<BackupVerification> {
  const { id, manifest } = backup;
  await checkFiles(repository, backup, signal);
  const isOtherProgram =
    manifest.program !== undefined && manifest.program !== (await programVersion());
  const counts = { tables: 0, rows: 0, images: 0, healed: 0, documents: 0 };
  const verified: BackupVerification = { ...counts, isOtherProgram };
  await forEachImage(
    repository,
    buildBackupPath(id, manifest.images.file),
    signal,
    async (cid, read) => {
      await read().catch(async (error: unknown) => {
        if (!store || !(await repairImage(repository, store, cid))) throw error;
        verified.healed += 1;
      });
      verified.images += 1;
    },
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-verify-'));
  try {
    const { url, stop } = await openEmbedded(dataDir, warn, scratchSettings);
    try {
      const nothing = async (): Promise<void> => {};
      await fillDatabase(url, createFillSource(repository, backup, signal), {
        ...{ signal, warn, meanwhile: nothing, before: nothing },
        onLoaded: () => {},
      });
      await compareTables(url, backup, repository, verified);
      await migrate(url, { onWait: warn });
      if (!isOtherProgram) await compareDocuments(url, backup, repository, verified);
      return verified;
    } finally {
      await stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function compareTables(
  url: string,
  { id, manifest }: Backup,
  { place }: Repository,
  verified: BackupVerification,
): Promise<void> {
  await inSnapshot(url, async ({ client }) => {
    for (const { rows, text, file: _, ...table } of manifest.tables) {
      const found = await checksumTable(client, table);
      if (found.rows !== rows || found.text.sha256 !== text)
        throw damagedBackup(`the table ${table.name} restored from ${id}`, place);
      verified.tables += 1;
      verified.rows += rows;
    }
  });
}

async function compareDocuments(
  url: string,
  { id, manifest }: Backup,
  { place }: Repository,
  verified: BackupVerification,
): Promise<void> {
  await inSnapshot(url, async ({ db }) => {
    const found = await hashPublicDocuments(db, createUrls(manifest.baseUrl));
    const sums = new Map(found.map(({ url: at, ...known }) => [at, known]));
    for (const { url: at, sha256 } of manifest.documents) {
      const known = sums.get(at);
      if (sha256 !== known?.sha256 && sha256 !== known?.formerSha256)
        throw damagedBackup(`the document ${at} of ${id}`, place);
      verified.documents += 1;
    }
  });
}
