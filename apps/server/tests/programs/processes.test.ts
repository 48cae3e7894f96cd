// Several processes of one command: one address, shared limits and metrics, common start and stop.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { isAlive } from '../../src/platform/db/embedded/postmaster.ts';
import { createDataDirectory } from '../support/data-directory.ts';
import { findFreePort } from '../support/port.ts';
import {
  createTemporaryDirectory,
  launch,
  readPostmasterPid,
  waitUntilReady,
} from '../support/process.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

/** On a new connection: the kernel distributes them among processes. */
const get = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer));
    });
    outgoing.once('error', reject).end();
  });

type Line = { pid?: number; role?: string; msg?: string; route?: string };

test('with PROCESSES=2, two processes serve, one works, a crashed one restarts, and SIGTERM ends all', {
  skip: process.platform === 'linux' ? false : 'reads /proc',
}, async () => {
  const { path, remove } = await createDataDirectory();
  const metricsPort = String(await findFreePort());
  const settings = {
    ...{ DATA_DIR: path, PROCESSES: '2', RATE_LIMIT: 'on', LOG_LEVEL: 'debug' },
    METRICS_PORT: metricsPort,
  };
  const running = await waitUntilReady(await launch(settings));
  const { pid = 0 } = running.child;
  const lines = (): Line[] =>
    running
      .output()
      .split('\n')
      .filter((line) => /^\{.*\}$/.test(line))
      .map((line) => JSON.parse(line));
  const children = async (): Promise<number[]> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const pids = text.trim().split(' ').map(Number);
    const postmaster = await readPostmasterPid(path);
    return pids.filter((pid) => pid !== postmaster);
  };
  // The first ready process responds; readiness is printed once all are.
  const countReady = () => running.output().match(/^Insignia is ready: open /gm)?.length ?? 0;
  await waitForCondition('all are ready', () => countReady() > 0);
  const first = await children();
  assert.equal(first.length, 3);

  // The minute may end in between, which resets all processes.
  let [accepted, reset, served] = [0, 0, 0];
  for (;;) {
    const { statusCode, headers } = await get(`${running.url}/sign-in`);
    const left = Number(headers['ratelimit-reset']);
    if (left > reset && reset > 0) accepted = 0;
    reset = left;
    if (statusCode === 429) break;
    assert.equal(statusCode, 200);
    accepted += 1;
    served += 1;
  }
  // Each alone would allow 300.
  assert.ok(accepted >= 300 && accepted < 450, `${accepted} until the first refusal`);
  await waitForCondition('both have answered, and said so', async () => {
    const answering = lines().filter(({ role, route }) => role === 'api' && route === '/sign-in');
    return new Set(answering.map((line) => line.pid)).size === 2;
  });

  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const signIns = (text: string) =>
    text
      .matchAll(/^insignia_http_request_seconds_count\{.*route="\/sign-in",status="200"\} (\d+)$/gm)
      .reduce((sum, [, count]) => sum + Number(count), 0);
  await waitForCondition(
    'the sum of both is reported',
    async () => signIns(await scrape()) === served,
  );
  const together = await scrape();
  assert.match(together, /^insignia_processes\{state="answering"\} 3$/m);
  for (const [place, role] of ['first', 'api', 'api', 'worker'].entries())
    assert.match(
      together,
      new RegExp(`^process_resident_memory_bytes\\{process="${place}",role="${role}"\\} \\d`, 'm'),
    );
  // Database metrics come from one of them.
  assert.match(together, /^insignia_schema_version [1-9]/m);
  assert.match(together, /^insignia_database_up\{process="3",role="worker"\} 1$/m);

  const victim = lines().find(({ role }) => role === 'api')?.pid ?? 0;
  assert.ok(first.includes(victim));
  process.kill(victim, 'SIGKILL');
  await waitForCondition('another has come', async () => {
    // The others continue. Connections of the first one break instead of hanging.
    const answer = await get(`${running.url}/healthz`).catch(({ code }) => code);
    assert.ok(answer === 'ECONNRESET' || answer.statusCode === 200, String(answer));
    const now = await children();
    return now.length === 3 && !now.includes(victim);
  });
  const isTold = (line: Line) => line.role === 'first' && /starting another/.test(line.msg ?? '');
  await waitForCondition('it is reported', () => lines().some(isTold));

  await waitForCondition('it is measured', async () => /"answering"\} 3$/m.test(await scrape()));
  assert.equal(signIns(await scrape()), served);
  assert.equal(countReady(), 1);
  const last = [...(await children()), await readPostmasterPid(path)];
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  assert.deepEqual(last.filter(isAlive), []);
  await remove();
});

test('an unavailable address is reported before any process starts', async () => {
  const { path, remove } = await createTemporaryDirectory();
  // An address of nobody (RFC 5737).
  const running = await launch({ DATA_DIR: path, PROCESSES: '2', HOST: '192.0.2.1' });
  assert.equal(await running.ended, 1);
  assert.match(running.output(), /^Insignia can't start: .*EADDRNOTAVAIL/m);
  await remove();
});
