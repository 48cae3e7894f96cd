import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { addMember, createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ WEBHOOK_RETRY_SCHEDULE: '1h' });
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId);
// An undeliverable event waits with the recipient in it.
await owner.insignia.webhooks.create({ url: 'https://sample.invalid' });
const awardId = await issueAward(owner, badgeId, {
  recipient: { name: 'Export Me Please', email: 'export.me@example.org' },
});
await owner.insignia.credentials.send({ awardId: awardId, email: 'x@example.org' });

test('an export has everything of its account, nothing of another, and no secrets', async () => {
  const other = await createOwner(instance);
  await issueAward(other, await createBadge(other, await createIssuer(other)));
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at, details)
    select gen_random_uuid(), ${owner.accountId}, ${badgeId}, 'Many People', 'm@example.org', '', '', now(), now(),
      case when n % 50 = 0 then jsonb_build_object('narrative', repeat('x', 60000)) end from generate_series(1, 2500) n`.execute(
    instance.db,
  );
  // More than a page of each, and designs that fill a page alone.
  await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, design_json, created_at)
    select gen_random_uuid(), account_id, issuer_id, 'Badge ' || n, description, criteria, image_cid,
      case when n % 40 = 0 then repeat(n || ' ', 300000) when n % 3 = 0 then repeat('x', 20000) end, now()
    from badges cross join generate_series(1, 250) n where id = ${badgeId}`.execute(instance.db);
  await sql`insert into badge_days select ${owner.accountId}, ${badgeId}, date '2020-01-01' + n / 2, 'share', (n % 2)::text, n
    from generate_series(0, 2499) n`.execute(instance.db);
  // Earlier editions, more than a page of them.
  await sql`insert into badge_versions (badge_id, version, name, description, criteria, image_cid)
    select id, -n, 'Earlier ' || n, '', '', image_cid from badges cross join generate_series(1, 120) n where id = ${badgeId}`.execute(
    instance.db,
  );
  await sql`insert into issuer_versions (issuer_id, version, name, url, email, brand)
    select issuer_id, 0, 'Earlier issuer', '', '', '{"signatures": []}' from badges where id = ${badgeId}`.execute(
    instance.db,
  );
  await owner.insignia.credentials.correct({
    ...{ awardId, recipient: { name: 'Export Me Twice' }, reason: 'Married' },
  });
  const editions = (whose: string) => sql`
    insert into credential_editions (credential_id, number, badge_version, issuer_version, replaced_at, action, previous)
    select c.id, n, 1, 1, now(), 'corrected', '{"recipient.name": "Earlier"}' from credentials c cross join generate_series(1, 60) n
    where c.account_id = ${whose} and (c.details is not null or ${whose} <> ${owner.accountId})`;
  await editions(owner.accountId).execute(instance.db);
  await editions(other.accountId).execute(instance.db);
  await sql`insert into redirects select 'old.example', '/' || n || whose, whose, 'badge', ${badgeId}, now()
    from generate_series(1, 1001) n, unnest(${[owner.accountId, other.accountId]}::uuid[]) whose`.execute(
    instance.db,
  );
  const answer = await fetch(`${instance.url}/account/export`, {
    headers: { cookie: owner.cookie },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  const directory = await mkdtemp(join(tmpdir(), 'insignia-export-'));
  const file = join(directory, 'account.zip');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', file, directory]);
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  const readLines = async (name: string) =>
    (await read(`${name}.jsonl`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const credentials = (await read('credentials.jsonl')).trim().split('\n');
  assert.equal(new Set(credentials).size, 2_501);
  assert.equal(credentials.length, 2_501);
  assert.equal(credentials.filter((line) => line.includes('x'.repeat(60_000))).length, 50);
  assert.ok(credentials.some((line) => line.includes('export.me@example.org')));
  assert.ok(credentials.some((line) => line.includes('"corrections":1')));
  const badges = await readLines('badges');
  assert.equal(new Set(badges.map(({ id }) => id)).size, 251);
  assert.equal(badges.length, 251);
  for (const { name, design_json: design } of badges) {
    const n = Number(name.split(' ')[1]);
    if (n % 40 === 0) assert.equal(design, `${n} `.repeat(300_000));
  }
  const badge = badges.find(({ id }) => id === badgeId);
  const versions = await readLines('badge-versions');
  assert.deepEqual([versions.length, new Set(versions.map(({ name }) => name)).size], [120, 120]);
  assert.deepEqual(
    (await readLines('issuer-versions')).map(({ name, version }) => [name, version]),
    [['Earlier issuer', 0]],
  );
  const replaced = await readLines('credential-editions');
  const own = replaced.find(({ credential_id: id }) => id === awardId);
  assert.deepEqual(
    [own?.action, own?.reason, own?.previous],
    ['corrected', 'Married', { 'recipient.name': 'Export Me Please' }],
  );
  const keys = replaced.map(({ credential_id: id, number }) => `${id} ${number}`);
  assert.deepEqual([keys.length, new Set(keys).size], [3_001, 3_001]);
  const counted = await readLines('stats-by-day');
  // Issuing is in the credentials themselves.
  for (const { kind } of counted) assert.ok(kind !== 'issued' && kind !== 'erased');
  const days = counted.filter(({ kind }) => kind === 'share');
  assert.deepEqual(
    days.map(({ day, network, count }) => [day, network, count]),
    Array.from({ length: 2_500 }, (_, n) => [
      new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 2))).toISOString().slice(0, 10),
      String(n % 2),
      n,
    ]),
  );
  const redirects = await readLines('redirects');
  assert.deepEqual(
    [redirects.length, new Set(redirects.map(({ path }) => path)).size],
    [1_001, 1_001],
  );
  assert.deepEqual([redirects[0].kind, redirects[0].target_id], ['badge', badgeId]);
  assert.equal(badge.name, 'Poet of Science');
  const image = await readFile(join(directory, 'images', `${badge.image_cid}.png`));
  assert.equal(image.subarray(1, 4).toString(), 'PNG');
  const names = 'account usage members api-keys issuers'.split(' ');
  const texts = await Promise.all([
    ...names.map((name) => read(`${name}.json`)),
    ...['events', 'mails', 'imports', 'claims', 'claim-requests', 'audit-log', 'stats-by-day'].map(
      (name) => read(`${name}.jsonl`),
    ),
  ]);
  const everything = texts.join('\n');
  assert.ok(everything.includes(owner.email) && everything.includes('x@example.org'));
  assert.equal(everything.includes(other.accountId), false);
  assert.doesNotMatch(everything, new RegExp(`${owner.key}|hash`));
  await rm(directory, { recursive: true });
  assertRefused(await owner.api('GET', '/account/export'), 403, 'person_required');
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  assertRefused(
    await editor.bearer('GET', '/account/export', undefined, { 'x-account-id': owner.accountId }),
    403,
    'role_too_small',
  );
});

test('deleting an account requires a freshly signed-in owner, erases everything, and its credentials return 410', async () => {
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const there = { 'x-account-id': owner.accountId };
  assertRefused(await owner.api('DELETE', '/account'), 403, 'person_required');
  assertRefused(await admin.bearer('DELETE', '/account', undefined, there), 403, 'role_too_small');
  instance.clock.set(new Date(Date.now() + 6 * 60_000));
  assertRefused(await owner.session('DELETE', '/account'), 403, 'fresh_sign_in_required');
  instance.clock.set(new Date());
  const second = 'second@owner.example';
  const { addressId } = assertOk(
    await owner.session('POST', '/my/addresses', { parameters: { email: second } }),
    201,
  ).body;
  const { mail } = await instance.mailbox.waitFor(second);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  const confirmation = { parameters: { code } };
  assertOk(await owner.session('POST', `/my/addresses/${addressId}/confirm`, confirmation));
  const path = `/certify-badge/award/${awardId}`;
  const anyone = createTestClient(instance.url);
  const waiting = async () =>
    (
      await sql`select 1 from waiting_deliveries where data::text like '%export.me%'`.execute(
        instance.db,
      )
    ).rows.length;
  assert.ok((await waiting()) > 0);
  assertOk(await anyone('GET', path));
  const { raw } = await instance.mailbox.waitFor('x@example.org');
  const unsubscribe = /mail\/unsubscribe\/[\w-]+/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[0] ?? '';
  assertOk(await anyone('GET', `/${unsubscribe}`));
  const parameters = { email: 'invited@example.org', role: 'viewer' } as const;
  const { inviteId } = await owner.insignia.members.invite(parameters);
  assertOk(await anyone('GET', `/accept-invitation?inviteId=${inviteId}`));
  instance.mailbox.refuse({ code: 421, message: 'later' });
  const late = 'late@example.org';
  await owner.insignia.credentials.send({ awardId: awardId, email: late });
  await waitForCondition('one attempt failed', async () => {
    const { rows } =
      await sql`select 1 from mails where recipient = ${late} and attempts = 1`.execute(
        instance.db,
      );
    return rows.length === 1;
  });

  await instance.db.write(async (trx) => {
    // A lock on its data doesn't delay the deletion or show anything.
    await sql`select 1 from credentials where id = ${awardId} for update`.execute(trx);
    await sql`select 1 from badges where id = ${badgeId} for update`.execute(trx);
    assert.deepEqual(assertOk(await owner.session('DELETE', '/account')).body, { deleted: true });
    instance.mailbox.refuse(undefined);
    for (const each of [
      ...[path, `${path}/share-text`, `/awards/${awardId}/pdf`, `/awards/${awardId}/stats`],
      ...['', '/badge.png', '/card.png', '/embed', '/qr.svg'].map(
        (file) => `/credentials/${awardId}${file}`,
      ),
      `/oembed?url=${encodeURIComponent(`${instance.url}/credentials/${awardId}`)}`,
    ])
      assert.equal((await anyone('GET', each)).status, 410, each);
    for (const [each, body] of [
      [`/awards/${awardId}/event`, { kind: 'view' }],
      [`${path}/send-email`, { recipients: 'y@example.org' }],
    ] as const)
      assertRefused(await anyone('POST', each, { parameters: body }), 410, 'credential_gone');
    for (const each of [
      ...[`/certify-badge/badge/${badgeId}`, `/badge/${badgeId}`],
      ...[`/certify-badge/issuer/${issuerId}`, `/issuer/${issuerId}`],
      ...[`/${unsubscribe}`, `/accept-invitation?inviteId=${inviteId}`],
    ])
      assert.equal((await anyone('GET', each)).status, 404, each);
    for (const ask of [owner.api, owner.read, owner.session, owner.bearer])
      assert.equal((await ask('GET', '/account')).status, 401);
    assertRefused(
      await admin.bearer('GET', '/account', undefined, there),
      404,
      'account_not_found',
    );
    assertOk(await admin.bearer('GET', '/account'));
  });
  const { db } = instance;
  await waitForCondition('its rows are gone', async () => {
    const { rows } =
      await sql`select 1 from audit_log where account_id = ${owner.accountId}`.execute(db);
    return rows.length === 0;
  });
  assertRefused(await anyone('GET', path), 410, 'credential_gone');
  // Five minutes later, when no admitted request can still write.
  await sql`update jobs set run_at = now() where account_id = ${owner.accountId}`.execute(db);
  await waitForCondition('the last is gone', async () => {
    const { rows } = await sql`select 1 from leaving_accounts union all select 1 from jobs
      where account_id = ${owner.accountId}`.execute(db);
    return rows.length === 0;
  });
  assert.equal(await waiting(), 0);
  assert.equal(instance.mailbox.received.filter(({ to }) => to.includes(late)).length, 0);
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`.execute(instance.db);
  const traces = [owner.accountId, owner.email, second, 'export.me@example.org'];
  for (const { name } of rows)
    for (const trace of traces) {
      const matches =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${trace}%`} limit 1`.execute(
          instance.db,
        );
      assert.equal(matches.rows.length, 0, `${name}: ${trace}`);
    }
});

test('someone who signs up again after deleting the account keeps the new emails', async () => {
  const leaver = await createOwner(instance);
  assertOk(await leaver.session('DELETE', '/account'));
  const { email, accountId } = leaver;
  const countMails = async (): Promise<number> =>
    (await sql`select 1 from mails where recipient = ${email}`.execute(instance.db)).rows.length;
  await waitForCondition(
    'the first pass deleted the emails',
    async () => (await countMails()) === 0,
  );
  const anyone = createTestClient(instance.url);
  const again = { name: 'Once More', email, password: 'a password of the tests' };
  assertOk(await anyone('POST', '/api/auth/sign-up/email', again));
  assert.equal(await countMails(), 1);
  // The last pass runs minutes later.
  await sql`update jobs set run_at = now() where account_id = ${accountId}`.execute(instance.db);
  await waitForCondition('the last pass', async () => {
    const { rows } = await sql`select 1 from accounts where id = ${accountId}`.execute(instance.db);
    return rows.length === 0;
  });
  assert.equal(await countMails(), 1, 'the confirmation email of the new sign-up');
});
