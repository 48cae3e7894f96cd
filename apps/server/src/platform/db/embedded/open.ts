import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { UnsupportedDatabaseError } from '../supported-database.ts';
import { type Binaries, findBinaries, hydrateSymlinks } from './binaries.ts';
import { chooseIdentity, type Identity, writeHostAccess } from './identity.ts';
import {
  buildSocketUrl,
  getLayout,
  type Layout,
  makeSocketDir,
  oldPrefix,
  ownCluster,
  recoveryCluster,
  upgradeCluster,
  upgradedMark,
} from './layout.ts';
import {
  findPostmaster,
  identifyStarter,
  isAlive,
  type PostgresSettings,
  spawnPostmaster,
  starterSetting,
  stopPostmaster,
} from './postmaster.ts';

/** Advisory lock of the process that owns the data directory. Never change the number. */
export const ownerLock = 4_021_977;

/**
 * Timeout for servers that keep exiting. A living one gets longer, because crash recovery can take
 * long.
 */
const startMs = 30_000;
const recoveryMs = 300_000;

/** The session of a killed program may outlive it briefly. A living owner holds its lock longer. */
const patienceMs = 1_500;

export type EmbeddedDatabase = { url: string; stop: () => Promise<void> };

export class DataDirectoryInUse extends Error {}

/**
 * Opens the database in `dataDir`, creates it if missing, and restarts it if it dies. `settings`
 * differ for several processes; `binaries` and cluster name differ during upgrades.
 */
export async function openEmbedded(
  dataDir: string,
  warn: (message: string) => void,
  settings?: PostgresSettings,
  { cluster, binaries: found = findBinaries() }: { cluster?: string; binaries?: Binaries } = {},
): Promise<EmbeddedDatabase> {
  const layout = getLayout(dataDir, cluster);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await hydrateSymlinks(found.root);
  const identity = await chooseIdentity(found, layout);
  await makeSocketDir(layout.socketDir, identity.uid);
  await initialise(layout, identity);
  await writeHostAccess(layout, identity);
  let owned = await startOwned(layout, identity, settings);
  let stopping = false;
  const watch = (): void => {
    owned.lock.once('end', () => void lockAgain(owned));
    owned.process.once('exit', (code) => {
      if (stopping) return;
      warn(`embedded PostgreSQL stopped (${code ?? 'killed'}): restarting it`);
      void restart();
    });
  };
  // The lock's session can break while the server lives.
  const lockAgain = async (server: OwnedServer): Promise<void> => {
    const lives = (): boolean => !stopping && owned === server && server.process.exitCode === null;
    let lock: pg.Client | undefined;
    // Without the lock, another program would treat the server as an orphan.
    while (lives() && !lock)
      lock = await takeLock(layout, lives, Date.now() + 30_000).catch(() => undefined);
    if (!lock || !lives()) return void lock?.end().catch(() => {});
    server.lock = lock;
    lock.once('end', () => void lockAgain(server));
  };
  const restart = async (): Promise<void> => {
    owned.lock.end().catch(() => {});
    while (!stopping) {
      try {
        owned = await startOwned(layout, identity, settings);
        return watch();
      } catch (error) {
        warn(`embedded PostgreSQL can't start: ${(error as Error).message}`);
        await sleep(1_000);
      }
    }
  };
  watch();
  return {
    url: buildSocketUrl(layout),
    stop: async () => {
      stopping = true;
      await owned.lock.end().catch(() => {});
      if (owned.process.pid && isAlive(owned.process.pid)) await stopPostmaster(owned.process.pid);
      await rmdir(layout.socketDir).catch(() => {});
    },
  };
}

type OwnedServer = { process: ChildProcess; lock: pg.Client };

/**
 * Starts the server and takes the owner's lock. A server that already runs belongs to another
 * program, which holds the lock, or is an orphan of a killed one and is stopped first.
 */
async function startOwned(
  layout: Layout,
  identity: Identity,
  settings?: PostgresSettings,
): Promise<OwnedServer> {
  let deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    const orphan = await findPostmaster(layout.cluster);
    if (orphan !== undefined) {
      const lock = await takeLock(layout, () => isAlive(orphan), Date.now() + recoveryMs);
      if (!lock) continue;
      await lock.end().catch(() => {});
      await stopPostmaster(orphan);
      deadline = Date.now() + startMs;
      continue;
    }
    // The previous owner removes it on exit.
    await makeSocketDir(layout.socketDir, identity.uid);
    const server = spawnPostmaster(layout, identity, settings);
    let ended = false;
    server.once('exit', () => {
      ended = true;
    });
    server.once('error', () => {
      ended = true;
    });
    const lock = await takeLock(layout, () => !ended, Date.now() + recoveryMs);
    if (lock && !ended) return { process: server, lock };
    await lock?.end().catch(() => {});
    await sleep(100);
  }
  throw new Error(`embedded PostgreSQL can't start. See ${layout.log}`);
}

/** Connects once the server responds. Undefined if it exits first. */
async function takeLock(
  layout: Layout,
  lives: () => boolean,
  deadline: number,
): Promise<pg.Client | undefined> {
  let refusedSince: number | undefined;
  while (lives() && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: buildSocketUrl(layout) });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query(
        'select current_setting($2, true) as starter, pg_try_advisory_lock($1) as mine',
        [ownerLock, starterSetting],
      );
      // The process that started it may not have taken the lock yet.
      if (rows[0].mine && identifyStarter(rows[0].starter) !== 'other') return client;
      refusedSince ??= Date.now();
    } catch {
      // Starting up or shutting down: the caller decides by `lives`.
    }
    await client.end().catch(() => {});
    if (refusedSince && Date.now() - refusedSince > patienceMs) throw createInUseError(layout);
    await sleep(refusedSince ? 100 : 15);
  }
  return undefined;
}

function createInUseError(layout: Layout): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `${layout.dataDir} is in use by another Insignia process. Stop it or choose another DATA_DIR`,
  );
}

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
