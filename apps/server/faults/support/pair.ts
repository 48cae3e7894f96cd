// Two servers of the embedded PostgreSQL: a primary and a standby.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { appendFile, chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, hydrateSymlinks } from '../../src/platform/db/embedded/binaries.ts';
import { chooseIdentity } from '../../src/platform/db/embedded/identity.ts';
import { getLayout, makeSocketDir } from '../../src/platform/db/embedded/layout.ts';
import { initialise } from '../../src/platform/db/embedded/open.ts';
import { spawnPostmaster, stopPostmaster } from '../../src/platform/db/embedded/postmaster.ts';

type DatabaseServer = { process: ChildProcess; url: string; socketDir: string };

export async function queryRows(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (await queryRows(url, 'select 1').catch(() => undefined)) return;
    assert.equal(server.exitCode, null, 'PostgreSQL ended');
    await sleep(50);
  }
}

/** A primary with a synchronous standby. */
export async function startPair(
  path: string,
): Promise<{ primary: DatabaseServer; standby: DatabaseServer }> {
  const found = findBinaries();
  await hydrateSymlinks(found.root);
  const [first, second] = [getLayout(join(path, 'one')), getLayout(join(path, 'two'))];
  for (const { dataDir } of [first, second]) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const identity = await chooseIdentity(found, first);
  for (const { socketDir } of [first, second]) await makeSocketDir(socketDir, identity.uid);
  await initialise(first, identity);
  const letIn = 'local all all trust\nlocal replication all trust\n';
  await writeFile(join(first.cluster, 'pg_hba.conf'), letIn);
  const start = async (layout: typeof first): Promise<DatabaseServer> => {
    const { socketDir } = layout;
    const process = spawnPostmaster(layout, identity);
    const url = `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`;
    await answers(url, process);
    return { process, url, socketDir };
  };
  // A standby needs the settings of the primary at cluster creation.
  const once = await start(first);
  await stopPostmaster(once.process.pid ?? 0);
  await cp(first.cluster, second.cluster, { recursive: true, preserveTimestamps: true });
  if (identity.uid !== undefined && process.getuid?.() === 0) await own(second.cluster, identity);
  const settings = (text: string, cluster: string) =>
    appendFile(join(cluster, 'postgresql.auto.conf'), `${text}\n`);
  await settings("synchronous_standby_names = '*'", first.cluster);
  const info = `host=${first.socketDir} user=insignia`;
  await settings(`primary_conninfo = '${info}'`, second.cluster);
  await writeFile(join(second.cluster, 'standby.signal'), '');
  return { primary: await start(first), standby: await start(second) };
}

async function own(cluster: string, { uid = 0, gid = 0 }: { uid?: number; gid?: number }) {
  const names = await readdir(cluster, { recursive: true });
  for (const name of ['', ...names]) await chown(join(cluster, name), uid, gid);
}
