import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeStatusList,
  decodeTokenStatusList,
  readStatus,
  readTokenStatus,
} from '@insignia/openbadges/v3';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'unlimited');

type Entry = { statusListCredential: string; statusListIndex: string };
const readEntry = async (id: string, send = anyone): Promise<Entry> =>
  assertOk(await send('GET', `/credentials/${id}/vc`)).body.credentialStatus;
const getPath = ({ statusListCredential }: Entry): string => new URL(statusListCredential).pathname;
async function readBits(entry: Entry, send = anyone): Promise<Uint8Array> {
  const { body } = assertOk(await send('GET', getPath(entry)));
  return decodeStatusList(body.credentialSubject.encodedList);
}
const isSet = async (entry: Entry, send = anyone): Promise<boolean> =>
  readStatus(await readBits(entry, send), Number(entry.statusListIndex));
const count = (bits: Uint8Array): number =>
  bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);

async function badge(): Promise<string> {
  return createBadge(owner, await createIssuer(owner));
}
async function several(badgeId: string, count: number): Promise<string[]> {
  return runConcurrently(count, () => issueAward(owner, badgeId));
}

test('concurrent requests never assign a status-list index twice, and no index reveals when it was assigned', async () => {
  const ids = await several(await badge(), 60);
  const entries = await runConcurrently(ids.length, (n) => readEntry(ids[n] ?? ''));
  const places = entries.map(({ statusListIndex }) => Number(statusListIndex));
  assert.equal(new Set(places).size, 60);
  assert.equal(new Set(entries.map(getPath)).size, 1);
  assert.ok(Math.max(...places) > 60, 'they are spread over the list');
});

test('a new list follows a full one, also when many requests need it at once', async () => {
  const badgeId = await badge();
  const [first = '', ...rest] = await several(badgeId, 21);
  const list = getPath(await readEntry(first))
    .split('/')
    .at(-1);
  await sql`update status_lists set given = 131070 where id = ${list}`.execute(instance.db);
  const entries = await Promise.all(rest.map((id) => readEntry(id)));
  const lists = entries.map(getPath);
  assert.equal(lists.filter((path) => path.endsWith(list ?? '')).length, 2);
  assert.equal(new Set(lists).size, 2);
  assert.equal(new Set(entries.map((entry) => JSON.stringify(entry))).size, 20);
});

test('a bulk revocation across several lists sets exactly the bits of its credentials', async () => {
  const badgeId = await badge();
  const ids = await several(badgeId, 24);
  const [one = ''] = ids;
  const { rows } = await sql<{ id: string }>`select id from status_lists where id = ${getPath(
    await readEntry(one),
  )
    .split('/')
    .at(-1)}`.execute(instance.db);
  await sql`update status_lists set given = 131060 where id = ${rows[0]?.id}`.execute(instance.db);
  const entries = await runConcurrently(ids.length, (n) => readEntry(ids[n] ?? ''));
  assert.equal(new Set(entries.map(getPath)).size, 2);
  for (const entry of entries) assert.equal(await isSet(entry), false);
  await owner.insignia.credentials.revokeMany({ awardIds: ids.slice(4) });
  await waitForCondition('all are revoked', async () =>
    (await Promise.all(entries.slice(4).map((entry) => isSet(entry)))).every(Boolean),
  );
  await instance.waitForInvalidation();
  for (const entry of entries.slice(0, 4)) assert.equal(await isSet(entry), false);
  const all = new Map(entries.map((entry) => [getPath(entry), entry]));
  let set = 0;
  for (const entry of all.values()) set += count(await readBits(entry));
  assert.equal(set, 20);
});

test('a revocation concurrent with the first request for the list is not missed', async () => {
  const ids = await several(await badge(), 40);
  const entries: Entry[] = [];
  await runConcurrently(2 * ids.length, async (n) => {
    const id = ids[Math.floor(n / 2)] ?? '';
    if (n % 2 === 0) entries.push(await readEntry(id));
    else await owner.insignia.credentials.revoke({ awardId: id });
  });
  assert.equal(entries.length, ids.length);
  for (const entry of entries) assert.equal(await isSet(entry), true);
});

test('a revocation updates the list in every process, and an unchanged list returns 304', async () => {
  const id = await issueAward(owner, await badge());
  const entry = await readEntry(id);
  const other = await startInstance({
    ...{ DATABASE_URL: instance.databaseUrl, BASE_URL: instance.url, TOPOLOGY: 'one' },
  });
  try {
    const elsewhere = createTestClient(other.direct);
    assert.equal(await isSet(entry, elsewhere), false);
    const { headers, text } = assertOk(await anyone('GET', getPath(entry)));
    assert.equal(headers.get('cache-control'), 'public, max-age=30');
    const there = assertOk(await elsewhere('GET', getPath(entry)));
    assert.equal(there.text, text, 'the same bytes in each process');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    assert.equal((await anyone('GET', getPath(entry), undefined, known)).status, 304);
    const { body } = assertOk(await anyone('GET', getPath(entry)));
    assert.deepEqual(
      [body.credentialSubject.statusPurpose, body.credentialSubject.ttl, body.issuer],
      ['revocation', 30_000, body.proof.verificationMethod.split('#')[0]],
    );
    await owner.insignia.credentials.revoke({ awardId: id });
    assert.equal(await isSet(entry), true, 'at once where it was done');
    await other.waitForInvalidation();
    assert.equal(await isSet(entry, elsewhere), true, 'and elsewhere once it is heard');
    assert.equal((await anyone('GET', getPath(entry), undefined, known)).status, 200);
  } finally {
    await other.stop();
  }
});

test('a status list token changes with its list, is the same in every process and serves HEAD and 304', async () => {
  const id = await issueAward(owner, await badge());
  const entry = await readEntry(id);
  const path = `${getPath(entry)}/token`;
  const isRevoked = async (send = anyone) => {
    const [, payload = ''] = assertOk(await send('GET', path)).text.split('.');
    const claims = JSON.parse(`${Buffer.from(payload, 'base64url')}`);
    const list = await decodeTokenStatusList(claims.status_list);
    return { claims, isSet: readTokenStatus(list, Number(entry.statusListIndex)) === 1 };
  };
  const other = await startInstance({
    ...{ DATABASE_URL: instance.databaseUrl, BASE_URL: instance.url, TOPOLOGY: 'one' },
  });
  try {
    const elsewhere = createTestClient(other.direct);
    const { claims, isSet: before } = await isRevoked();
    assert.equal(before, false);
    const seconds = instance.clock.now().getTime() / 1_000;
    assert.equal(claims.sub, `${instance.url}${path}`);
    assert.equal(claims.ttl, 30);
    assert.ok(claims.iat <= seconds && claims.exp > seconds + 3_600, JSON.stringify(claims));
    const { headers } = assertOk(await anyone('GET', path));
    const served = ['content-type', 'cache-control', 'access-control-allow-origin'];
    assert.deepEqual(
      served.map((name) => headers.get(name)),
      ['application/statuslist+jwt', 'public, max-age=30', '*'],
    );
    const etag = headers.get('etag') ?? '';
    assert.match(etag, /^W\//);
    for (const send of [anyone, elsewhere]) {
      const head = await send('HEAD', path);
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const tag of [
        etag,
        etag.replace('W/', ''),
        etag.replace(/"$/, '-gzip"'),
        `"x", ${etag}`,
      ])
        assert.equal((await send('GET', path, undefined, { 'if-none-match': tag })).status, 304);
    }
    await owner.insignia.credentials.revoke({ awardId: id });
    assert.equal((await isRevoked()).isSet, true, 'at once where it was done');
    await other.waitForInvalidation();
    assert.equal((await isRevoked(elsewhere)).isSet, true, 'and elsewhere once it is heard');
    const known = { 'if-none-match': etag };
    assert.equal((await anyone('GET', path, undefined, known)).status, 200);
  } finally {
    await other.stop();
  }
  for (const missing of ['/status/x/token', `/status/${id}/token`])
    assertRefused(await anyone('GET', missing), 404, 'status_list_not_found');
});

test('erasing a credential never frees its status-list index', async () => {
  const badgeId = await badge();
  const erased = await issueAward(owner, badgeId);
  const entry = await readEntry(erased);
  await owner.insignia.credentials.delete({ awardId: erased });
  const later = await Promise.all((await several(badgeId, 20)).map((id) => readEntry(id)));
  assert.ok(later.every(({ statusListIndex }) => statusListIndex !== entry.statusListIndex));
  assert.equal(await isSet(entry), true);
});
