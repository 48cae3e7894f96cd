// Two processes behind HAProxy are replaced one after the other while they are used: no request fails. HAProxy is
// Debian's; without it the test is skipped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '../tests/support/client.ts';
import { createDatabase } from '../tests/support/database.ts';
import { startInstance } from '../tests/support/instance.ts';
import { awardOf, createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { freePort } from '../tests/support/port.ts';
import { start, temporaryDirectory } from '../tests/support/process.ts';

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
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

test('two processes behind a load balancer are replaced in turn under load: no request fails', {
  skip: isMissing,
}, async () => {
  const { path, remove } = await temporaryDirectory();
  const database = await createDatabase();
  const [front, stats, ...ports] = await freePorts(4);
  const base = `http://127.0.0.1:${front}`;
  const common = {
    ...{ DATABASE_URL: database.url, SECRET: 'a secret of the tests, long enough', DATA_DIR: path },
    ...{ BASE_URL: base, ROLE: 'api', DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' },
  };
  const launch = (port: number) => start({ ...common, PORT: String(port) });
  // People and badges are made where mails can be read.
  const desk = await startInstance({ DATABASE_URL: database.url, BASE_URL: base, DATA_DIR: path });
  const running = await Promise.all(ports.map(launch));
  const file = join(path, 'haproxy.cfg');
  await writeFile(file, configuration(front ?? 0, stats ?? 0, ports));
  const proxy = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' });
  // Whoever replaces processes waits until the balancer has seen the new one.
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
  const owner = await createOwner(desk, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const send = client(base, { 'x-api-key': owner.key });
  const failures: string[] = [];
  let done = 0;
  let isOver = false;
  const using = Array.from({ length: 8 }, async (_, n) => {
    while (!isOver) {
      const answer = await (n % 2 === 0
        ? send('POST', '/awards', awardOf(badgeId))
        : send('GET', '/awards')
      ).catch((error: Error) => ({ status: 0, text: String(error.cause ?? error) }));
      done += 1;
      if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
  });
  const used = async (more: number) => {
    for (const until = done + more; done < until; ) await sleep(20);
  };
  await used(100);
  for (const [n, port] of ports.entries()) {
    running[n]?.child.kill('SIGTERM');
    assert.equal(await running[n]?.ended, 0);
    running[n] = await launch(port);
    await balanced();
    await used(100);
  }
  isOver = true;
  await Promise.all(using);
  proxy.kill('SIGTERM');
  for (const { child, ended } of running) {
    child.kill('SIGINT');
    await ended;
  }
  await desk.stop();
  await database.drop();
  await remove();
  assert.deepEqual([failures.length, failures.slice(0, 3)], [0, []]);
  process.stdout.write(
    `# two processes replaced in turn behind HAProxy: ${done} requests, 0 failed\n`,
  );
});
