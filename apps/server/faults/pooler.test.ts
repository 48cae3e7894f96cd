// Through PgBouncer in transaction mode, from Debian. Skipped without it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cacheTag } from '../src/features/published/index.ts';
import { connect as connectTo } from '../src/platform/db/index.ts';
import { invalidateOnCommit } from '../src/platform/db/invalidation.ts';
import { assertRefused, createTestClient } from '../tests/support/client.ts';
import { createDatabase, type TestDatabase } from '../tests/support/database.ts';
import { startDatabaseProxy } from '../tests/support/database-proxy.ts';
import { startInstance } from '../tests/support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
} from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, launch, waitUntilReady } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const pgbouncer = '/usr/sbin/pgbouncer';
const isMissing = existsSync(pgbouncer) ? false : 'PgBouncer is not installed';

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function startPooler(database: TestDatabase, path: string, more = '') {
  const target = new URL(database.url);
  const name = target.pathname.slice(1);
  const server = target.searchParams.get('host') ?? `${target.hostname} port=${target.port}`;
  await chmod(path, 0o755);
  const port = await findFreePort();
  const file = join(path, `${port}.ini`);
  await writeFile(
    file,
    `[databases]\n${name} = host=${server} user=insignia dbname=${name}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nunix_socket_dir=\nauth_type=any\npool_mode=transaction\n${more}\n`,
  );
  // It refuses to run as root, but needs access to a private socket.
  const [program, ...options] =
    process.getuid?.() === 0 ? ['unshare', '--user', pgbouncer] : [pgbouncer];
  const child = spawn(program ?? '', [...options, '-q', file], { stdio: 'ignore' });
  await waitForCondition('the pooler listens', () => isListening(port));
  return { child, url: `postgresql://insignia@127.0.0.1:${port}/${name}` };
}

test('PgBouncer without the flag causes one clear error, and the service starts with the flag', {
  skip: isMissing,
}, async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const { child, url } = await startPooler(database, path);
  const settings = { DATA_DIR: path, SECRET: 'a secret of the tests, long enough' };
  const refused = await launch({ ...settings, DATABASE_URL: url });
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /^Insignia can't start: .*pgbouncer=true/m);
  const running = await waitUntilReady(
    await launch({ ...settings, DATABASE_URL: `${url}?pgbouncer=true` }),
  );
  assert.doesNotMatch(running.output(), /uses a pooler/);
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  child.kill('SIGINT');
  const lenient = await startPooler(
    database,
    path,
    'ignore_startup_parameters=statement_timeout,lock_timeout',
  );
  const warned = await launch({ ...settings, DATABASE_URL: lenient.url });
  await waitForCondition('the warning', () => /uses a pooler/.test(warned.output()));
  warned.child.kill('SIGKILL');
  await warned.ended;
  lenient.child.kill('SIGINT');
  await database.drop();
  await remove();
});

test('behind PgBouncer, DATABASE_LISTEN_URL delivers changes of other processes', {
  skip: isMissing,
}, async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const { child, url } = await startPooler(database, path);
  const instance = await startInstance({
    DATABASE_URL: `${url}?pgbouncer=true`,
    DATABASE_LISTEN_URL: database.url,
  });
  const owner = await createOwner(instance);
  const id = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  const read = async () => (await fetch(`${instance.url}/certify-badge/award/${id}`)).json();
  assert.equal((await read()).revoked, false);
  const another = connectTo(database.url, () => {});
  await another.db.write(async (trx) => {
    await sql`update credentials set revoked_at = now(), revocation_reason = 'By mistake' where id = ${id}`.execute(
      trx,
    );
    await invalidateOnCommit(trx, cacheTag.credential(id));
  });
  // A notification must arrive, or this never ends.
  await instance.waitForInvalidation();
  assert.equal((await read()).revoked, true);
  await another.close();
  await instance.stop();
  child.kill('SIGINT');
  await database.drop();
  await remove();
});

test('a database outage behind PgBouncer: 503, cached documents served, recovery without a restart', {
  skip: isMissing,
}, async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const door = await startDatabaseProxy(database.url);
  const impatient = 'server_login_retry=1\nquery_wait_timeout=2\nserver_connect_timeout=2';
  const pooler = await startPooler({ ...database, url: door.url }, path, impatient);
  const instance = await startInstance({ DATABASE_URL: `${pooler.url}?pgbouncer=true` });
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const document = `/certify-badge/award/${await issueAward(owner, badgeId)}`;
  const stranger = createTestClient(instance.url);
  assert.equal((await stranger('GET', document)).status, 200);
  door.shut();
  for (let turn = 0; turn < 3; turn++) {
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () =>
        owner.api('POST', '/awards', createAwardBodyFor(badgeId)),
      ),
      owner.api('GET', '/issuers'),
      stranger('GET', '/readyz'),
    ]);
    for (const answer of answers) assertRefused(answer, 503, 'database_unavailable');
    assert.equal((await stranger('GET', document)).status, 200);
  }
  door.open();
  await waitForCondition(
    'it is ready',
    async () => (await stranger('GET', '/readyz')).status === 200,
  );
  await issueAward(owner, badgeId);
  await instance.stop();
  pooler.child.kill('SIGINT');
  await door.close();
  await database.drop();
  await remove();
});
