// The database goes away: 503 with Retry-After within 5 s, cached public documents are still served, also when they have
// expired, and all is well again soon after it returns, without a restart.
import assert from 'node:assert/strict';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertOk, assertRefused, client } from '../tests/support/client.ts';
import { createDatabase } from '../tests/support/database.ts';
import { startInstance } from '../tests/support/instance.ts';
import {
  awardOf,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
} from '../tests/support/people.ts';
import { startReceiver } from '../tests/support/receiver.ts';

/** A door before the database that can be shut. */
async function doorTo(
  databaseUrl: string,
): Promise<{ url: string; shut: () => void; open: () => void; close: () => Promise<void> }> {
  const target = new URL(databaseUrl);
  const directory = target.searchParams.get('host');
  const address = directory
    ? { path: `${directory}/.s.PGSQL.5432` }
    : { host: target.hostname, port: Number(target.port || 5432) };
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server: Server = createServer((near) => {
    if (!isOpen) return near.destroy();
    const far = dial(address as { path: string });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  const user = url.username || url.searchParams.get('user') || 'insignia';
  const login = `${user}${url.password ? `:${url.password}` : ''}`;
  return {
    url: `postgresql://${login}@127.0.0.1:${port}${url.pathname}`,
    shut: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      isOpen = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const awaySeconds = Number(process.env.AWAY_SECONDS ?? 15);

test(`a database that is away for ${awaySeconds} s: 503 in time, documents still served, healed without a restart`, async () => {
  const database = await createDatabase();
  const door = await doorTo(database.url);
  const instance = await startInstance({
    DATABASE_URL: door.url,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  });
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const path = `/certify-badge/award/${await issueAward(owner, badgeId)}`;
  const stranger = client(instance.url);
  const document = assertOk(await stranger('GET', path)).text;
  const receiver = await startReceiver((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), 50);
  });
  assertOk(await owner.api('POST', '/webhooks', { url: receiver.url }), 201);
  const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size;
  const issued = await Promise.all(Array.from({ length: 60 }, () => issueAward(owner, badgeId)));
  while (told() < 5) await sleep(10);
  door.shut();
  const ends = Date.now() + awaySeconds * 1_000;
  let slowest = 0;
  let served = 0;
  while (Date.now() < ends) {
    for (const ask of [
      () => owner.api('POST', '/awards', awardOf(badgeId)),
      () => owner.api('GET', '/issuers'),
      () => stranger('GET', '/readyz'),
    ]) {
      const began = Date.now();
      const answer = await ask();
      slowest = Math.max(slowest, Date.now() - began);
      assertRefused(answer, 503, 'database_unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.equal(assertOk(await stranger('GET', path)).text, document);
    served++;
    await sleep(250);
  }
  assert.ok(slowest < 5_000);
  door.open();
  const opened = Date.now();
  while ((await stranger('GET', '/readyz')).status !== 200) assert.ok(Date.now() - opened < 10_000);
  const healed = Date.now() - opened;
  assertOk(await owner.api('POST', '/awards', awardOf(badgeId)));
  const since = Date.now();
  while (told() < issued.length + 1) {
    assert.ok(Date.now() - since < 30_000, `${told()} events were told`);
    await sleep(50);
  }
  const repeated = receiver.received.length - told();
  await instance.stop();
  await receiver.close();
  await door.close();
  await database.drop();
  process.stdout.write(
    `# database away ${awaySeconds} s: slowest 503 after ${slowest} ms, ${served} stale documents served, ready ${healed} ms after its return; ${issued.length + 1} events told, ${repeated} again\n`,
  );
});
