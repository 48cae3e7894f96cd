import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldPrefix, ownCluster, upgradeCluster, upgradedMark } from './layout.ts';
import { DataDirectoryInUse } from './open.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** Deletes the remains of an interrupted upgrade. The caller owns the directory. */
export async function clearUpgrade(dataDir: string): Promise<void> {
  const cluster = join(dataDir, upgradeCluster);
  const orphan = await findPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan);
  const mark = join(cluster, upgradedMark);
  await rm(mark, { force: true });
  const drafts = (await readdir(dataDir)).filter((name) =>
    name.startsWith(`${upgradeCluster}.new-`),
  );
  for (const name of [upgradeCluster, ...drafts])
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
}

/** Marks a complete cluster whose server has stopped. Only renames remain. */
export async function markUpgraded(dataDir: string): Promise<void> {
  const cluster = join(dataDir, upgradeCluster);
  const mark = await open(join(cluster, upgradedMark), 'w', 0o600);
  await mark.sync().finally(() => mark.close());
  await syncFolder(cluster);
}

/**
 * Renames the current cluster and returns its new name. Its server has stopped. A fake
 * postmaster.pid keeps PostgreSQL from being started on it meanwhile.
 */
export async function archiveCluster(dataDir: string, now: Date): Promise<string> {
  const name = `${oldPrefix}${now.toISOString().replaceAll(':', '-')}`;
  const cluster = join(dataDir, ownCluster);
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`, {
    ...{ flag: 'wx', mode: 0o600 },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new DataDirectoryInUse(
      `the database in ${dataDir} was started meanwhile. Stop it, and run the same command again`,
    );
  });
  await rename(cluster, join(dataDir, name));
  await syncFolder(dataDir);
  await rm(join(dataDir, name, 'postmaster.pid'));
  return name;
}

/** Makes the new cluster the active one. */
export async function installUpgrade(dataDir: string): Promise<void> {
  const cluster = join(dataDir, ownCluster);
  await rename(join(dataDir, upgradeCluster), cluster);
  await syncFolder(dataDir);
  await rm(join(cluster, upgradedMark), { force: true });
}

/** True if an upgrade was killed between its two renames. */
export function isSwapInterrupted(dataDir: string): boolean {
  return (
    !existsSync(join(dataDir, ownCluster)) &&
    existsSync(join(dataDir, upgradeCluster, upgradedMark))
  );
}

/** Clusters kept by upgrades and moves, oldest first. */
export async function listOldClusters(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.startsWith(oldPrefix)).sort();
}

export async function removeOldCluster(dataDir: string, name: string): Promise<void> {
  await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
}

/** A new name is durable once its folder is synced. Not available on Windows. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
