import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eraseFromImports } from '../src/features/imports/index.ts';
import { newId } from '../src/kernel/id.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { csvHeaders } from './support/samples.ts';
import { recordStatements } from './support/statements.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId, {
  attributes: [
    { name: 'Grade', type: 'number' },
    { name: 'Level', type: 'text' },
  ],
});

const upload = (text: string, query = '', by: Owner = owner, badge = badgeId) =>
  by.api('POST', `/awards/imports?badgeId=${badge}${query}`, text, csvHeaders);
async function run(text: string, query = '', by: Owner = owner, badge = badgeId) {
  const { importId } = assertOk(await upload(text, query, by, badge), 202).body.info;
  await waitForCondition(
    'the import has ended',
    async () => (await by.insignia.imports.get({ importId })).finishedAt !== null,
  );
  return by.insignia.imports.get({ importId });
}
const issue = (name: string, email: string, more: object = {}) =>
  issueAward(owner, badgeId, { recipient: { name, email }, issuedOn: '2026-01-02', ...more });
const get = (awardId: string) => owner.insignia.credentials.get({ awardId });
const counts = ({
  action,
  issued,
  corrected,
  failed,
  skipped,
  status,
}: Record<string, unknown>) => ({
  ...{ action, issued, corrected, failed, skipped, status },
});
const none = { action: 'correct', issued: 0, corrected: 0, failed: 0, skipped: 0 };
const completed = { ...none, status: 'completed' };

test('a dry run shows values before and after, and changes nothing; the import then corrects', async () => {
  const attributes = { Grade: '2.3', Level: 'A' };
  const ada = await issue('Ada Lovelce', 'ada@correct.example', { attributes });
  const alan = await issue('Alan Turing', 'alan@correct.example', { expires: '2030-01-01' });
  const page = () =>
    createTestClient(instance.url)('GET', `/credentials/${ada}`, undefined, {
      accept: 'text/html',
    });
  assert.match((await page()).text, /Ada Lovelce/);
  const [{ length: awards }, before] = [
    (await owner.insignia.credentials.list()).awards,
    await owner.insignia.account.get(),
  ];
  const csv = [
    'Corrections of class 4b',
    'id,name,email,expires,attribute:Grade',
    `${ada},Ada Lovelace,ADA@correct.example,2031-05-06,"1.7"`,
    `${instance.url}/awards/${alan.toUpperCase()},Alan Turing,,2030-01-01,`,
  ].join('\n');
  const dry = await run(csv, '&dryRun=true');
  assert.deepEqual(counts(dry), { ...completed, skipped: 1 });
  assert.deepEqual(dry.corrections, [
    {
      row: 3,
      awardId: `${instance.url}/certify-badge/award/${ada}`,
      name: 'Ada Lovelce',
      changes: [
        { field: 'recipient.name', before: 'Ada Lovelce', after: 'Ada Lovelace' },
        {
          ...{ field: 'recipient.email', before: 'ada@correct.example' },
          after: 'ADA@correct.example',
        },
        { field: 'expires', before: null, after: '2031-05-06T23:59:59.999Z' },
        { field: 'attributes.Grade', before: '2.3', after: '1.7' },
      ],
    },
  ]);
  assert.equal((await get(ada)).recipient.name, 'Ada Lovelce');
  const report = await run(csv);
  assert.deepEqual(counts(report), { ...completed, corrected: 1, skipped: 1 });
  assert.deepEqual(report.corrections, []);
  const { recipient, expires, attributes: values } = await get(ada);
  assert.deepEqual(
    [recipient, expires, values],
    [
      { name: 'Ada Lovelace', email: 'ADA@correct.example' },
      '2031-05-06T23:59:59.999Z',
      { Grade: '1.7', Level: 'A' },
    ],
  );
  assert.match((await page()).text, /Ada Lovelace/);
  const { items: editions } = await owner.insignia.credentials.editions({ awardId: ada });
  assert.deepEqual(
    editions.map(({ kind }) => kind),
    ['corrected', 'issued'],
  );
  assert.equal((await owner.insignia.credentials.list()).awards.length, awards);
  assert.equal((await owner.insignia.account.get()).usage.credentials, before.usage.credentials);
  // The same file again changes nothing.
  assert.deepEqual(counts(await run(csv)), { ...completed, skipped: 2 });
});

test('rows that can’t be corrected have an error each, and the others are corrected', async () => {
  const stranger = await createOwner(instance);
  const foreign = await issueAward(
    stranger,
    await createBadge(stranger, await createIssuer(stranger)),
  );
  const otherBadge = await issueAward(owner, await createBadge(owner, issuerId));
  const [good, revoked, erased, dates] = [
    await issue('Grace Hoper', 'grace@rows.example'),
    await issue('Revoked Person', 'revoked@rows.example'),
    await issue('Erased Person', 'erased@rows.example'),
    await issue('Dated Person', 'dated@rows.example'),
  ];
  await owner.insignia.credentials.revoke({ awardId: revoked });
  await owner.insignia.credentials.delete({ awardId: erased });
  const csv = [
    'id,name,email,issuedOn,expires,attribute:Grade',
    `${good},Grace Hopper,,,,`,
    `${good},Grace Hooper,,,,`,
    `${foreign},Taken Over,,,,`,
    `${erased},Erased Person,,,,`,
    `${crypto.randomUUID()},Nobody Here,,,,`,
    `${revoked},Revoked Again,,,,`,
    `${otherBadge},Other Badge,,,,`,
    `,No Identity,,,,`,
    `4711,Student Number,,,,`,
    `${dates},${'x'.repeat(201)},nowhere,31.1.2026,2025-01-01,good`,
  ].join('\n');
  for (const query of ['&dryRun=true', '']) {
    const report = await run(csv, query);
    assert.deepEqual(counts(report), { ...completed, corrected: query ? 0 : 1, failed: 9 });
    assert.deepEqual(
      report.errors.map(({ row, field, message }) => [row, field, message]),
      [
        [3, 'id', 'is the same as in row 2'],
        [4, 'id', "must be a credential of this account. Erased credentials can't be corrected"],
        [5, 'id', "must be a credential of this account. Erased credentials can't be corrected"],
        [6, 'id', "must be a credential of this account. Erased credentials can't be corrected"],
        [7, 'id', "is a revoked credential, which can't be corrected"],
        [8, 'id', 'is a credential of another badge'],
        [9, 'id', 'is required'],
        [10, 'id', 'must be the ID or URL of a credential'],
        [11, 'name', 'must have at most 200 characters'],
        [11, 'email', 'must be an email address'],
        [11, 'issuedOn', 'must be a valid ISO 8601 date or date-time, for example 2026-03-01'],
      ],
    );
    assert.equal(report.errors[0]?.name, 'Grace Hooper');
  }
  assert.equal((await get(good)).recipient.name, 'Grace Hopper');
  assert.equal((await get(dates)).recipient.name, 'Dated Person');
  assert.equal(
    (await stranger.insignia.credentials.get({ awardId: foreign })).recipient.name,
    (await get(otherBadge)).recipient.name,
  );
  // Errors that only the credential shows.
  const more = `id,expires,attribute:Grade\n${dates},2025-01-01,good\n`;
  assert.deepEqual(
    (await run(more)).errors.map(({ field, message }) => [field, message]),
    [
      ['expires', 'must not be before issuedOn'],
      ['attributes.Grade', 'must be a number, for example 1.3'],
    ],
  );
});

test('ids of a school and exports issue as before, unless corrections are requested', async () => {
  const one = await createOwner(instance, 'pro');
  const badge = await createBadge(one, await createIssuer(one));
  const list = 'id,name,email,issuedOn\n4711,Ada Lovelace,ada@ids.example,2026-01-01\n';
  const issueReport = await run(list, '', one, badge);
  assert.deepEqual([issueReport.action, issueReport.issued], ['issue', 1]);
  const correctionReport = await run(list, '&onId=correct', one, badge);
  assert.deepEqual([correctionReport.action, correctionReport.failed], ['correct', 1]);
  assertRefused(
    await upload(
      'name,email,issuedOn\nAda,ada@ids.example,2026-01-01\n',
      '&onId=correct',
      one,
      badge,
    ),
    400,
    'invalid_request',
  );
  const file = async () => assertOk(await one.api('GET', '/awards/export.csv')).text;
  assert.deepEqual(
    counts(await run(await file(), '&onId=correct', one, badge)),
    { ...completed, skipped: 1 },
    'an unchanged export changes nothing',
  );
  const corrected = (await file()).replace('Ada Lovelace', 'Ada Byron');
  assert.equal((await run(corrected, '&onId=correct', one, badge)).corrected, 1);
  assert.equal((await run(corrected, '&onDuplicate=skip', one, badge)).skipped, 1);
  assert.equal((await run(corrected, '', one, badge)).issued, 1);
  const [first, ...others] = (await one.insignia.credentials.list()).awards;
  assert.deepEqual([first?.recipient.name, others.length], ['Ada Byron', 1]);
  const awardId = others[0]?.id ?? '';
  const ignored = `id,name,email,issuedOn\n${awardId},Ada Third,ada@ids.example,2026-01-01\n`;
  assert.equal((await run(ignored, '&onId=issue', one, badge)).issued, 1);
});

test('send=true emails the corrected recipients, and only those', async () => {
  const [moved, same, gone] = [
    await issue('Moved Person', 'old@send.example'),
    await issue('Same Person', 'same@send.example'),
    await issue('Gone Person', 'gone@send.example'),
  ];
  await sql`insert into suppressed_addresses (account_id, address_hash, suppressed_at)
    values (${owner.accountId}, sha256('unsubscribed@send.example'), now())`.execute(instance.db);
  const csv = `id,email\n${moved},new@send.example\n${same},same@send.example\n${gone},unsubscribed@send.example\n`;
  const report = await run(csv, '&send=true');
  assert.deepEqual(counts(report), { ...completed, corrected: 2, skipped: 1 });
  await instance.mailbox.waitFor('new@send.example');
  const addresses = instance.mailbox.received
    .flatMap(({ to }) => to)
    .filter((address) => address.endsWith('send.example'));
  assert.deepEqual(addresses, ['new@send.example']);
});

test('corrections beside a revoke, an erase and another import leave each credential whole', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 60; at++)
    ids.push(await issue(`Beside Person ${at}`, `b${at}@beside.example`));
  const csv = (tag: string) =>
    `id,name\n${ids.map((id, at) => `${id},${tag} Person ${at}`).join('\n')}\n`;
  const [first, second] = await Promise.all([
    run(csv('First')),
    run(csv('Second')),
    ...ids.slice(0, 10).map((awardId) => owner.insignia.credentials.delete({ awardId })),
    ...ids.slice(10, 20).map((awardId) => owner.insignia.credentials.revoke({ awardId })),
  ]);
  for (const ended of [first, second]) {
    assert.equal(ended?.status, 'completed');
    assert.equal(ended.corrected + ended.failed + ended.skipped, 60);
    // A row of an erased credential is gone.
    for (const { row } of ended.errors) assert.ok(row <= 21, `row ${row}`);
  }
  for (const [at, awardId] of ids.entries()) {
    if (at < 10) {
      assertRefused(await owner.api('GET', `/awards/${awardId}`), 404, 'credential_not_found');
      continue;
    }
    const { items: editions } = await owner.insignia.credentials.editions({ awardId });
    const { name } = (await get(awardId)).recipient;
    assert.match(name, /^(First|Second|Beside) Person \d+$/);
    if (at >= 20) assert.equal(editions.length, 3);
    const [newest] = editions;
    const change = newest?.changes.find(({ field }) => field === 'recipient.name');
    assert.equal(change?.after ?? name, name);
  }
});

test('erasing a credential removes it from files of corrections by its id', async () => {
  const erased = await issue('Secret Wrongname', 'secret@ids.example');
  const stays = await issue('Public Person', 'public@ids.example');
  const csv = `id,name\n${erased},Hidden Rightname\n${stays},Public Personage\n${erased},Hidden Again\n`;
  const dry = await run(csv, '&dryRun=true');
  assert.equal(dry.corrections.length, 2);
  const { importId } = await run(csv);
  await sql`insert into import_chunks (import_id, first_row, rows, numbers, first_rows)
    values (${importId}, 1, ${JSON.stringify([[erased, 'Hidden Rightname']])}, '{2}', '{null}')`.execute(
    instance.db,
  );
  await owner.insignia.credentials.delete({ awardId: erased });
  for (const table of ['import_errors', 'import_chunks', 'imports', 'credentials', 'mails']) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} t where t::text ~ 'Hidden|Wrongname|secret@ids'`.execute(
        instance.db,
      );
    assert.equal(rows.length, 0, table);
  }
  assert.deepEqual(
    (await owner.insignia.imports.get({ importId: dry.importId })).corrections.map(
      ({ name }) => name,
    ),
    ['Public Person'],
  );
});

test('erasing also removes addresses that corrections replaced, unless another recipient has them', async () => {
  const [typo, former, shared] = [
    'typo@replaced.example',
    'former@replaced.example',
    'shared@replaced.example',
  ];
  const awardId = await issue('Hidden Person', typo);
  for (const email of [former, shared, 'current@replaced.example'])
    await owner.insignia.credentials.correct({ awardId, recipient: { email } });
  await issue('Public Person', shared.toUpperCase());
  const claim = await owner.insignia.claims.create({ badgeId });
  const anyone = createTestClient(instance.url);
  assertOk(await anyone('POST', `/claim/${claim.code}`, { name: 'Hidden Person', email: typo }));
  const importId = newId();
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    values (${importId}, ${owner.accountId}, ${badgeId}, 'paused', false, false, false, '{name,email,issuedOn}',
      '{"name": 0, "email": 1, "issuedOn": 2}', 3, now())`.execute(instance.db);
  const rows = [typo, former, shared].map((email) => [`Row ${email}`, email, '2026-03-01']);
  await sql`insert into import_chunks (import_id, first_row, rows, numbers)
    values (${importId}, 1, ${JSON.stringify(rows)}, '{2,3,4}')`.execute(instance.db);
  const failed = await run(`name,email,issuedOn\n${'x'.repeat(201)},${former},2026-01-01\n`);
  assert.equal(failed.failed, 1);
  await owner.insignia.credentials.delete({ awardId });
  const tables = [
    ...['import_errors', 'import_chunks', 'imports', 'import_issued', 'credential_editions'],
    ...['credentials', 'mails', 'claim_codes', 'claim_requests', 'recipient_requests', 'events'],
    ...['audit_log', 'waiting_deliveries', 'idempotency_keys', 'jobs', 'bulk_jobs'],
  ];
  for (const table of tables) {
    const { rows: found } = await sql`
      select 1 from ${sql.table(table)} t where to_jsonb(t)::text ~* 'typo@replaced|former@replaced|current@replaced'`.execute(
      instance.db,
    );
    assert.deepEqual(found, [], table);
  }
  const { rows: left } = await sql<{ numbers: number[] }>`
    select numbers from import_chunks where import_id = ${importId}`.execute(instance.db);
  assert.deepEqual(left, [{ numbers: [4] }]);
  await owner.insignia.imports.cancel({ importId });
});

test('10,000 corrections can be paused, resumed and cancelled', async () => {
  const many = await createOwner(instance, 'pro');
  const badge = await createBadge(many, await createIssuer(many));
  const rows = Array.from(
    { length: 3_000 },
    (_, at) => `Person Number ${at},p${at}@many.example,2026-01-01`,
  );
  await run(`name,email,issuedOn\n${rows.join('\n')}\n`, '', many, badge);
  const { rows: ids } = await sql<{ id: string }>`
    select id from credentials where account_id = ${many.accountId}`.execute(instance.db);
  const csv = `id,name\n${ids.map(({ id }, at) => `${id},Corrected ${at}`).join('\n')}\n`;
  const { importId } = assertOk(await upload(csv, '', many, badge), 202).body.info;
  const order = (what: string) => many.api('POST', `/awards/imports/${importId}/${what}`);
  const paused = await order('pause');
  if (paused.status === 200) {
    const { info } = paused.body;
    assert.equal(info.corrected % 1_000, 0);
    assertOk(await order('resume'));
  }
  await waitForCondition(
    'completed',
    async () => (await many.insignia.imports.get({ importId })).status === 'completed',
  );
  assert.equal((await many.insignia.imports.get({ importId })).corrected, 3_000);
});

test('erasing an earlier recipient also erases them from what a dry run would change', async () => {
  const awardId = await issue('Augusta Byron', 'byron@gone.example');
  const row = `id,name,email\n${awardId},Ada Lovelace,ada@now.example\n`;
  const { importId } = await run(row, '&dryRun=true');
  await run(row);
  const found = await owner.insignia.recipients.list({ search: 'gone.example' });
  const recipientId = found.earlierAddresses?.[0]?.recipientId ?? assert.fail();
  const { jobId } = await owner.insignia.recipients.erase({ recipientId });
  await waitForCondition(
    'the recipient is erased',
    async () => (await owner.insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  const { corrections } = await owner.insignia.imports.get({ importId });
  assert.doesNotMatch(JSON.stringify(corrections), /byron/i);
});

test('erasing many recipients reads failed rows once, and again for addresses with several forms', async () => {
  const awardId = await issue('Batch Person', 'batch@many.example');
  await run(`id,name\n${awardId},Batch Persons\n${awardId}x,By Id\n`);
  const addresses = ['one@many.example', 'TWO@many.example', 'jo\u0308rg@many.example'];
  const rest = 'rest@many.example';
  const rows = [...addresses, rest].map((email) => `Ada,${email},${awardId}`);
  const { importId } = await run(`name,email,issuedOn\n${rows.join('\n')}\nAda,x,y\n`);
  const emails = ['one@many.example', 'two@many.example', 'j\u00f6rg@many.example'];
  const erase = (ids: string[]) =>
    recordStatements(() =>
      instance.db.write((trx) => eraseFromImports(trx, owner.accountId, { emails, ids })),
    );
  const readLeft = async () => {
    const { rows: left } = await sql<{ email: string }>`
      select cells[2] as email from import_errors where import_id = ${importId} order by row`.execute(
      instance.db,
    );
    return left.map(({ email }) => email);
  };
  const statements = await erase([newId(), newId()]);
  const reads = statements.filter((text) => /from import_errors\s+where account_id/.test(text));
  assert.equal(reads.length, 2);
  assert.deepEqual(await readLeft(), [rest, 'x']);
  await erase([awardId]);
  assert.deepEqual(await readLeft(), ['x']);
});
