import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { assertOk, assertRefused, client } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';

let instance: Instance;
let owner: Owner;
let awardId: string;
let badgeId: string;
before(async () => {
  instance = await startInstance({ WEBHOOK_RETRY_SCHEDULE: '1h' });
  owner = await createOwner(instance, 'pro');
  badgeId = await createBadge(owner, await createIssuer(owner));
  // What it cannot be told goes on waiting, with the recipient in it.
  assertOk(await owner.api('POST', '/webhooks', { url: 'https://sample.invalid' }), 201);
  awardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Export Me Please', email: 'export.me@example.org' },
  });
  assertOk(
    await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email: 'x@example.org' } }),
  );
});
after(() => instance.stop());

test('the export has everything of the account and nothing of another, and no secret', async () => {
  const other = await createOwner(instance);
  await issueAward(other, await createBadge(other, await createIssuer(other)));
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select gen_random_uuid(), ${owner.accountId}, ${badgeId}, 'Many People', 'm@example.org', '', '', now(), now() from generate_series(1, 2500)`.execute(
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
  const credentials = (await read('credentials.jsonl')).trim().split('\n');
  assert.equal(credentials.length, 2_501);
  assert.ok(credentials.some((line) => line.includes('export.me@example.org')));
  const [badge] = JSON.parse(await read('badges.json'));
  assert.equal(badge.name, 'Poet of Science');
  const image = await readFile(join(directory, 'images', `${badge.image_cid}.png`));
  assert.equal(image.subarray(1, 4).toString(), 'PNG');
  const names = 'account usage members api-keys issuers stats-by-day'.split(' ');
  const texts = await Promise.all([
    ...names.map((name) => read(`${name}.json`)),
    ...['events', 'mails', 'imports', 'audit-log'].map((name) => read(`${name}.jsonl`)),
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

test('deleting wants the owner, freshly signed in; then nothing is left, and addresses of credentials answer 410', async () => {
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const there = { 'x-account-id': owner.accountId };
  assertRefused(await owner.api('DELETE', '/account'), 403, 'person_required');
  assertRefused(await admin.bearer('DELETE', '/account', undefined, there), 403, 'role_too_small');
  instance.clock.set(new Date(Date.now() + 6 * 60_000));
  assertRefused(await owner.session('DELETE', '/account'), 403, 'fresh_sign_in_required');
  instance.clock.set(new Date());
  const path = `/certify-badge/award/${awardId}`;
  const waiting = async () =>
    (
      await sql`select 1 from waiting_deliveries where data::text like '%export.me%'`.execute(
        instance.db,
      )
    ).rows.length;
  assert.ok((await waiting()) > 0);
  assertOk(await client(instance.url)('GET', path));
  assert.deepEqual(assertOk(await owner.session('DELETE', '/account')).body, { deleted: true });
  assertRefused(await client(instance.url)('GET', path), 410, 'credential_gone');
  assertRefused(
    await client(instance.url)('GET', `/certify-badge/badge/${badgeId}`),
    404,
    'badge_not_found',
  );
  for (const ask of [owner.api, owner.session, owner.bearer])
    assert.equal((await ask('GET', '/account')).status, 401);
  assertRefused(await admin.bearer('GET', '/account', undefined, there), 404, 'account_not_found');
  assertOk(await admin.bearer('GET', '/account'));
  assert.equal(await waiting(), 0);
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`.execute(instance.db);
  const traces = [owner.accountId, owner.email, 'export.me@example.org'];
  for (const { name } of rows)
    for (const trace of traces) {
      const found =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${trace}%`} limit 1`.execute(
          instance.db,
        );
      assert.equal(found.rows.length, 0, `${name}: ${trace}`);
    }
});
