import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Layout = {
  dataDir: string;
  cluster: string;
  socketDir: string;
  log: string;
};

/** Folder of the active cluster. Other names are temporary clusters next to it. */
export const ownCluster = 'postgres';
/** Filled by an upgrade. Complete once it contains the mark. */
export const upgradeCluster = 'postgres.upgrade';
export const upgradedMark = 'insignia-upgraded';
/** Folder left by an interrupted point-in-time restore of a version before 1.0. */
export const recoveryCluster = 'postgres.recovery';
/** Prefix of clusters kept by an upgrade, followed by the time. */
export const oldPrefix = 'postgres.old-';

/** A Unix socket's path may have 107 bytes, so it is in the temp directory under a hash. */
export function getLayout(dataDir: string, name = ownCluster): Layout {
  const cluster = join(dataDir, name);
  const hash = createHash('sha256')
    .update(name === ownCluster ? dataDir : cluster)
    .digest('hex')
    .slice(0, 16);
  return {
    dataDir,
    cluster,
    socketDir: join(tmpdir(), `insignia-${hash}`),
    log: join(dataDir, `${name}.log`),
  };
}

export function buildSocketUrl({ socketDir }: Layout): string {
  return `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`;
}

/** The server authenticates clients. The folder's mode also keeps others from its socket. */
export async function makeSocketDir(socketDir: string, uid: number | undefined): Promise<void> {
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(socketDir);
  const owners = [process.getuid?.(), uid];
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0)
    throw new Error(
      `${socketDir} belongs to another account or is open to others. Remove it and start again`,
    );
}
