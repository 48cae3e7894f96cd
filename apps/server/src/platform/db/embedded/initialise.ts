import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Identity } from './identity.ts';
import type { Layout } from './layout.ts';

const run = promisify(execFile);
const major = '18';

/** Makes the cluster beside its place and moves it there, so that a kill in the middle leaves nothing half made. */
export async function initialise(layout: Layout, identity: Identity): Promise<void> {
  if (existsSync(join(layout.cluster, 'PG_VERSION'))) return refuseOtherMajor(layout.cluster);
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
      `${layout.dataDir} cannot be reached by an ordinary user, and PostgreSQL refuses to run as root here: choose a DATA_DIR outside of private directories, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

async function refuseOtherMajor(cluster: string): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found !== major)
    throw new Error(
      `${cluster} was made by PostgreSQL ${found}, this program brings ${major}: restore a backup into a new DATA_DIR`,
    );
}
