import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cacheTag } from '../src/features/published/index.ts';
import {
  createInvalidationChannel,
  createInvalidator,
  invalidateOnCommit,
} from '../src/platform/db/invalidation.ts';
import { listen } from '../src/platform/db/listen.ts';
import { runIdempotent, unhashedKeysChore } from '../src/platform/http/idempotency.ts';
import {
  type ApiResponse,
  assertOk,
  assertRefused,
  createTestClient,
  createTestSdk,
} from './support/client.ts';
import { startInstance } from './support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId);

const anyone = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  createTestClient(instance.url)(method, path, body, headers);
const revoke = (id: string, parameters: object = {}) =>
  owner.api('POST', `/awards/${id}/revoke`, { parameters });
const keyNamed = async (name: string) =>
  assertOk(await owner.session('POST', '/api-keys', { parameters: { name, scope: 'write' } })).body;
const events = async (id: string, type: string) =>
  (
    await sql<{
      data: object;
    }>`select data from events where credential_id = ${id} and type = ${type}`.execute(instance.db)
  ).rows;

test('revoking is public at once, happens once and emits one event [3.3-2 6.1-3 6.2-4]', async () => {
  const id = await issueAward(owner, badgeId);
  const path = `/certify-badge/award/${id}`;
  assert.equal(assertOk(await anyone('GET', path)).body.revoked, false);
  const answers = await runConcurrently(20, () => revoke(id, { reason: 'issued in error' }));
  for (const answer of answers)
    assert.deepEqual(assertOk(answer).body, { statusCode: 200, info: { revoked: true } });
  const document = assertOk(await anyone('GET', path));
  assert.deepEqual(
    [document.body.revoked, document.body.revocationReason],
    [true, 'issued in error'],
  );
  assert.equal(
    (await anyone('GET', path, undefined, { accept: 'application/ld+json' })).status,
    410,
  );
  for (const other of [{}, { reason: 'another' }])
    assertRefused(await revoke(id, other), 409, 'already_revoked');
  assert.deepEqual(await events(id, 'credential.revoked'), [
    { data: { reason: 'issued in error' } },
  ]);
  const one = await owner.insignia.credentials.get({ awardId: id });
  assert.deepEqual([one.revoked, one.revocationReason], [true, 'issued in error']);
  const plain = await issueAward(owner, badgeId);
  assertOk(await revoke(plain, { awardId: plain }));
  assertOk(await revoke(plain, { reason: '' }));
  assert.equal(
    'revocationReason' in assertOk(await anyone('GET', `/certify-badge/award/${plain}`)).body,
    false,
  );
  assert.deepEqual(await events(plain, 'credential.revoked'), [{ data: { reason: '' } }]);
  assertRefused(await revoke(plain, { reason: 'x'.repeat(501) }), 400, 'invalid_request', 'reason');
  assertRefused(await revoke(owner.accountId), 404, 'credential_not_found');
});

test('an id that differs from the path is reported together with other errors', async () => {
  const id = await issueAward(owner, badgeId);
  const answer = await revoke(id, { awardId: badgeId, reason: 'x'.repeat(501) });
  for (const field of ['awardId', 'reason']) assertRefused(answer, 400, 'invalid_request', field);
  const repeated = await revoke(id, { awardId: `${instance.url}/x/${id}`, reason: 7 });
  assert.deepEqual(
    repeated.body.details.map(({ path }: { path: string }) => path),
    ['reason'],
  );
});

test('revoking requires no reason and no body', async () => {
  for (const body of [undefined, {}, { parameters: {} }, ''])
    for (const type of ['application/json', undefined]) {
      const id = await issueAward(owner, badgeId);
      const headers = { 'x-api-key': owner.key, ...(type && { 'content-type': type }) };
      const response = await fetch(`${instance.url}/awards/${id}/revoke`, {
        method: 'POST',
        headers,
        ...(type && body !== undefined ? { body: body && JSON.stringify(body) } : {}),
      });
      assert.equal(response.status, 200, `${JSON.stringify(body)} ${await response.text()}`);
      assert.deepEqual(await events(id, 'credential.revoked'), [{ data: { reason: '' } }]);
    }
  const id = await issueAward(owner, badgeId);
  for (const body of [{ reason: 'lost' }, { parameters: null }, null, [], 'x', 7, [{}]])
    assertRefused(
      await owner.api('POST', `/awards/${id}/revoke`, JSON.stringify(body)),
      400,
      'invalid_request',
    );
  assertRefused(
    await owner.api('POST', `/awards/${id}/revoke`, '{"__proto__":{}}'),
    400,
    'invalid_json',
  );
  assert.deepEqual(await events(id, 'credential.revoked'), []);
});

test('erasing removes all recipient data, returns 410 at its URLs, and restores no quota', async () => {
  const recipient = { name: 'Erasmus Unique-Name', email: 'erasmus.unique@example.org' };
  // Clients derive keys from the data they have.
  const once = { 'idempotency-key': `issue-${recipient.email}` };
  const award = createAwardBodyFor(badgeId, { recipient });
  const id = idFromUrl(assertOk(await owner.api('POST', '/awards', award, once)).body.info.awardId);
  const to = { parameters: { email: recipient.email } };
  const again = { 'idempotency-key': `send-${recipient.email}` };
  for (let n = 0; n < 2; n++) {
    assertOk(await owner.api('POST', `/awards/${id}/send`, to, again));
    const replayed = assertOk(await owner.api('POST', '/awards', award, once));
    assert.equal(idFromUrl(replayed.body.info.awardId), id);
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  }
  await instance.mailbox.waitFor(recipient.email);
  assertOk(await anyone('POST', `/awards/${id}/event`, { parameters: { kind: 'view' } }));
  const used = async () =>
    (
      await sql<{
        n: number;
      }>`select credentials n from account_usage where account_id = ${owner.accountId}`.execute(
        instance.db,
      )
    ).rows[0]?.n;
  const before = await used();
  assertOk(await anyone('GET', `/certify-badge/award/${id}`));
  assert.deepEqual(assertOk(await owner.api('DELETE', `/awards/${id}`)).body, {
    statusCode: 200,
    info: { deleted: true },
  });
  const paths = [
    `/certify-badge/award/${id}`,
    `/certify-badge/award/${id}/share-text`,
    `/credentials/${id}`,
    `/awards/${id}/stats`,
  ];
  for (const path of paths) {
    const erased = await anyone('GET', path);
    assertRefused(erased, 410, 'credential_gone');
    assert.equal(erased.headers.get('cache-control'), 'no-store');
  }
  assertRefused(
    await anyone('POST', `/awards/${id}/event`, { parameters: { kind: 'view' } }),
    410,
    'credential_gone',
  );
  const page = await anyone('GET', `/credentials/${id}`, undefined, { accept: 'text/html' });
  assert.deepEqual([page.status, /was erased/.test(page.text)], [410, true]);
  assert.equal(await used(), before);
  for (const method of ['GET', 'DELETE'])
    assertRefused(await owner.api(method, `/awards/${id}`), 404, 'credential_not_found');
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`.execute(instance.db);
  for (const { name } of rows) {
    const matches =
      await sql`select 1 from ${sql.table(name)} t where t::text ilike '%erasmus%'`.execute(
        instance.db,
      );
    assert.equal(matches.rows.length, 0, name);
  }
  const { dataDir } = instance.config;
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    assert.doesNotMatch(await readFile(path, 'latin1'), /erasmus/i, path);
  }
});

test('an Idempotency-Key stored by the previous release is replayed, and a chore hashes it', async () => {
  const keys = async () =>
    (
      await sql<{ key: string }>`select key from idempotency_keys
        where account_id = ${owner.accountId} and reply->>'n' is not null order by reply->>'n'`.execute(
        instance.db,
      )
    ).rows.map(({ key }) => key);
  const insert = (n: number, key: string, at: Date) =>
    sql`insert into idempotency_keys values (${owner.accountId}, ${key}, ${Buffer.from('same')}, 200, ${JSON.stringify({ n })}, ${at})`.execute(
      instance.db,
    );
  const now = new Date();
  const once = { key: 'of-ada@example.org', fingerprint: Buffer.from('same') };
  await insert(1, once.key, now);
  await insert(2, 'of-eve@example.org', now);
  const work = async () => assert.fail('done twice');
  const first = await runIdempotent(instance.db, owner.accountId, once, now, work);
  assert.deepEqual(first, { answer: { n: 1 }, replayed: true });
  const other = { ...once, fingerprint: Buffer.from('other') };
  await assert.rejects(runIdempotent(instance.db, owner.accountId, other, now, work), {
    code: 'idempotency_key_reused',
  });
  await instance.db.write(unhashedKeysChore.run);
  for (const key of await keys()) assert.match(key, /^ [0-9a-f]{64}$/);
  // A process of the previous release that finds one of the new keys asks its client to retry.
  const insertion = insert(3, once.key, now);
  await assert.rejects(insertion, { code: '55P03' });
  const eve = { ...once, key: 'of-eve@example.org' };
  const second = await runIdempotent(instance.db, owner.accountId, eve, now, work);
  assert.deepEqual(second, { answer: { n: 2 }, replayed: true });
});

test('erasing the last credential of a deleted badge deletes the badge and its issuer', async () => {
  const issuer = await createIssuer(owner);
  const badge = await createBadge(owner, issuer);
  const id = await issueAward(owner, badge);
  assertOk(await revoke(id));
  await owner.insignia.badges.delete({ badgeId: badge });
  await owner.insignia.issuers.delete({ issuerId: issuer });
  for (const path of [`/certify-badge/badge/${badge}`, `/certify-badge/issuer/${issuer}`])
    assertOk(await anyone('GET', path));
  await owner.insignia.credentials.delete({ awardId: id });
  const remaining =
    await sql`select 1 from badges where id = ${badge} union all select 1 from issuers where id = ${issuer}`.execute(
      instance.db,
    );
  assert.equal(remaining.rows.length, 0);
});

/** A deleted badge and issuer, kept public by these revoked credentials. */
async function keptBy(n: number): Promise<{ issuer: string; badge: string; ids: string[] }> {
  const issuer = await createIssuer(owner);
  const badge = await createBadge(owner, issuer);
  const ids = await Promise.all(Array.from({ length: n }, () => issueAward(owner, badge)));
  for (const id of ids) assertOk(await revoke(id));
  await owner.insignia.badges.delete({ badgeId: badge });
  await owner.insignia.issuers.delete({ issuerId: issuer });
  return { issuer, badge, ids };
}
const stillThere = async ({ badge, issuer }: { badge: string; issuer: string }) =>
  (
    await sql`select 1 from badges where id = ${badge} union all select 1 from issuers where id = ${issuer}`.execute(
      instance.db,
    )
  ).rows.length;

/** Holds these calls just before their commit, then releases them together. */
async function together(calls: (() => Promise<ApiResponse>)[]): Promise<ApiResponse[]> {
  const answers = await instance.db.write(async (trx) => {
    await sql`lock table audit_log in share mode`.execute(trx);
    const pending = calls.map((call) => call());
    await waitForCondition('all of them wait', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query not like '%pg_stat%'`.execute(
        instance.db,
      );
      return rows.length >= calls.length;
    });
    return pending;
  });
  return Promise.all(answers);
}

test('erasing the last two credentials of a deleted badge concurrently deletes badge and issuer', async () => {
  for (let round = 0; round < 3; round++) {
    const storedRows = await keptBy(2);
    const erasing = storedRows.ids.map((id) => () => owner.api('DELETE', `/awards/${id}`));
    for (const answer of await together(erasing)) assertOk(answer);
    assert.equal(await stillThere(storedRows), 0);
  }
});

test('deleting a badge while its last credential is erased leaves no badge behind', async () => {
  for (let round = 0; round < 3; round++) {
    const badge = await createBadge(owner, issuerId);
    const id = await issueAward(owner, badge);
    assertOk(await revoke(id));
    const both = [`/awards/${id}`, `/badges/${badge}`];
    const [erased, deleted] = await together(both.map((path) => () => owner.api('DELETE', path)));
    assertOk(erased as ApiResponse);
    assertOk(deleted as ApiResponse);
    assert.equal(await stillThere({ badge, issuer: badge }), 0);
  }
});

test('changes larger than one notification are announced, and invalid notifications harm no process', async () => {
  const sources = Array.from({ length: 400 }, () => `status/${randomUUID()}`);
  await instance.db.write((trx) => invalidateOnCommit(trx, ...sources));
  for (const channel of ['insignia_changes', 'insignia_work'])
    for (const payload of ['', '1', '{', '[null]'])
      await sql`select pg_notify(${channel}, ${payload})`.execute(instance.db);
  await instance.waitForInvalidation();
  assertOk(await createTestClient(instance.url)('GET', '/healthz'));
});

test('revoking, correcting and erasing announce a credential once, by request and by job', async (t) => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => issueAward(owner, badgeId)));
  const tags: (string | undefined)[] = [];
  const channel = createInvalidationChannel((tag) => void tags.push(tag));
  const { ready, stop } = listen(instance.databaseUrl, [channel]);
  t.after(stop);
  await ready;
  const [revoked, corrected, erased, ofJob] = ids as [string, string, string, string];
  assertOk(await revoke(revoked));
  await owner.insignia.credentials.correct({
    awardId: corrected,
    recipient: { name: 'Correct Name' },
  });
  assertOk(await owner.api('DELETE', `/awards/${erased}`));
  const { jobId } = await owner.insignia.credentials.revokeMany({ awardIds: [ofJob] });
  await waitForCondition(
    'the job is done',
    async () => (await owner.insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  const last = `status/${randomUUID()}`;
  await createInvalidator(instance.db)(last);
  await waitForCondition('the last announcement', async () => tags.includes(last));
  const announced = ids.map((id) => tags.filter((tag) => tag === cacheTag.credential(id)).length);
  assert.deepEqual(announced, [1, 1, 1, 1]);
});

test('a deleted badge disappears in every process with its last credential', async (t) => {
  const other = await startInstance({
    DATABASE_URL: instance.databaseUrl,
    BASE_URL: instance.url,
  });
  t.after(() => other.stop());
  const storedRows = await keptBy(1);
  const paths = [
    `/certify-badge/badge/${storedRows.badge}`,
    `/certify-badge/issuer/${storedRows.issuer}`,
  ];
  const here = createTestClient(instance.direct, { 'x-api-key': owner.key });
  const there = createTestClient(`http://127.0.0.1:${other.config.port}`);
  for (const path of paths) for (const ask of [here, there]) assertOk(await ask('GET', path));
  assertOk(await here('DELETE', `/awards/${storedRows.ids[0]}`));
  for (const path of paths) assert.equal((await here('GET', path)).status, 404);
  // Otherwise it would be cached for 10 s.
  await other.waitForInvalidation();
  for (const path of paths) assert.equal((await there('GET', path)).status, 404);
});

test('the events of a credential are listed oldest first', async () => {
  const id = await issueAward(owner, badgeId);
  assertOk(await anyone('POST', `/awards/${id}/event`, { parameters: { kind: 'view' } }));
  assertOk(await revoke(id, { reason: 'because' }));
  const { items: events } = await owner.insignia.credentials.events({ awardId: id });
  assert.deepEqual(
    events.map(({ type, reason }) => [type, reason]),
    [
      ['issued', undefined],
      ['viewed', undefined],
      ['revoked', 'because'],
    ],
  );
  assert.match(events[0]?.at ?? '', /Z$/);
  assertRefused(
    await owner.api('GET', `/awards/${owner.accountId}/events`),
    404,
    'credential_not_found',
  );
});

test('each event names the user or key that caused it, with the current name', async () => {
  const by = async (awardId: string) =>
    (await owner.insignia.credentials.events({ awardId })).items.map(({ by: who }) => who);
  const key = await keyNamed('Course platform');
  const recipient = { name: 'Ada Byron', email: 'ada@example.org' };
  const { awardId } = await createTestSdk(instance.url, key.key).credentials.issue({
    ...{ badgeId, recipient },
    issuedOn: '2026-01-31',
  });
  const id = idFromUrl(awardId);
  assertOk(await anyone('POST', `/awards/${id}/event`, { parameters: { kind: 'view' } }));
  assertOk(await owner.session('POST', `/awards/${id}/revoke`, { parameters: {} }));
  const program = { kind: 'key', id: key.keyId, name: 'Course platform' };
  const person = { kind: 'person', id: owner.personId, name: owner.name };
  assert.deepEqual(await by(id), [program, null, person]);
  await sql`update auth."user" set name = 'Countess' where id = ${owner.personId}`.execute(
    instance.db,
  );
  await sql`delete from api_keys where id = ${key.keyId}`.execute(instance.db);
  assert.deepEqual(await by(id), [
    { ...program, name: null },
    null,
    { ...person, name: 'Countess' },
  ]);
});

test('an engagement counts once per kind and client in 24 hours, also in 100 concurrent requests [4.5-6 4.5-7 4.5-10 5-2a 6.5-1 8-9]', async () => {
  const id = await issueAward(owner, badgeId);
  const record = (parameters: object) => anyone('POST', `/awards/${id}/event`, { parameters });
  const stats = async () => assertOk(await anyone('GET', `/awards/${id}/stats`)).body;
  assert.deepEqual(await stats(), {
    statusCode: 200,
    info: { stats: { views: 0, shares: {}, downloads: 0, linkedin_adds: 0 } },
  });
  const answers = await runConcurrently(100, () => record({ kind: 'share', network: 'linkedin' }));
  assert.equal(answers.filter((answer) => assertOk(answer).body.info.recorded).length, 1);
  assert.deepEqual(assertOk(await record({ kind: 'share', network: 'twitter' })).body.info, {
    recorded: false,
  });
  assert.deepEqual(assertOk(await record({ kind: 'download', network: 'copy' })).body.info, {
    recorded: true,
  });
  assertOk(await record({ kind: 'linkedin_add' }));
  assert.deepEqual((await stats()).info.stats, {
    views: 0,
    shares: { linkedin: 1 },
    downloads: 1,
    linkedin_adds: 1,
  });
  instance.clock.set(new Date(Date.now() + 24 * 3_600_000 + 1_000));
  assert.deepEqual(assertOk(await record({ kind: 'share' })).body.info, { recorded: true });
  instance.clock.set(new Date());
  assert.deepEqual((await stats()).info.stats.shares, { linkedin: 1 });
  const { rows } = await sql<{
    row: string;
  }>`select t::text as row from engagement_clients t`.execute(instance.db);
  assert.equal(
    rows.some(({ row }) => row.includes('127.0.0.1')),
    false,
  );
  for (const parameters of [{ kind: 'like' }, { kind: 'share', network: 'myspace' }])
    assertRefused(await record(parameters), 400, 'invalid_request');
  for (const unknown of [owner.accountId, 'nonsense']) {
    assertRefused(
      await anyone('POST', `/awards/${unknown}/event`, { parameters: { kind: 'view' } }),
      404,
      'credential_not_found',
    );
    assertRefused(await anyone('GET', `/awards/${unknown}/stats`), 404, 'credential_not_found');
  }
});

test('100 concurrent first views emit one credential.viewed, and later views none [6.1-4 6.2-5]', async () => {
  const behind = await startInstance({
    TRUST_PROXY: '127.0.0.1/32',
    DATABASE_URL: instance.databaseUrl,
    BASE_URL: instance.url,
  });
  const other = createTestClient(`http://127.0.0.1:${behind.config.port}`);
  const id = await issueAward(owner, badgeId);
  const view = (n: number) =>
    other(
      'POST',
      `/awards/${id}/event`,
      { parameters: { kind: 'view' } },
      { 'x-forwarded-for': `203.0.113.${n}` },
    );
  const answers = await runConcurrently(100, view);
  for (const answer of answers) assert.equal(assertOk(answer).body.info.recorded, true);
  assert.equal(assertOk(await anyone('GET', `/awards/${id}/stats`)).body.info.stats.views, 100);
  assert.deepEqual(await events(id, 'credential.viewed'), [
    { data: { recipient: { name: 'Charles Babbage', email: 'charles@example.org' } } },
  ]);
  assert.deepEqual(assertOk(await view(5)).body.info, { recorded: false });
  await behind.stop();
});
