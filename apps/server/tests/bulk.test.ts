import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { registerCredentialsWork } from '../src/features/credentials/index.ts';
import { newId } from '../src/kernel/id.ts';
import { collectWork, enqueue } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient, createTestSdk } from './support/client.ts';
import { createBadge, createIssuer, createOwner, idFromUrl, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));

const bulk = (action: string, parameters: object, headers = {}) =>
  owner.api('POST', `/awards/${action}`, { parameters }, headers);
async function done({ jobId }: { jobId: string }, { insignia } = owner) {
  const get = () => insignia.jobs.get({ jobId });
  await waitForCondition('the job has ended', async () => (await get()).status === 'completed');
  return get();
}
const issueMany = (n: number, tag: string) =>
  Promise.all(
    Array.from({ length: n }, (_, i) =>
      issueAward(owner, badgeId, {
        recipient: { name: `${tag} Number ${i}`, email: `${tag}-${i}@example.org` },
      }),
    ),
  );
const readEvents = async (type: string) =>
  (
    await sql<{ id: string }>`select credential_id as id from events where type = ${type}`.execute(
      instance.db,
    )
  ).rows.map(({ id }) => id);

test('bulk revocation by ids revokes each credential once, visible to the public', async () => {
  const ids = await issueMany(3, 'ids');
  const [first = '', second = '', third = ''] = ids;
  await owner.insignia.credentials.revoke({ awardId: first, reason: 'before' });
  const path = `/certify-badge/award/${second}`;
  assert.equal(assertOk(await createTestClient(instance.url)('GET', path)).body.revoked, false);
  const awardIds = [first, `${instance.url}${path}`, third, third];
  const job = await done(
    await owner.insignia.credentials.revokeMany({ awardIds, reason: 'all wrong' }),
  );
  assert.deepEqual([job.action, job.total, job.done, job.skipped], ['revoke', 3, 2, 1]);
  await instance.waitForInvalidation();
  const document = assertOk(await createTestClient(instance.url)('GET', path)).body;
  assert.deepEqual([document.revoked, document.revocationReason], [true, 'all wrong']);
  const revokedEvents = await readEvents('credential.revoked');
  assert.deepEqual(revokedEvents.toSorted(), ids.toSorted());
  const { items: events } = await owner.insignia.credentials.events({ awardId: second });
  assert.equal(events.at(-1)?.by?.name, 'write key');
  const again = await done(
    await owner.insignia.credentials.revokeMany({ awardIds: ids, reason: 'other' }),
  );
  assert.deepEqual([again.done, again.skipped], [0, 3]);
});

test('bulk actions by filter run in batches and leave credentials issued later alone', async () => {
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, ${owner.accountId}, ${badgeId}, 'Filtered Person', 'f' || i || '@example.org',
      'filtered person', 'f' || i || '@example.org', now(), now() from generate_series(1, 1200) i`.execute(
    instance.db,
  );
  const filter = { search: 'FILTERED', searchField: 'name' } as const;
  const job = await done(await owner.insignia.credentials.revokeMany({ filter }));
  assert.deepEqual([job.total, job.done, job.skipped], [1_200, 1_200, 0]);
  const { rows } = await sql<{ n: number }>`select count(*)::int n from credentials
    where revoked_at is not null and recipient_name = 'Filtered Person'`.execute(instance.db);
  assert.equal(rows[0]?.n, 1_200);
  const unclearedJobs =
    await sql`select 1 from bulk_jobs where filter is not null or credential_ids is not null`.execute(
      instance.db,
    );
  assert.equal(unclearedJobs.rows.length, 0);
  const none = await done(
    await owner.insignia.credentials.revokeMany({ filter: { badgeId: 'nonsense' } }),
  );
  assert.deepEqual([none.total, none.done], [0, 0]);
});

test('sending many credentials emails each recipient and emits one event each', async () => {
  const ids = await issueMany(12, 'mailed');
  await sql`insert into suppressed_addresses values (${owner.accountId}, sha256('mailed-3@example.org'), now())`.execute(
    instance.db,
  );
  await owner.insignia.credentials.revoke({ awardId: ids[4] ?? '' });
  const filter = { search: 'mailed-', searchField: 'email' } as const;
  const job = await done(await owner.insignia.credentials.sendMany({ filter }));
  assert.deepEqual([job.total, job.done, job.skipped], [12, 10, 2]);
  for (const n of [0, 1, 11]) await instance.mailbox.waitFor(`mailed-${n}@example.org`, /Poet/);
  await waitForCondition(
    'told',
    async () => (await readEvents('credential.delivered')).length === 10,
  );
  assert.equal(new Set(await readEvents('credential.delivered')).size, 10);
});

test('an invalid bulk request is refused before anything happens', async () => {
  const [id = ''] = await issueMany(1, 'wrong');
  for (const action of ['revoke', 'send']) {
    const search = { search: 'x' };
    for (const parameters of [
      ...[{}, { awardIds: [id], filter: search }, { awardIds: [id], all: true }],
      { all: true, filter: search },
    ])
      assertRefused(await bulk(action, parameters), 400, 'invalid_request', 'awardIds');
    assertRefused(await bulk(action, { awardIds: [] }), 400, 'invalid_request', 'awardIds');
    for (const filter of ['{}', [], null, { searchField: 'all' }])
      assert.equal((await bulk(action, { filter })).status, 400);
    for (const unknown of [newId(), 'nonsense'])
      assertRefused(await bulk(action, { awardIds: [id, unknown] }), 404, 'credential_not_found');
  }
  assertRefused(
    await bulk('revoke', { awardIds: [id], reason: 'x'.repeat(501) }),
    400,
    'invalid_request',
    'reason',
  );
  assertRefused(await owner.api('GET', `/jobs/${newId()}`), 404, 'job_not_found');
  assert.equal((await owner.insignia.credentials.get({ awardId: id })).revoked, false);
  const headers = { 'idempotency-key': 'bulk-1' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => bulk('revoke', { awardIds: [id] }, headers)),
  );
  assert.equal(new Set(answers.map(({ body }) => body.info.jobId)).size, 1);
});

test('conflicting selections and an invalid reason are reported together', async () => {
  const answer = await bulk('revoke', { awardIds: [newId()], all: true, reason: 7 });
  for (const field of ['awardIds', 'reason']) assertRefused(answer, 400, 'invalid_request', field);
});

test('a misspelled, blank or empty filter is refused, and only {"all": true} means all', async () => {
  const other = await createOwner(instance, 'pro');
  const [matching, notMeant] = [
    await createBadge(other, await createIssuer(other)),
    await createBadge(other, await createIssuer(other)),
  ];
  for (const badge of [matching, matching, notMeant, notMeant]) await issueAward(other, badge);
  const ask = (parameters: object) => other.api('POST', '/awards/revoke', { parameters });
  const wrong: [object, string][] = [
    [{}, 'filter'],
    [{ badge_id: matching }, 'filter'],
    [{ badgeID: matching }, 'filter'],
    [{ badgeId: matching, serach: 'ada' }, 'filter'],
    [{ searchField: 'email' }, 'filter'],
    [{ all: true }, 'filter'],
    [{ search: '' }, 'filter.search'],
    [{ search: '  \t' }, 'filter.search'],
    [{ search: null }, 'filter.search'],
    [{ badgeId: '' }, 'filter.badgeId'],
    [{ badgeId: ' ' }, 'filter.badgeId'],
    [{ badgeId: null }, 'filter.badgeId'],
  ];
  for (const action of ['revoke', 'send'])
    for (const [filter, field] of wrong)
      assertRefused(await bulk(action, { filter }), 400, 'invalid_request', field);
  for (const all of [false, null, 'true', 1, {}])
    assertRefused(await ask({ all }), 400, 'invalid_request', 'all');
  // A filter in the wrong place selects nothing rather than everything.
  for (const parameters of [
    { all: true, badgeId: matching },
    { all: true, ids: [matching] },
    { filter: { search: 'babbage' }, badgeId: matching },
  ]) {
    const refusal = await ask(parameters);
    assert.equal(refusal.status, 400);
    assert.match(refusal.body.error, /^parameters must not have "(badgeId|ids)"/);
  }
  const misspelt = await ask({ filter: { badge_id: matching } });
  assert.match(misspelt.body.error, /filter must not have "badge_id"/);
  const revoked = async () =>
    (
      await sql<{ n: number }>`select count(revoked_at)::int as n from credentials
        where account_id = ${other.accountId}`.execute(instance.db)
    ).rows[0]?.n;
  assert.equal(await revoked(), 0);
  const waitForJob = (info: { jobId: string }) =>
    waitForCondition('the job has ended', async () => {
      const { body } = await other.api('GET', `/jobs/${info.jobId}`);
      return body.info.status === 'completed';
    });
  await waitForJob(assertOk(await ask({ filter: { badgeId: matching } }), 202).body.info);
  assert.equal(await revoked(), 2);
  await waitForJob(assertOk(await ask({ all: true }), 202).body.info);
  assert.equal(await revoked(), 4);
});

test('an export contains every credential of the filter, without cells that run as formulas', async () => {
  const bad = [
    '=cmd|x',
    '+1234567',
    '-1234567',
    '@SUM(A1)',
    'Ordinary; "Name", Ünï',
    'Only; semicolons',
  ];
  for (const [n, name] of bad.entries())
    await issueAward(owner, badgeId, { recipient: { name, email: `cell-${n}@example.org` } });
  const filter = encodeURIComponent(JSON.stringify({ search: 'cell-', searchField: 'email' }));
  const answer = assertOk(await owner.read('GET', `/awards/export.csv?filter=${filter}`));
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /attachment; filename="credentials.csv"/,
  );
  assert.match(answer.text, /,"Ordinary; ""Name"", Ünï",/);
  assert.match(answer.text, /,"Only; semicolons",/);
  const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true });
  assert.deepEqual(
    rows.map(({ name }) => name),
    bad.map((name) => (/^[=+@-]/.test(name) ? `'${name}` : name)).toReversed(),
  );
  assert.match(rows[0]?.id ?? '', /\/certify-badge\/award\//);
  for (const { id = '', page } of rows)
    assert.equal(page, `${instance.url}/credentials/${id.slice(id.lastIndexOf('/') + 1)}`);
  assert.equal(rows[0]?.issuedOn, '2026-03-01T00:00:00.000Z');
  const all: string[][] = parse(assertOk(await owner.api('GET', '/awards/export.csv')).text);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int n from credentials where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  assert.equal(all.length - 1, counted[0]?.n);
  assert.ok((counted[0]?.n ?? 0) > 1_000, 'more than a page');
  assertRefused(
    await owner.api('GET', '/awards/export.csv?filter=x'),
    400,
    'invalid_request',
    'filter',
  );
});

test('bulk revocation by status revokes expired credentials and leaves valid and revoked ones', async () => {
  const home = await createOwner(instance, 'pro');
  const badge = await createBadge(home, await createIssuer(home));
  const recipient = (n: number) => ({ name: `Person ${n}`, email: `p${n}@example.org` });
  const issue = (n: number, expires?: string) =>
    issueAward(home, badge, { recipient: recipient(n), issuedOn: '2025-01-01', expires });
  const past = await Promise.all([1, 2, 3].map((n) => issue(n, '2025-06-01')));
  const [valid, later, revoked] = [await issue(4), await issue(5, '2999-01-01'), await issue(6)];
  await home.insignia.credentials.revoke({ awardId: revoked });
  const { credentials, jobs } = createTestSdk(instance.url, home.key);
  const ids = async (filter: object): Promise<string[]> => {
    const { awards } = await credentials.list({ filter });
    const { count, isMore } = await credentials.count({ filter });
    assert.deepEqual([count, isMore], [awards.length, false]);
    return awards.map(({ id }) => idFromUrl(id)).toSorted();
  };
  const states = async () => ({
    valid: await ids({ state: 'valid' }),
    expired: await ids({ state: 'expired', badgeId: badge }),
    revoked: await ids({ state: 'revoked', search: 'person' }),
  });
  const before = { valid: [valid, later].toSorted(), expired: past.toSorted(), revoked: [revoked] };
  assert.deepEqual(await states(), before);
  // Also after expired credentials were marked.
  const { chores } = collectWork((work) =>
    registerCredentialsWork(work, { clock: () => new Date() }),
  );
  const chore = chores.find(({ name }) => name === 'expired credentials');
  await instance.db.write(async (trx) => chore?.run(trx));
  const { rows } =
    await sql`select from credentials where lapsed_at is not null and badge_id = ${badge}`.execute(
      instance.db,
    );
  assert.equal(rows.length, 3);
  assert.deepEqual(await states(), before);
  for (const search of ['person 2', 'n 2'])
    for (const field of [{ state: 'expired' }, {}, { state: 'expired', badgeId: badge }])
      assert.deepEqual(await ids({ search, ...field }), [past[1]]);
  assert.deepEqual(await ids({ search: 'person 2', state: 'valid' }), []);
  assert.deepEqual(await ids({ state: 'expired', badgeId }), []);
  const csv = assertOk(
    await home.api('GET', `/awards/export.csv?filter=${encodeURIComponent('{"state":"expired"}')}`),
  ).text;
  assert.equal(parse(csv, { columns: true, bom: true }).length, 3);
  const wrong = await home.api('GET', '/awards?filter={"state":"lost"}');
  assertRefused(wrong, 400, 'invalid_request', 'filter.state');

  const last = await issue(7, '2025-06-01');
  const { jobId } = await credentials.revokeMany({ filter: { state: 'expired' } });
  await waitForCondition('revoked', async () => (await jobs.get({ jobId })).status === 'completed');
  const job = await jobs.get({ jobId });
  assert.deepEqual([job.total, job.done, job.skipped], [4, 4, 0]);
  assert.deepEqual(await states(), {
    valid: before.valid,
    expired: [],
    revoked: [...past, last, revoked].toSorted(),
  });
});

test('a job accepted by the previous release is finished, or fails if it missed credentials', async () => {
  const home = await createOwner(instance, 'pro');
  const badge = await createBadge(home, await createIssuer(home));
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await issueAward(home, badge));
  const [, , newest = ''] = ids;
  const accept = async (beforeId: string, filter: object | null, awardIds: string[] | null) => {
    const jobId = newId();
    await sql`insert into bulk_jobs (id, account_id, action, status, filter, credential_ids, reason, person_id, before_id, total, created_at)
      values (${jobId}, ${home.accountId}, 'revoke', 'queued', ${filter && JSON.stringify(filter)}, ${awardIds}, '', ${home.personId}, ${beforeId}, 3, now())`.execute(
      instance.db,
    );
    await instance.db.write(async (trx) => {
      await enqueue(trx, 'bulk', { jobId }, { accountId: home.accountId });
    });
    await waitForCondition('the job has ended', async () => {
      const { finishedAt } = await home.insignia.jobs.get({ jobId });
      return finishedAt !== null;
    });
    return home.insignia.jobs.get({ jobId });
  };
  const within = { field: 'name', within: { badgeId: badge, state: 'valid', field: 'name' } };
  // Accepted by a process whose clock was behind the clock of the process that issued the newest
  // credential.
  const missed = await accept(newest, within, null);
  assert.deepEqual([missed.status, missed.total, missed.done, missed.failed], ['failed', 3, 2, 1]);
  const jobOfIds = await accept(newest, null, ids);
  assert.deepEqual([jobOfIds.status, jobOfIds.done, jobOfIds.skipped], ['completed', 1, 2]);
});

test('credentials that were erased or no longer match the filter are skipped', async () => {
  const home = await createOwner(instance, 'pro');
  const badge = await createBadge(home, await createIssuer(home));
  const [valid, revoked, erased] = [
    await issueAward(home, badge),
    await issueAward(home, badge),
    await issueAward(home, badge),
  ];
  await home.insignia.credentials.revoke({ awardId: revoked });
  await home.insignia.credentials.delete({ awardId: erased });
  const jobId = newId();
  // Insert the job as if it was accepted while all three were valid.
  await instance.db.write(async (trx) => {
    await sql`insert into bulk_jobs (id, account_id, action, status, filter, reason, person_id, before_id, total, created_at)
      values (${jobId}, ${home.accountId}, 'send', 'queued', '{"state": "valid"}', '', ${home.personId}, ${jobId}, 3, now())`.execute(
      trx,
    );
    await sql`insert into bulk_job_chunks values (${jobId}, 0, ${[valid, revoked, erased]})`.execute(
      trx,
    );
    await enqueue(trx, 'bulk-chunks', { jobId }, { accountId: home.accountId });
  });
  const job = await done({ jobId }, home);
  assert.deepEqual([job.total, job.done, job.skipped, job.failed], [3, 1, 2, 0]);
  const chunks = await sql`select from bulk_job_chunks where job_id = ${jobId}`.execute(
    instance.db,
  );
  assert.equal(chunks.rows.length, 0);
});

test('the database refuses a completed job that has not reached every credential', async () => {
  const id = newId();
  const insert = sql`insert into bulk_jobs (id, account_id, action, status, reason, person_id, before_id, total, done, skipped, created_at)
    values (${id}, ${owner.accountId}, 'revoke', 'completed', '', ${owner.personId}, ${id}, 3, 1, 1, now())`;
  await assert.rejects(insert.execute(instance.db), /bulk_jobs_completed/);
});
