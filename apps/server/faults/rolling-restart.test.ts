// Two processes behind HAProxy are replaced by the next version under load: no request fails,
// nothing is lost, each event is delivered. In between, one of the old version starts on the newer
// schema. HAProxy is from Debian; skipped without it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDatabase } from '../tests/support/database.ts';
import { createAwardBodyFor, idFromUrl } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';
import { createCertificateAuthority, startReceiver } from '../tests/support/receiver.ts';
import { makeNextVersion } from './next-version.ts';
import { miscountedDaysSql, prepareAccount } from './prepare.ts';

const haproxy = '/usr/sbin/haproxy';
const isMissing = existsSync(haproxy) ? false : 'HAProxy is not installed';

const configuration = (port: number, statsPort: number, servers: number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 10s
  option httpchk GET /readyz
  retries 3
  option redispatch
  retry-on conn-failure
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
frontend all
  bind 127.0.0.1:${port}
  default_backend insignia
backend insignia
  default-server inter 200ms fall 1 rise 1
${servers.map((at, n) => `  server api${n} 127.0.0.1:${at} check`).join('\n')}
`;

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  return ports;
}

test('a rolling update of two processes behind a load balancer under load causes no failure or loss', {
  skip: isMissing,
}, async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const [front, stats, ...ports] = await freePorts(4);
  const base = `http://127.0.0.1:${front}`;
  const common = {
    ...{ DATABASE_URL: database.url, SECRET: 'a secret of the tests, long enough', DATA_DIR: path },
    ...{ BASE_URL: base, ROLE: 'all', DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' },
    ...{ NODE_EXTRA_CA_CERTS: join(path, 'authority.pem'), DEFAULT_PLAN: 'unlimited' },
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '200ms,200ms,1s,1s',
  };
  await writeFile(common.NODE_EXTRA_CA_CERTS, (await createCertificateAuthority()).cert);
  const receiver = await startReceiver();
  const next = await makeNextVersion(join(path, 'next'));
  const launch = (port: number, program?: string) =>
    startProcess({ ...common, PORT: String(port) }, program);
  const running = await Promise.all(ports.map((port) => launch(port)));
  const file = join(path, 'haproxy.cfg');
  await writeFile(file, configuration(front ?? 0, stats ?? 0, ports));
  const proxy = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' });
  // Waits until the load balancer knows the new process.
  const allUp = async () => {
    const csv = await fetch(`http://127.0.0.1:${stats}/;csv`).then(
      (answer) => answer.text(),
      () => '',
    );
    return ports.every((_, n) => new RegExp(`^insignia,api${n},.*,UP,`, 'm').test(csv));
  };
  const balanced = async () => {
    while (!(await allUp())) await sleep(50);
  };
  await balanced();
  const { key, badgeId } = await prepareAccount(base, path);
  const send = createTestClient(base, { 'x-api-key': key });
  assertOk(await send('POST', '/webhooks', { url: receiver.url }), 201);
  const failures: string[] = [];
  const issued: string[] = [];
  let done = 0;
  let isOver = false;
  const using = Array.from({ length: 8 }, async (_, n) => {
    while (!isOver) {
      const answer = await (n % 2 === 0
        ? send('POST', '/awards', createAwardBodyFor(badgeId))
        : send('GET', '/awards')
      ).catch((error: Error) => ({
        status: 0,
        text: String(error.cause ?? error),
        body: undefined,
      }));
      done += 1;
      if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      else if (n % 2 === 0) issued.push(idFromUrl(answer.body.info.awardId));
    }
  });
  const used = async (more: number) => {
    for (const until = done + more; done < until; ) await sleep(20);
  };
  await used(100);
  const [first = 0, second = 0] = ports;
  const replacements: [n: number, port: number, program?: string][] = [
    [0, first, next],
    // As after a crash before its turn.
    [1, second],
    [1, second, next],
  ];
  for (const [n, port, program] of replacements) {
    running[n]?.child.kill('SIGTERM');
    assert.equal(await running[n]?.ended, 0);
    running[n] = await launch(port, program);
    await balanced();
    await used(100);
    if (!program) assert.match(running[n]?.output() ?? '', /newer version.+9001_next, 9002_next/);
  }
  isOver = true;
  await Promise.all(using);
  const listDelivered = () =>
    new Set(
      receiver.received
        .map(({ body }) => JSON.parse(body).data?.awardId)
        .map(String)
        .map(idFromUrl),
    );
  for (let missing = issued; missing.length > 0; await sleep(20)) {
    const have = listDelivered();
    missing = missing.filter((id) => !have.has(id));
  }
  const looking = new pg.Client({ connectionString: database.url });
  await looking.connect();
  const { rows } = await looking.query('select id from credentials');
  const [miscounted] = (await looking.query(miscountedDaysSql)).rows;
  await looking.end();
  const storedIds = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    issued.filter((id) => !storedIds.has(id)),
    [],
  );
  assert.equal(storedIds.size, issued.length, 'none twice');
  assert.equal(miscounted.n, 0);
  proxy.kill('SIGTERM');
  for (const { child, ended } of running) {
    child.kill('SIGINT');
    await ended;
  }
  await receiver.close();
  await database.drop();
  await remove();
  assert.deepEqual([failures.length, failures.slice(0, 3)], [0, []]);
  process.stdout.write(
    `# two processes replaced in turn by the next version behind HAProxy, one of the former restarted in between: ${done} requests, 0 failed; ${issued.length} issued, 0 lost, each delivered\n`,
  );
});
