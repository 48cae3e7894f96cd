import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getLayout } from '../../src/platform/db/embedded/layout.ts';
import { isAlive } from '../../src/platform/db/embedded/postmaster.ts';
import { createTestClient } from '../support/client.ts';
import { createDataDirectory } from '../support/data-directory.ts';
import { createDatabase } from '../support/database.ts';
import { findFreePort } from '../support/port.ts';
import {
  createTemporaryDirectory,
  launch,
  readPostmasterPid,
  startProcess,
} from '../support/process.ts';
import { withSettings } from '../support/settings.ts';
import { isShort } from '../support/test-form.ts';

const secret = 'a secret of the tests, long enough';
/** Starts the program as installed, not its bundle. */
const asInstalled = (work: () => Promise<void>) => (): Promise<void> =>
  withSettings({ TEST_PRELOAD: undefined }, work);

/** For tests that don't need their own database. */
async function onServer() {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const settings = { DATA_DIR: path, DATABASE_URL: database.url, SECRET: secret };
  const drop = () => Promise.all([database.drop(), remove()]);
  return { settings, drop };
}

test(
  'the server starts on an empty directory, prints its address, and stops its database on SIGTERM',
  asInstalled(async () => {
    const { path, remove } = await createTemporaryDirectory();
    for (let time = 0; time < 2; time++) {
      const running = await startProcess({ DATA_DIR: path });
      const lines = running
        .output()
        .split('\n')
        .filter((line) => line && !line.startsWith('{'));
      assert.deepEqual(lines, [
        `Insignia is ready: open ${running.url} (emails go to ${join(path, 'mail')})`,
      ]);
      assert.equal((await fetch(`${running.url}/healthz`)).status, 200);
      assert.equal((await stat(join(path, 'secret'))).mode & 0o777, 0o600);
      const postmaster = await readPostmasterPid(path);
      running.child.kill('SIGTERM');
      assert.equal(await running.ended, 0);
      assert.equal(isAlive(postmaster), false);
      await assert.rejects(stat(getLayout(path).socketDir), { code: 'ENOENT' });
    }
    await remove();
  }),
);

test('SIGTERM lets running requests finish', async () => {
  const { settings, drop } = await onServer();
  const running = await startProcess(settings);
  const body = { name: 'Some Body', email: 'x@example.org', password: 'correct horse' };
  const answers = Array.from({ length: 8 }, () =>
    createTestClient(running.url)('POST', '/api/auth/sign-up/email', body),
  );
  await Promise.any(answers);
  running.child.kill('SIGTERM');
  const settled = await Promise.allSettled(answers);
  assert.equal(await running.ended, 0);
  const lost = settled.filter((result) => result.status === 'rejected');
  for (const result of settled)
    if (result.status === 'fulfilled') assert.equal(result.value.status, 200);
  // Connections not yet accepted are refused, never cut.
  for (const { reason } of lost)
    assert.match(String((reason as Error).cause), /ECONNREFUSED|ECONNRESET|other side closed/);
  assert.ok(settled.length - lost.length > 0);
  await drop();
});

const onLinux = process.platform === 'linux' ? false : 'reads /proc';

test(
  'the started process itself serves, with limits on its memory',
  {
    skip: onLinux,
  },
  asInstalled(async () => {
    const { settings, drop } = await onServer();
    const running = await startProcess(settings);
    const of = (name: string) => readFile(`/proc/${running.child.pid}/${name}`, 'utf8');
    const args = (await of('cmdline')).split('\0');
    for (const limit of ['old', 'semi'])
      assert.equal(args.filter((arg) => arg.startsWith(`--max-${limit}-space-size=`)).length, 1);
    assert.ok((await of('environ')).split('\0').includes('MALLOC_ARENA_MAX=2'));
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0);
    await drop();
  }),
);

test('every configuration error is one line, and the exit code is 1', async () => {
  const running = await launch({ PORT: 'x', ROLE: 'boss', BASE_URL: 'nowhere' });
  assert.equal(await running.ended, 1);
  const lines = running.output().trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['PORT', 'BASE_URL', 'ROLE'],
  );
});

test('an unreachable database server and a port in use are reported in one line each', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const away = await launch({
    DATA_DIR: path,
    DATABASE_URL: 'postgresql://127.0.0.1:9/none',
    SECRET: secret,
  });
  assert.equal(await away.ended, 1);
  assert.match(
    away.output().trim().split('\n').at(-1) ?? '',
    /^Insignia can't start: .*ECONNREFUSED/,
  );
  const database = await createDatabase();
  const first = await startProcess({ DATA_DIR: path, DATABASE_URL: database.url, SECRET: secret });
  const second = await launch({
    DATA_DIR: path,
    DATABASE_URL: database.url,
    SECRET: secret,
    PORT: new URL(first.url).port,
  });
  assert.equal(await second.ended, 1);
  assert.match(second.output(), /Insignia can't start: .*EADDRINUSE/);
  first.child.kill('SIGTERM');
  await first.ended;
  await database.drop();
  await remove();
});

test('concurrent starts migrate an empty server once, and a killed start leaves nothing half done', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase(false);
  const settings = { DATA_DIR: path, DATABASE_URL: database.url, SECRET: secret };
  for (const delay of isShort ? [250, 450] : [150, 250, 350, 450]) {
    const victim = await launch(settings);
    await sleep(delay);
    victim.child.kill('SIGKILL');
    await victim.ended;
  }
  const three = await Promise.all([
    startProcess(settings),
    startProcess(settings),
    startProcess({ ...settings, ROLE: 'api' }),
  ]);
  for (const { child, ended } of three) {
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
  await database.drop();
  await remove();
});

test('a changed BASE_URL is refused after the first credential unless BASE_URL_CHANGED is set', async () => {
  const { settings, drop } = await onServer();
  const { default: pg } = await import('pg');
  const admin = new pg.Client({ connectionString: settings.DATABASE_URL });
  await admin.connect();
  await admin.query("insert into settings values ('base_url', 'https://old.example')");
  const refused = await launch(settings);
  assert.equal(await refused.ended, 1);
  assert.match(
    refused.output(),
    /BASE_URL is http:.*issued under https:\/\/old\.example.*BASE_URL_CHANGED=yes/,
  );
  const confirmed = await startProcess({ ...settings, BASE_URL_CHANGED: 'yes' });
  confirmed.child.kill('SIGTERM');
  await confirmed.ended;
  const { rows } = await admin.query("select value from settings where name = 'base_url'");
  assert.deepEqual(rows, [{ value: confirmed.url }]);
  await admin.end();
  await drop();
});

test('a log line never carries a key, token or password, and METRICS_PORT serves metrics with routes, not addresses', async () => {
  const { path, remove } = await createDataDirectory();
  const port = String(await findFreePort());
  const running = await startProcess({
    DATA_DIR: path,
    ...{ LOG_LEVEL: 'trace', METRICS_PORT: port },
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@b.example',
  });
  const send = createTestClient(running.url);
  await send('POST', '/api/auth/sign-up/email', {
    name: 'Some Body',
    email: 'x@example.org',
    password: 'hunter2 hunter2',
  });
  await send('GET', '/confirm-email?token=very-secret-token');
  await send('GET', '/issuers', undefined, {
    'x-api-key': `insignia_${'a'.repeat(32)}`,
    authorization: 'Bearer abc.def.ghi',
  });
  await send(
    'GET',
    '/certify-badge/verify-issuer/01900000-0000-7000-8000-000000000000/very-secret-code',
  );
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(metrics, /process_resident_memory_bytes \d/);
  assert.match(
    metrics,
    /insignia_http_request_seconds_count\{method="GET",route="\/certify-badge\/verify-issuer\/:guid\/:code",status="400"\} 1/,
  );
  assert.doesNotMatch(metrics, /very-secret/);
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  for (const secretWord of ['hunter2', 'very-secret', 'aaaaaaaaaaaa', 'abc.def.ghi', 'token='])
    assert.equal(running.output().includes(secretWord), false, secretWord);
  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  for (const { host, pid, role } of lines.map((line) => JSON.parse(line)))
    assert.deepEqual([host, pid, role], [hostname(), running.child.pid, 'all']);
  assert.ok(lines.some((line) => JSON.parse(line).requestId));
  assert.equal((await readFile(join(path, 'postgres.log'), 'utf8')).includes('hunter2'), false);
  await remove();
});
