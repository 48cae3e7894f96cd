import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { UnsupportedDatabaseError } from '../supported-database.ts';
import type { Identity } from './identity.ts';
import {
  type Layout,
  oldPrefix,
  ownCluster,
  recoveryCluster,
  upgradeCluster,
  upgradedMark,
} from './layout.ts';

const run = promisify(execFile);

/**
 * Creates the cluster in a draft folder and renames it, so that a killed start leaves nothing
 * half-made.
 */
export async function initialise(layout: Layout, identity: Identity): Promise<void> {
  if (existsSync(join(layout.cluster, 'PG_VERSION'))) return assertSameMajor(layout, identity);
  await assertNoInterruptedUpgrade(layout);
  const draft = `${layout.cluster}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  const { uid, gid } = identity;
  await mkdir(draft, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
  const [program, args] = identity.wrap(identity.binaries.initdb, [
    ...['-D', draft, '-U', 'insignia', '-A', 'trust', '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]);
  try {
    await run(program, args, {
      ...(uid === undefined ? {} : { uid, gid }),
      env: { ...process.env, LC_ALL: 'C' },
    });
    await rename(draft, layout.cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (existsSync(join(layout.cluster, 'PG_VERSION'))) return;
    if (!/Permission denied/.test((error as Error).message)) throw error;
    throw new Error(
      `ordinary users can't access ${layout.dataDir}, and PostgreSQL can't run as root. Choose a DATA_DIR outside of private directories, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

/** Major version of PostgreSQL that made the cluster. */
export async function readMajorVersion(cluster: string): Promise<string> {
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
}

async function assertSameMajor({ cluster }: Layout, { binaries }: Identity): Promise<void> {
  const [found, own] = [await readMajorVersion(cluster), binaries.major];
  if (found === own) return;
  const versions = `${cluster} was created by PostgreSQL ${found}, but this version of Insignia includes ${own}`;
  throw new UnsupportedDatabaseError(
    Number(found) < Number(own)
      ? `${versions}. Run insignia upgrade (docs/operate/upgrade.md)`
      : `${versions}. Start the version that created it`,
  );
}

/** Refuses to create an empty database where one was moved away. */
async function assertNoInterruptedUpgrade({ dataDir, cluster }: Layout): Promise<void> {
  if (basename(cluster) !== ownCluster) return;
  const siblings = (await readdir(dataDir)).sort();
  if (siblings.includes(upgradeCluster) && existsSync(join(dataDir, upgradeCluster, upgradedMark)))
    throw new UnsupportedDatabaseError(
      `an upgrade in ${dataDir} was interrupted in its last step. Finish it with insignia upgrade`,
    );
  if (siblings.includes(recoveryCluster))
    throw new UnsupportedDatabaseError(
      `a point-in-time restore into ${dataDir} was interrupted. Finish it with the version that started it, or remove ${recoveryCluster}`,
    );
  const old = siblings.filter((name) => name.startsWith(oldPrefix)).at(-1);
  if (old)
    throw new UnsupportedDatabaseError(
      `the database in ${dataDir} was moved to a server. Set DATABASE_URL. To go back to the state before the move, rename ${old} to ${ownCluster}`,
    );
}
