// The primary dies and its standby is promoted: what was acknowledged is there, and the same processes write again,
// without a restart and without another configuration.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, hydrateSymlinks } from '../src/platform/db/embedded/binaries.ts';
import { chooseIdentity } from '../src/platform/db/embedded/identity.ts';
import { initialise } from '../src/platform/db/embedded/initialise.ts';
import { layoutOf, makeSocketDir } from '../src/platform/db/embedded/layout.ts';
import { spawnPostmaster, stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import { startInstance } from '../tests/support/instance.ts';
import { awardOf, createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { temporaryDirectory } from '../tests/support/process.ts';

type Server = { process: ChildProcess; url: string; socketDir: string };

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
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
    if (await ask(url, 'select 1').catch(() => undefined)) return;
    assert.equal(server.exitCode, null, 'PostgreSQL ended');
    await sleep(50);
  }
}

/** A primary, and a standby of it that has everything before a commit is acknowledged. */
async function startPair(path: string): Promise<{ primary: Server; standby: Server }> {
  const found = findBinaries();
  await hydrateSymlinks(found.root);
  const [first, second] = [layoutOf(join(path, 'one')), layoutOf(join(path, 'two'))];
  for (const { dataDir } of [first, second]) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const identity = await chooseIdentity(found, first);
  for (const { socketDir } of [first, second]) await makeSocketDir(socketDir, identity.uid);
  await initialise(first, identity);
  const letIn = 'local all all trust\nlocal replication all trust\n';
  await writeFile(join(first.cluster, 'pg_hba.conf'), letIn);
  const start = async (layout: typeof first): Promise<Server> => {
    const { socketDir } = layout;
    const process = spawnPostmaster(layout, identity);
    const url = `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`;
    await answers(url, process);
    return { process, url, socketDir };
  };
  // A standby may not have less room than its primary once had, and the cluster was made with more.
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
  const { chown, readdir } = await import('node:fs/promises');
  const names = await readdir(cluster, { recursive: true });
  for (const name of ['', ...names]) await chown(join(cluster, name), uid, gid);
}

test('the primary is killed, its standby promoted: nothing acknowledged is lost, written again without a restart', async () => {
  const { path, remove } = await temporaryDirectory();
  const { primary, standby } = await startPair(path);
  const hosts = [standby, primary].map(({ socketDir }) => encodeURIComponent(socketDir)).join(',');
  const instance = await startInstance({
    DATABASE_URL: `postgresql:///postgres?host=${hosts}&user=insignia&target_session_attrs=read-write`,
  });
  const owner = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const acknowledged = new Set<string>();
  let isOver = false;
  let lastFailure = 0;
  let failures = 0;
  const issuing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const answer = await owner.api('POST', '/awards', awardOf(badgeId));
      if (answer.status === 200) acknowledged.add(answer.body.info.awardId.split('/').at(-1));
      else {
        assert.equal(answer.status, 503, answer.text);
        failures += 1;
        lastFailure = performance.now();
        await sleep(20);
      }
    }
  });
  const reach = async (count: number) => {
    while (acknowledged.size < count) await sleep(20);
  };
  await reach(200);
  const killed = performance.now();
  // Every process of it at once, as when a machine loses its power.
  process.kill(-(primary.process.pid ?? 0), 'SIGKILL');
  await sleep(1_000);
  await ask(standby.url, 'select pg_promote()');
  const promoted = performance.now();
  const before = acknowledged.size;
  await reach(before + 200);
  isOver = true;
  await Promise.all(issuing);
  const rows = await ask(standby.url, 'select id from credentials');
  const kept = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !kept.has(id));
  assert.deepEqual(lost, []);
  process.stdout.write(
    `# primary killed, standby promoted after ${Math.round(promoted - killed)} ms: last refusal ${Math.round(lastFailure - promoted)} ms later (${failures} refused), ${acknowledged.size} acknowledged, 0 lost\n`,
  );
  await instance.stop();
  await stopPostmaster(standby.process.pid ?? 0);
  await remove();
});
