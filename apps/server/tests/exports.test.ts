import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { assertOk, assertRefused } from './support/client.ts';
import { createBadge, createIssuer, createOwner, type Owner } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const [owner, other] = [await createOwner(instance), await createOwner(instance)];
const badgeId = await createBadge(owner, await createIssuer(owner));
const otherBadgeId = await createBadge(other, await createIssuer(other));
// More than the sockets on both sides buffer while nobody reads.
const rows = 20_000;
for (const [account, badge] of [
  [owner, badgeId],
  [other, otherBadgeId],
] as const)
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now()), ${account.accountId}, ${badge}, repeat('Long Name ', 12), 'p' || n || '@example.org', '', '', now(), now()
    from generate_series(1, ${rows}) n`.execute(instance.db);

type Download = { status: number; read: () => Promise<number>; abort: () => void };

/** Starts a download without reading its body. */
function startDownload(path: string, headers: Record<string, string>): Promise<Download> {
  const { promise, resolve, reject } = Promise.withResolvers<Download>();
  const sent = request(new URL(path, instance.url), { headers, agent: false }, (response) => {
    response.on('error', () => {});
    resolve({
      status: response.statusCode ?? 0,
      async read() {
        let bytes = 0;
        for await (const piece of response) bytes += piece.length;
        return bytes;
      },
      abort: () => void sent.destroy(),
    });
  });
  sent.on('error', reject).end();
  return promise;
}
const startExport = ({ key }: Owner) => startDownload('/awards/export.csv', { 'x-api-key': key });
const leases = async ({ accountId }: Owner): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from export_leases where account_id = ${accountId} and expires_at > now()`.execute(
    instance.db,
  );
  return rows[0]?.n ?? Number.NaN;
};
const allEnded = (who: Owner) =>
  waitForCondition('all exports ended', async () => (await leases(who)) === 0);

test('an account runs two exports at a time, of any kind; another account is not affected', async () => {
  const running = [
    await startExport(owner),
    await startDownload('/account/export', { cookie: owner.cookie }),
  ];
  assert.deepEqual(
    running.map(({ status }) => status),
    [200, 200],
  );
  for (const ask of [
    () => owner.api('GET', '/awards/export.csv'),
    () => owner.read('GET', '/awards/export.csv'),
    () => owner.session('GET', '/account/export'),
  ]) {
    const refused = await ask();
    assertRefused(refused, 429, 'too_many_requests');
    assert.match(refused.body.error, /2 exports of this account are running/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  }
  const theirs = await startExport(other);
  assert.equal(theirs.status, 200);
  theirs.abort();
  for (const { read } of running) assert.ok((await read()) > 100_000);
  await allEnded(owner);
  assertOk(await owner.api('GET', '/awards/export.csv'));
});

test('two of 40 exports that start together run', async () => {
  await allEnded(owner);
  const started = await runConcurrently(40, () => startExport(owner));
  const running = started.filter(({ status }) => status === 200);
  assert.deepEqual(
    [running.length, started.filter(({ status }) => status === 429).length],
    [2, 38],
  );
  for (const { abort } of started) abort();
  await allEnded(owner);
});

test('a download that the client aborts frees its slot', async () => {
  await allEnded(owner);
  for (let n = 0; n < 3; n++) {
    const pair = [await startExport(owner), await startExport(owner)];
    assert.deepEqual(
      pair.map(({ status }) => status),
      [200, 200],
    );
    for (const { abort } of pair) abort();
    await allEnded(owner);
  }
});

test('exports of a dead process free their slots when their leases expire', async () => {
  await allEnded(owner);
  const place = (slot: number, end: string) => sql`
    insert into export_leases values (${owner.accountId}, ${slot}, ${newId()}, now() + ${end}::interval)`;
  await place(1, '30 seconds').execute(instance.db);
  await place(2, '30 seconds').execute(instance.db);
  assertRefused(await owner.api('GET', '/awards/export.csv'), 429, 'too_many_requests');
  await sql`update export_leases set expires_at = now() - interval '1 second' where slot = 2`.execute(
    instance.db,
  );
  const running = await startExport(owner);
  assert.equal(running.status, 200);
  assertRefused(await owner.api('GET', '/awards/export.csv'), 429, 'too_many_requests');
  running.abort();
  await sql`delete from export_leases where slot = 1`.execute(instance.db);
  await allEnded(owner);
});
