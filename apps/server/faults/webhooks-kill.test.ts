// kill -9 while sending deliveries, of Node alone and with PostgreSQL: every acknowledged
// credential is delivered at least once, repeats have the same id and bytes. Includes a kill
// between POST and record.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { findFreePort } from '../tests/support/port.ts';
import { readPostmasterPid, startProcess } from '../tests/support/process.ts';
import { createCertificateAuthority, startReceiver } from '../tests/support/receiver.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { prepareAccount, raiseQuota } from './prepare.ts';

const kills = Number(process.env.KILLS ?? 10);

test(`${kills} kills while events are being sent lose none`, async () => {
  const { path, remove } = await createDataDirectory();
  const authority = join(path, '..', `authority-${process.pid}.pem`);
  await writeFile(authority, (await createCertificateAuthority()).cert);
  const settings = {
    DATA_DIR: path,
    PORT: String(await findFreePort()),
    DEFAULT_PLAN: 'pro',
    LOG_LEVEL: 'error',
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '200ms,200ms,1s,1s',
  };
  let running = await startProcess(settings);
  const { key, badgeId } = await prepareAccount(running.url, path);
  await raiseQuota(path);
  const send = createTestClient(running.url, { 'x-api-key': key });
  const receiver = await startReceiver();
  assertOk(await send('POST', '/webhooks', { url: receiver.url }), 201);
  const listDelivered = (): Map<string, Set<string>> => {
    const bodies = new Map<string, Set<string>>();
    for (const { body } of receiver.received) {
      const { id } = JSON.parse(body);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    return bodies;
  };

  // The first delivery: killed when the receiver has it and the sender doesn't know.
  let killed = false;
  receiver.answer = (_request, response) => {
    if (!killed) running.child.kill('SIGKILL');
    killed = true;
    response.writeHead(200).end();
  };
  const issue = (n: number) =>
    send(
      'POST',
      '/awards',
      {
        parameters: {
          badgeId,
          recipient: { name: `Person ${n}`, email: `p${n}@example.org` },
          issuedOn: '2026-01-01',
        },
      },
      { 'idempotency-key': `told-${n}` },
    ).catch(() => undefined);
  const acknowledged: string[] = [];
  const first = await issue(0);
  if (first?.status === 200) acknowledged.push(first.body.info.awardId);
  while (!killed) await sleep(5);
  await running.ended;
  running = await startProcess(settings);
  while (receiver.received.length < 2) await sleep(20);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1, 'the same bytes again');

  let over = false;
  let serial = 1;
  const load = Array.from({ length: 4 }, async () => {
    while (!over) {
      const n = serial++;
      for (let hasResponse = false; !hasResponse && !over; ) {
        const answer = await issue(n);
        hasResponse = answer?.status === 200;
        if (hasResponse) acknowledged.push(answer?.body.info.awardId);
        else await sleep(100);
      }
    }
  });
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + Math.random() * 350);
    const postmaster = await readPostmasterPid(path);
    running.child.kill('SIGKILL');
    if (kill % 2) process.kill(postmaster, 'SIGKILL');
    await running.ended;
    if (kill % 2) while (isAlive(postmaster)) await sleep(10);
    running = await startProcess(settings);
  }
  over = true;
  await Promise.all(load);
  const missing = (): string[] => {
    const awards = new Set(
      [...listDelivered().values()].flatMap((bodies) =>
        [...bodies].map((body) => JSON.parse(body).data.awardId),
      ),
    );
    return acknowledged.filter((award) => !awards.has(award));
  };
  await waitForCondition('each was sent', () => missing().length === 0);
  for (const [id, bodies] of listDelivered()) assert.equal(bodies.size, 1, id);
  const repeated = receiver.received.length - listDelivered().size;
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await receiver.close();
  await remove();
  process.stdout.write(
    `# kill -9 ${kills + 1} times while sending: ${acknowledged.length} credentials, each told, ${repeated} told again under the same id\n`,
  );
});
