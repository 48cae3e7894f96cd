import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@insignia/contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { importRetentionMs } from '../src/features/imports/index.ts';
import { lockMailedCredential } from '../src/features/sharing/index.ts';
import { firstIdAt, newId } from '../src/kernel/id.ts';
import { recordBounce } from '../src/platform/mail/index.ts';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from './support/client.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { runBeforeStatement } from './support/run-before-statement.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));

const upload = (text: string | Buffer, query = '', by = owner, badge = badgeId) =>
  by.api('POST', `/awards/imports?badgeId=${badge}${query}`, text, {
    'content-type': 'text/csv',
  });
const get = (id: string, by = owner) => by.insignia.imports.get({ importId: id });
const getImportId = (answer: ApiResponse): string => {
  const { statusCode, info } = assertOk(answer, 202).body;
  assert.equal(statusCode, 202);
  return info.importId;
};
async function finished(id: string, by = owner) {
  await waitForCondition(
    'the import has ended',
    async () => (await get(id, by)).finishedAt !== null,
  );
  return get(id, by);
}
const run = async (text: string | Buffer, query = '', by = owner, badge = badgeId) =>
  finished(getImportId(await upload(text, query, by, badge)), by);
const header = 'name,email,issuedOn,expires\n';
const lines = (n: number, tag: string) =>
  Array.from(
    { length: n },
    (_, i) => `Person Number ${i},${tag}-${i}@example.org,2026-03-01,`,
  ).join('\n');
const emails = async (tag: string) =>
  (
    await sql<{ email: string }>`select recipient_email as email from credentials
      where recipient_email like ${`${tag}%`} order by id`.execute(instance.db)
  ).rows.map(({ email }) => email);

test('every row becomes a credential with an event, whatever the column names', async () => {
  const forms = [
    `${header}Ada Lovelace,one-1@example.org,2026-03-01,2030-01-01\n`,
    '\ufeffE-Mail;Full Name;Issue date\r\none-2@example.org;"Lovelace; Ada";2026-03-01\r\n',
    'First name,Surname,E-mail address,Date\nAda,Lovelace,one-3@example.org,2026-03-01\n\n\n',
    '"Recipient name","Recipient e-mail","issued_on","Unknown"\n"Ada ""Countess""  Lovelace",one-4@example.org,2026-03-01,"a\nb"\n',
  ];
  for (const form of forms) {
    const { status, total, issued, failed, skipped, errors } = await run(form);
    assert.deepEqual(
      { status, total, issued, failed, skipped, errors },
      { status: 'completed', total: 1, issued: 1, failed: 0, skipped: 0, errors: [] },
    );
  }
  const { rows } = await sql<{ name: string; expires: Date | null; data: object }>`
    select recipient_name as name, expires, e.data from credentials c join events e on e.credential_id = c.id
    where recipient_email like 'one-%' order by recipient_email`.execute(instance.db);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Ada Lovelace', 'Lovelace; Ada', 'Ada Lovelace', 'Ada "Countess"  Lovelace'],
  );
  assert.equal(rows[0]?.expires?.toISOString(), '2030-01-01T23:59:59.999Z');
  assert.deepEqual(rows[0]?.data, {
    badgeId,
    badgeName: 'Poet of Science',
    recipient: { name: 'Ada Lovelace', email: 'one-1@example.org' },
    issuedOn: '2026-03-01',
    expires: '2030-01-01',
  });
});

test('a file in a form works like a bare body', async () => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([`${header}Ada Lovelace,form@example.org,2026-03-01,\n`]),
    'people.csv',
  );
  const response = await fetch(`${instance.url}/awards/imports?badgeId=${badgeId}`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key },
    body: form,
  });
  assert.equal(response.status, 202);
  const { info } = (await response.json()) as { info: { importId: string } };
  assert.equal((await finished(info.importId)).issued, 1);
  const other = await fetch(`${instance.url}/awards/imports?badgeId=${badgeId}`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: 'https://evil.example' },
    body: form,
  });
  assert.equal(other.status, 403);
  const own = await fetch(`${instance.url}/awards/imports?badgeId=${badgeId}`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: instance.url },
    body: form,
  });
  assert.equal(own.status, 202);
  await finished(((await own.json()) as { info: { importId: string } }).info.importId);
});

test('bad rows are returned unchanged with field and reason, and good rows are issued', async () => {
  const rows = [
    'Ada Lovelace,bad-ok@example.org,2026-03-01,',
    'Ada,bad-1@example.org,2026-03-01,',
    'Ada Lovelace,nobody,2026-02-30,2020-01-01',
    'Ada Lovelace,bad-3@example.org,2999-01-01,',
    '"=1+1, ""x""",bad-4@example.org,,',
    'Ada Lovelace,bad-5@example.org,2026-03-01,,surplus',
    'Ada Lovelace,bad-6@example.org,2026-03-01,2026-02-01',
  ];
  const report = await run(header + rows.join('\n'));
  assert.deepEqual([report.status, report.issued, report.failed], ['completed', 1, 6]);
  const errorFields = report.errors.map(
    ({ row, field }: { row: number; field: string }) => `${row} ${field}`,
  );
  assert.deepEqual(errorFields, [
    ...['3 name', '4 email', '4 issuedOn', '5 issuedOn', '6 issuedOn', '7 ', '8 expires'],
  ]);
  const csv = await owner.api('GET', `/awards/imports/${report.importId}/errors.csv`);
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const parsed: string[][] = parse(csv.text, { bom: true });
  assert.deepEqual(parsed[0], ['name', 'email', 'issuedOn', 'expires', 'error']);
  assert.deepEqual(parsed[4]?.slice(0, 4), [`'=1+1, "x"`, 'bad-4@example.org', '', '']);
  assert.match(parsed[1]?.[4] ?? '', /^name must have at least 5 characters$/);
  assert.equal(parsed.length, 7);
  assert.deepEqual(await emails('bad-'), ['bad-ok@example.org']);
});

test('errors show the name of their row, whose columns may be below a title', async () => {
  const rows = [
    "Ada;King;'=Lovelace;nobody;2026-03-01",
    ';;;name-2@example.org;2026-03-01',
    'Ludwig;van;Beethoven;name-3@example.org;2026-03-01',
    `${'x'.repeat(300)};;;name-4@example.org;2026-03-01`,
  ];
  const title = 'Class 4b; spring; 2026\n\nTeacher:;Grace Hopper\n';
  const text = `${title}First name;Middle name;Last name;E-mail;Date\n${rows.join('\n')}\n`;
  const report = await run(text);
  assert.deepEqual([report.total, report.issued, report.failed], [4, 1, 3]);
  assert.deepEqual(
    report.errors.map(({ row, name, field }) => [row, name, field]),
    [
      [5, 'Ada King =Lovelace', 'email'],
      [6, '', 'name'],
      [8, 'x'.repeat(200), 'name'],
    ],
  );
  const { rows: issued } = await sql<{ name: string }>`
    select recipient_name as name from credentials where recipient_email = 'name-3@example.org'`.execute(
    instance.db,
  );
  assert.deepEqual(issued, [{ name: 'Ludwig van Beethoven' }]);
  const csv = assertOk(
    await owner.api('GET', `/awards/imports/${report.importId}/errors.csv`),
  ).text;
  assert.match(
    csv,
    /^\uFEFF?First name,Middle name,Last name,E-mail,Date,error\nAda,King,'=Lovelace,/,
  );
});

test('failed rows run nothing in a spreadsheet and keep their values once corrected', async () => {
  const rows = [
    '=Ada Lovelace;guard-1@example.org;2999-01-01;',
    '"Ada;=Lovelace";+guard-2@example.org;2999-01-01;',
  ];
  const semicolons = header.replaceAll(',', ';').replace('expires', '=cmd|x');
  const report = await run(semicolons + rows.join('\n'));
  assert.equal(report.failed, 2);
  const csv = assertOk(
    await owner.api('GET', `/awards/imports/${report.importId}/errors.csv`),
  ).text;
  assert.match(csv, /^\uFEFF?name,email,issuedOn,'=cmd\|x,error\n/);
  assert.match(csv, /^'=Ada Lovelace,guard-1@example.org,/m);
  assert.match(csv, /^"Ada;'=Lovelace",'\+guard-2@example.org,/m);
  const corrected = await run(
    csv.replaceAll('2999-01-01', '2026-03-01').replace("'=cmd|x", 'note'),
  );
  assert.equal(corrected.issued, 2);
  const { rows: issued } = await sql<{ name: string; email: string }>`
    select recipient_name as name, recipient_email as email from credentials
    where recipient_email like '%guard-_@example.org' order by recipient_email desc`.execute(
    instance.db,
  );
  assert.deepEqual(issued.map(({ name, email }) => [name, email]).sort(), [
    ['=Ada Lovelace', 'guard-1@example.org'],
    ['Ada;=Lovelace', '+guard-2@example.org'],
  ]);
});

test('rows are counted as a spreadsheet does: the header is row 1, and blank rows count', async () => {
  const text = [
    'name,email,issuedOn,note',
    '',
    'Ada,rows-3@example.org,2026-03-01,',
    ', ,,',
    '"Ada\r\nLovelace",rows-5@example.org,2026-03-01,"two\r\n\r\nlines"',
    'Ada Lovelace,rows-6@example.org,2026-03-01,"two\r\n\r\nlines"',
    '   ',
    '',
    'Ada,rows-9@example.org,never,',
    '',
  ];
  for (const [before, end] of [
    [0, '\r\n'],
    [2, '\n'],
  ] as const) {
    const report = await run('\n'.repeat(before) + text.join(end));
    assert.deepEqual([report.total, report.issued, report.failed], [4, 1, 3]);
    assert.deepEqual(
      report.errors.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`),
      [
        [3, 'name'],
        [5, 'name'],
        [9, 'name'],
        [9, 'issuedOn'],
      ].map(([row, field]) => `${Number(row) + before} ${field}`),
    );
  }
  // A file with too many blank rows is parsed completely, like any large file.
  const late = `${header}${',,,\n'.repeat(200_000)}Ada,rows-late@example.org,2026-03-01,\n`;
  assert.equal((await run(late)).errors[0]?.row, 200_002);
});

test('rows queued by an earlier version are numbered from the header', async () => {
  const id = newId();
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    values (${id}, ${owner.accountId}, ${badgeId}, 'paused', true, false, false, '{name,email,issuedOn}',
      '{"name": 0, "email": 1, "issuedOn": 2}', 2, now())`.execute(instance.db);
  await sql`insert into import_chunks (import_id, first_row, rows)
    values (${id}, 1001, '[["Ada Lovelace", "a@example.org", "2026-03-01"], ["Ada Lovelace", "a@example.org", "never"]]')`.execute(
    instance.db,
  );
  await owner.insignia.imports.resume({ importId: id });
  assert.equal((await finished(id)).errors[0]?.row, 1_003);
});

test('an import that lost rows has failed, and issued the others', async () => {
  const by = await createOwner(instance, 'pro');
  const badge = await createBadge(by, await createIssuer(by));
  const id = newId();
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    values (${id}, ${by.accountId}, ${badge}, 'paused', false, false, false, '{name,email,issuedOn}',
      '{"name": 0, "email": 1, "issuedOn": 2}', 2, now())`.execute(instance.db);
  await sql`insert into import_chunks (import_id, first_row, rows)
    values (${id}, 1, '[["Ada Lovelace", "a@example.org", "2026-03-01"]]')`.execute(instance.db);
  await by.insignia.imports.resume({ importId: id });
  const { status, total, issued } = await finished(id, by);
  assert.deepEqual([status, total, issued], ['failed', 2, 1]);
});

test('an error of the whole file is reported at once, and nothing is stored', async () => {
  const before = (await sql`select 1 from imports`.execute(instance.db)).rows.length;
  const bad: [string | Buffer, RegExp][] = [
    ['', /empty/],
    ['\n\n', /empty/],
    [header, /no rows/],
    ['name\nAda Lovelace\n', /Missing: email, issuedOn/],
    ['name,name,email,issuedOn\na,b,c,d\n', /name twice/],
    ['name,email,E-Mail,issuedOn\na,b,c,d\n', /email twice/],
    [`${header}Ada "x" Lovelace,a@example.org,2026-03-01,\n`, /isn't valid CSV at line 2/],
    [`${header}"Ada,a@example.org,2026-03-01,\n`, /isn't valid CSV/],
    [Buffer.from(`${header}Ada Lovelace,a@example.org,2026-03-01,`, 'utf16le'), /UTF-8/],
    [Buffer.from([0xff, 0xfe, 0x61, 0]), /UTF-8/],
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /UTF-8/],
    [header + lines(10_001, 'many'), /at most 10000 rows/],
    ['x\n'.repeat(100_000), /at most 10000 rows|Missing: name/],
  ];
  for (const [text, reason] of bad) {
    const answer = await upload(text);
    assertRefused(answer, 400, 'invalid_request', 'file');
    assert.match(answer.body.error, reason);
  }
  const large = 'x'.repeat(5 * 1024 * 1024 + 1);
  const direct = createTestClient(instance.direct, { 'x-api-key': owner.key });
  const tooLarge = await direct('POST', `/awards/imports?badgeId=${badgeId}`, large, {
    'content-type': 'text/csv',
  });
  assertRefused(tooLarge, 413, 'body_too_large');
  const form = new FormData();
  form.set('file', new Blob([large]), 'people.csv');
  const response = await fetch(`${instance.direct}/awards/imports?badgeId=${badgeId}`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key },
    body: form,
  });
  assert.equal(response.status, 413, await response.text());
  const json = await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, { parameters: {} });
  assertRefused(json, 415, 'unsupported_media_type');
  assert.match(json.body.error, /Send Content-Type: text\/csv or multipart\/form-data$/);
  assertRefused(await upload(header, '', owner, newId()), 400, 'invalid_request', 'file');
  const one = `${header}Ada Lovelace,a@example.org,2026-03-01,\n`;
  assertRefused(await upload(one, '', owner, newId()), 404, 'badge_not_found');
  assertRefused(await upload(one, '&dryRun=maybe'), 400, 'invalid_request', 'dryRun');
  assertRefused(await upload(one, '&onDuplicate=merge'), 400, 'invalid_request', 'onDuplicate');
  assert.equal((await sql`select 1 from imports`.execute(instance.db)).rows.length, before);
});

test('a malformed form is refused: no boundary, no parts or a truncated body', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  for (const [parameters, body] of [
    ['', 'x'],
    ['; boundary=', 'x'],
    ['; boundary=x', 'no form at all'],
    ['; boundary=x', `${part}${header}Ada`],
  ]) {
    const answer = await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, body, {
      'content-type': `multipart/form-data${parameters}`,
    });
    assertRefused(answer, 400, 'invalid_request', 'body');
  }
});

test('a file of 50 MB is refused before it is read', async () => {
  const answer = await fetch(`${instance.direct}/awards/imports?badgeId=${badgeId}`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key, 'content-type': 'text/csv' },
    body: 'x'.repeat(50 * 1024 * 1024),
  });
  assert.equal(answer.status, 413);
});

test('failed rows of an account take at most 100 MB: those of its oldest imports are deleted', async () => {
  const by = await createOwner(instance, 'pro');
  const badge = await createBadge(by, await createIssuer(by));
  const bad = `${header}Ada,not-an-address,2026-03-01,\n`;
  const [oldest, middle] = [await run(bad, '', by, badge), await run(bad, '', by, badge)];
  const setBytes = (id: string, megabytes: number) =>
    sql`update imports set failed_bytes = ${megabytes * 1024 ** 2} where id = ${id}`.execute(
      instance.db,
    );
  await setBytes(oldest.importId, 1);
  await setBytes(middle.importId, 100);
  const read = async ({ importId }: { importId: string }) => {
    const { failed, errors: shown } = await get(importId, by);
    return [failed, shown.length > 0];
  };
  assert.deepEqual(
    [await read(oldest), await read(middle)],
    [
      [1, true],
      [1, true],
    ],
  );
  const newest = await run(bad, '', by, badge);
  assert.deepEqual(
    [await read(oldest), await read(middle), await read(newest)],
    [
      [1, false],
      [1, true],
      [1, true],
    ],
  );
  const csv = (id: string) => by.api('GET', `/awards/imports/${id}/errors.csv`);
  assertRefused(await csv(oldest.importId), 410, 'failed_rows_gone');
  assertOk(await csv(middle.importId));
});

test('a download of failed rows fails, rather than looking complete, if they are deleted meanwhile', async () => {
  const by = await createOwner(instance, 'pro');
  const badge = await createBadge(by, await createIssuer(by));
  const bad = 'Ada,not-an-address,2026-03-01,\n';
  const { importId } = await run(header + bad.repeat(1_500), '', by, badge);
  const request = (id: string) =>
    fetch(`${instance.url}/awards/imports/${id}/errors.csv`, {
      headers: { 'x-api-key': by.key },
    });
  const download = async (id: string) => {
    const response = await request(id);
    assert.equal(response.status, 200);
    return (await response.text()).trim().split('\n').length;
  };
  /** Runs `work` before the second page is read. */
  const downloadDuring = async (id: string, work: () => Promise<unknown>): Promise<void> => {
    const isSecondPage = ({ text, values }: { text: string; values: unknown[] }) =>
      /from import_errors/.test(text) && values[1] !== 0;
    const { isDone } = await runBeforeStatement(isSecondPage, work, () =>
      assert.rejects(download(id)),
    );
    assert.ok(isDone);
  };
  assert.equal(await download(importId), 1_501);
  const expiresAt = Date.now() + 3_000;
  const expiring = firstIdAt(new Date(expiresAt - importRetentionMs));
  for (const [table, column] of [
    ['imports', 'id'],
    ['import_errors', 'import_id'],
  ] as const)
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${JSON.stringify({ [column]: expiring })}::jsonb)).*
      from ${sql.table(table)} t where ${sql.ref(column)} = ${importId}`.execute(instance.db);
  await downloadDuring(expiring, async () => {
    await sleep(expiresAt - Date.now() + 1);
    await sql`delete from import_errors where import_id = ${expiring} and row > 1200`.execute(
      instance.db,
    );
  });
  // Some rows aren't deleted yet.
  const gone = await request(expiring);
  assert.deepEqual([gone.status, gone.headers.get('content-disposition')], [410, null]);
  assert.equal((await gone.json()).code, 'failed_rows_gone');
  await sql`update imports set failed_bytes = ${101 * 1024 ** 2} where id = ${importId}`.execute(
    instance.db,
  );
  await downloadDuring(importId, () => run(header + bad, '', by, badge));
});

test('a dry run finds all errors, duplicates and the end of the quota, and issues nothing', async () => {
  await issueAward(owner, badgeId, {
    recipient: { name: 'Ada Lovelace', email: 'dry-0@example.org' },
  });
  const text = `${header}${lines(1_500, 'dry')}\nAda Lovelace,dry-3@example.org,2026-03-01,\nAda,x,y,z\n`;
  const report = await run(text, '&dryRun=true&onDuplicate=skip');
  assert.deepEqual(
    [report.status, report.dryRun, report.total, report.issued, report.failed, report.skipped],
    ['completed', true, 1_502, 0, 1, 2],
  );
  assert.deepEqual(
    report.errors.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`),
    ['1503 name', '1503 email', '1503 issuedOn', '1503 expires'],
  );
  assert.equal((await emails('dry-')).length, 1);
});

test('onDuplicate=skip skips recipients with the badge, also duplicate rows; revoked credentials do not count', async () => {
  const has = await issueAward(owner, badgeId, {
    recipient: { name: 'Ada Lovelace', email: 'dup-0@example.org' },
  });
  const revoked = await issueAward(owner, badgeId, {
    recipient: { name: 'Ada Lovelace', email: 'dup-1@example.org' },
  });
  await owner.insignia.credentials.revoke({ awardId: revoked });
  const text = `${header}${lines(3, 'dup')}\nAda Lovelace,DUP-2@example.org,2026-03-01,\n`;
  const skipping = await run(text, '&onDuplicate=skip');
  assert.deepEqual([skipping.issued, skipping.skipped, skipping.failed], [2, 2, 0]);
  const duplicates = [
    { row: 2, reason: 'has_badge', duplicateOf: null },
    { row: 5, reason: 'duplicate', duplicateOf: 4 },
  ];
  assert.deepEqual(skipping.skippedRows, duplicates);
  const issuing = await run(text);
  assert.deepEqual([issuing.issued, issuing.skipped], [4, 0]);
  assert.ok(has);
});

test('rows that were skipped, and people who can’t be emailed, are listed by number with the reason, also as a file', async () => {
  const by = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(by);
  const badge = await createBadge(by, issuerId);
  await issueAward(by, await createBadge(by, issuerId));
  const address = (name: string) => `${name}@listed.example`;
  await sql`insert into suppressed_addresses values (${by.accountId},
    sha256(convert_to(${address('left')}, 'UTF8')), now())`.execute(instance.db);
  await recordBounce(
    instance.db,
    { kind: 'hard', recipient: address('gone'), reason: 'gone' },
    new Date(),
    lockMailedCredential,
  );
  const names = ['here', 'left', 'gone', 'left', 'there'];
  const rows = names.map((name) => `${name} Person,${address(name)},2026-03-01`);
  const { importId } = await by.insignia.imports.create({
    ...{ badgeId: badge, file: `name,email,issuedOn\n${rows.join('\n')}\n` },
    ...{ onDuplicate: 'skip' as const },
  });
  const report = await finished(importId, by);
  assert.deepEqual(report.skippedRows, [{ row: 5, reason: 'duplicate', duplicateOf: 3 }]);
  assert.deepEqual(report.notEmailedRows, [
    { row: 3, name: 'left Person', reason: 'unsubscribed' },
    { row: 4, name: 'gone Person', reason: 'bounced' },
  ]);
  const { notEmailed, unsubscribed, bounced } = report;
  assert.deepEqual([notEmailed, unsubscribed, bounced], [4, 1, 1]);
  const { jobId } = await by.insignia.credentials.sendMany({ importId });
  await waitForCondition(
    'the job has ended',
    async () => (await by.insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  const { done, skipped } = await by.insignia.jobs.get({ jobId });
  assert.deepEqual([done, skipped], [notEmailed - unsubscribed - bounced, 2]);
  const csv = async (query = '') =>
    (await by.read('GET', `/awards/imports/${importId}/errors.csv${query}`)).text.trimEnd();
  assert.deepEqual((await csv('?rows=skipped')).split(/\r?\n/), [
    'row,name,reason',
    '3,left Person,"issued, not emailed: unsubscribed"',
    '4,gone Person,"issued, not emailed: earlier emails bounced"',
    '5,,duplicate of row 3',
  ]);
  assert.equal(await csv(), 'name,email,issuedOn,error');
  assertRefused(
    await by.read('GET', `/awards/imports/${importId}/errors.csv?rows=x`),
    400,
    'invalid_request',
    'rows',
  );

  // An export: other badges and revoked credentials are skipped, and corrections without a change.
  const { awards } = await by.insignia.credentials.list({
    filter: JSON.stringify({ badgeId: badge, search: 'here Person' }),
  });
  const there = awards.find(({ recipient }) => recipient.name === 'there Person');
  await by.insignia.credentials.revoke({ awardId: there?.id ?? '' });
  const file = (await by.read('GET', '/awards/export.csv')).text;
  const again = await run(file, '&onDuplicate=skip&onId=issue', by, badge);
  const reasons = Object.groupBy(again.skippedRows, ({ reason }: { reason: string }) => reason);
  assert.equal(reasons.revoked?.length, 1);
  assert.ok((reasons.other_badge?.length ?? 0) > 0);
  const id = awards.find(({ recipient }) => recipient.name === 'here Person')?.id ?? '';
  const same = await run(`id,name\n${id},here Person\n`, '', by, badge);
  assert.deepEqual(same.skippedRows, [{ row: 2, reason: 'unchanged', duplicateOf: null }]);
  const [left] = (await by.insignia.credentials.list({ filter: '{"search":"left Person"}' }))
    .awards;
  const corrected = await run(`id,name\n${left?.id},Left Person\n`, '', by, badge);
  const skippedRows = await by.read(
    'GET',
    `/awards/imports/${corrected.importId}/errors.csv?rows=skipped`,
  );
  assert.match(skippedRows.text, /^2,Left Person,"corrected, not emailed: unsubscribed"\r?$/m);
});

test('a dry run lists recipients that onDuplicate=skip would skip, by address in any case', async () => {
  const other = await createBadge(owner, await createIssuer(owner));
  await run(`${header}${lines(2, 'held')}`);
  const ask = (badge: string, emails: unknown, by = owner) =>
    by.read('POST', `/badges/${badge}/holders`, { parameters: { emails } });
  const addresses = ['Held-0@Example.org', 'held-1@example.org', 'held-2@example.org', 'x'];
  const listHolders = async () => assertOk(await ask(badgeId, addresses)).body.info.emails;
  assert.deepEqual(await listHolders(), addresses.slice(0, 2));
  assert.deepEqual(assertOk(await ask(other, addresses)).body.info.emails, []);
  const filter = JSON.stringify({ badgeId, search: 'held-1@', searchField: 'email' });
  const [one] = assertOk(await owner.api('GET', `/awards?filter=${encodeURIComponent(filter)}`))
    .body.info.awards;
  await owner.insignia.credentials.revoke({ awardId: one.id.split('/').at(-1) });
  assert.deepEqual(await listHolders(), addresses.slice(0, 1));
  const notEmailed = async () => assertOk(await ask(badgeId, addresses)).body.info.notEmailed;
  assert.deepEqual(await notEmailed(), []);
  await sql`insert into suppressed_addresses (account_id, address_hash, suppressed_at)
    values (${owner.accountId}, sha256('held-0@example.org'), now())`.execute(instance.db);
  await sql`insert into bounced_addresses (address_hash, cause, bounced_at)
    values (sha256('held-2@example.org'), 'hard', now())`.execute(instance.db);
  assert.deepEqual(await notEmailed(), [addresses[0], addresses[2]]);
  const stranger = await createOwner(instance);
  assertRefused(await ask(badgeId, addresses, stranger), 404, 'badge_not_found');
  const many = Array.from({ length: 5_001 }, (_, i) => `many-${i}@example.org`);
  assertRefused(await ask(badgeId, many), 400, 'invalid_request', 'emails');
  assert.deepEqual(assertOk(await ask(badgeId, many.slice(1))).body.info.emails, []);
});

test('rows are issued up to the quota, each later row fails, and the import completes', async () => {
  const free = await createOwner(instance);
  const badge = await createBadge(free, await createIssuer(free));
  await issueAward(free, badge);
  const report = await run(header + lines(150, 'quota'), '', free, badge);
  assert.deepEqual([report.status, report.issued, report.failed], ['completed', 99, 51]);
  assert.deepEqual(report.errors[0], {
    row: 101,
    name: 'Person Number 99',
    field: '',
    message: errors.quota_reached.text,
  });
  const { usage } = await free.insignia.account.get();
  assert.equal(usage.credentials, 100);
  assertRefused(
    await free.api('POST', '/awards', {
      parameters: {
        badgeId: badge,
        recipient: { name: 'One More', email: 'x@example.org' },
        issuedOn: '2026-03-01',
      },
    }),
    402,
    'quota_reached',
  );
});

test('concurrent imports and single issues never exceed the quota', async () => {
  const free = await createOwner(instance);
  const badge = await createBadge(free, await createIssuer(free));
  const uploads = await Promise.all(
    [1, 2, 3].map((n) => upload(header + lines(60, `race${n}`), '', free, badge)),
  );
  const singles = Promise.allSettled(Array.from({ length: 30 }, () => issueAward(free, badge)));
  const reports = await Promise.all(uploads.map((answer) => finished(getImportId(answer), free)));
  const alone = (await singles).filter(({ status }) => status === 'fulfilled').length;
  const issuedCount = reports.reduce((sum, { issued: n }) => sum + n, 0);
  assert.equal(issuedCount + alone, 100);
  for (const { status, total, issued: n, failed } of reports)
    assert.deepEqual([status, n + failed], ['completed', total]);
});

test('send=true emails each recipient', async () => {
  const report = await run(`${header}${lines(3, 'mailed')}\nAda,bad,x,\n`, '&send=true');
  assert.deepEqual([report.issued, report.failed], [3, 1]);
  for (const n of [0, 1, 2]) await instance.mailbox.waitFor(`mailed-${n}@example.org`, /Poet/);
  const filter = { search: 'mailed-1@', searchField: 'email' } as const;
  const [one] = (await owner.insignia.credentials.list({ filter })).awards;
  const awardId = one?.id.slice(-36) ?? '';
  const { items: events } = await owner.insignia.credentials.events({ awardId });
  assert.deepEqual([events[0]?.by?.kind, events[0]?.by?.name], ['key', 'write key']);
});

test('10,000 rows can be paused, resumed and cancelled, and each is issued once', async () => {
  await sql`update account_usage set credentials = -100000 where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  const id = getImportId(await upload(header + lines(10_000, 'big')));
  const order = async (name: string, of = id) => owner.api('POST', `/awards/imports/${of}/${name}`);
  const paused = assertOk(await order('pause')).body.info;
  assert.equal(paused.status, 'paused');
  assert.ok(paused.issued < 10_000, `${paused.issued}`);
  assert.equal(assertOk(await order('pause')).body.info.status, 'paused');
  assert.equal((await get(id)).issued, paused.issued);
  assertOk(await order('resume'));
  assertOk(await order('resume'));
  const report = await finished(id);
  assert.deepEqual([report.status, report.issued, report.failed], ['completed', 10_000, 0]);
  const all = await emails('big-');
  assert.deepEqual([all.length, new Set(all).size], [10_000, 10_000]);
  for (const name of ['pause', 'resume', 'cancel'])
    assertRefused(await order(name), 409, 'import_finished');
  const other = getImportId(await upload(header + lines(10_000, 'stop')));
  assertOk(await order('cancel', other));
  const cancelled = await get(other);
  assert.equal(cancelled.status, 'cancelled');
  assert.equal((await emails('stop-')).length, cancelled.issued);
  assert.ok(cancelled.issued < 10_000);
  assertOk(await order('cancel', other));
  assertRefused(await order('resume', other), 409, 'import_finished');
  const { rows } = await sql`select 1 from import_chunks`.execute(instance.db);
  assert.equal(rows.length, 0, 'what has ended keeps no rows');
  for (const name of ['pause', 'errors.csv'])
    assertRefused(
      await owner.api(name === 'pause' ? 'POST' : 'GET', `/awards/imports/${newId()}/${name}`),
      404,
      'import_not_found',
    );
});

test('deleting the badge before its rows are issued fails the import', async () => {
  const deletedBadge = await createBadge(owner, await createIssuer(owner));
  await sql`update jobs set run_at = now() where kind = 'import'`.execute(instance.db);
  const id = getImportId(
    await upload(`${header}${lines(1, 'gone')}`, '&dryRun=true', owner, deletedBadge),
  );
  await finished(id);
  await sql`update imports set status = 'paused', dry_run = false where id = ${id}`.execute(
    instance.db,
  );
  await owner.insignia.badges.delete({ badgeId: deletedBadge });
  await owner.insignia.imports.resume({ importId: id });
  assert.equal((await finished(id)).status, 'failed');
});

test('at most 20 imports can be unfinished, also when many start at once', async () => {
  const one = await createOwner(instance, 'pro');
  const badge = await createBadge(one, await createIssuer(one));
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    select gen_random_uuid(), ${one.accountId}, ${badge}, 'paused', false, false, false, '{}', '{}', 1, now() from generate_series(1, 19)`.execute(
    instance.db,
  );
  const text = header + lines(500, 'open');
  // None may finish meanwhile.
  await sql`create function paused_from_the_start() returns trigger language plpgsql
    as $$ begin new.status := 'paused'; return new; end $$`.execute(instance.db);
  await sql`create trigger paused_from_the_start before insert on imports for each row
    when (new.account_id = ${sql.lit(one.accountId)}) execute function paused_from_the_start()`.execute(
    instance.db,
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(text, '', one, badge)));
  await sql`drop function paused_from_the_start cascade`.execute(instance.db);
  const refusals = answers.filter(({ status }) => status === 409);
  assert.equal(refusals.length, 7);
  for (const answer of refusals) assertRefused(answer, 409, 'import_limit_reached');
  const unreadable = await upload('"', '', one, badge);
  assertRefused(unreadable, 409, 'import_limit_reached');
  assert.equal(await announceFile(one.key, badge), 409, 'before any of the file has arrived');
});

/** Announces a file and sends none of it. Returns the status of the response. */
async function announceFile(key: string, badge: string): Promise<number | undefined> {
  const headers = { 'x-api-key': key, 'content-type': 'text/csv', 'content-length': 400_000 };
  const url = new URL(`/awards/imports?badgeId=${badge}`, instance.url);
  const outgoing = request(url, { method: 'POST', headers, agent: false });
  outgoing.flushHeaders();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  outgoing.on('error', () => {}).destroy();
  return response.statusCode;
}

test('an Idempotency-Key starts one import for the same file and options', async () => {
  const text = `${header}${lines(2, 'once')}`;
  const post = (body: string, query = '') =>
    owner.api('POST', `/awards/imports?badgeId=${badgeId}${query}`, body, {
      'content-type': 'text/csv',
      'idempotency-key': 'import-1',
    });
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(text)));
  assert.equal(new Set(answers.map(getImportId)).size, 1);
  await finished(getImportId(answers[0] as ApiResponse));
  assert.equal((await emails('once-')).length, 2);
  assertRefused(await post(`${text}\n`), 409, 'idempotency_key_reused');
  assertRefused(await post(text, '&send=true'), 409, 'idempotency_key_reused');
});

const erasePerson = async (email: string) => {
  const id = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  return () => owner.api('DELETE', `/awards/${id}`);
};

test('erasing removes the recipient from waiting and failed rows, in any column', async () => {
  const erase = await erasePerson('Wanted@example.org');
  const failed = await run(
    `name,email,issuedOn,note\nwanted@example.org,Ada Lovelace,2026-03-01,\nAda,other@example.org,2026-03-01,"from ""A"" <WANTED@EXAMPLE.ORG>"\nAda,unwanted@example.org,2026-03-01,\nAda,ｗａｎｔｅｄ@example.org,2026-03-01,\n`,
  );
  assert.equal(failed.failed, 4);
  const id = newId();
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    values (${id}, ${owner.accountId}, ${badgeId}, 'paused', false, false, false, '{name,email,issuedOn,note}',
      '{"name": 0, "email": 1, "issuedOn": 2}', 8, now())`.execute(instance.db);
  const chunks = [
    [
      ['Ada Lovelace', 'wait-1@example.org', '2026-03-01', 'wanted@example.org.uk, a\\b "c"'],
      ['Ada Lovelace', ' WANTED@example.org ', '2026-03-01', ''],
      ['Ada Lovelace', 'wait-2@example.org', '2026-03-01', "by 'wanted@example.org'."],
      ['Ada', 'wait-3@example.org', '2026-03-01', "o'wanted@example.org"],
    ],
    [['Ada Lovelace', 'wanted@example.org', '2026-03-01', '']],
    [
      ['Ada Lovelace', 'wait-4@example.org', '2026-03-01', 'x.wanted@example.org'],
      ['Ada', 'wanted@example.org', '2026-03-01', ''],
      ['Ada', 'wait-5@example.org', '2026-03-01', '-wanted@example.org'],
    ],
  ];
  // The last one as an earlier version wrote it.
  for (const [at, rows] of chunks.entries())
    await sql`insert into import_chunks values (${id}, ${at * 10 + 1}, ${JSON.stringify(rows)},
      ${at < 2 ? rows.map((_, n) => at * 10 + n + 5) : null})`.execute(instance.db);
  assertOk(await erase());
  const { errors } = await get(failed.importId);
  assert.deepEqual([...new Set(errors.map(({ row }: { row: number }) => row))], [4]);
  const { rows: storedChunks } = await sql<{ first: number; numbers: number[] }>`
    select first_row as first, numbers from import_chunks where import_id = ${id} order by 1`.execute(
    instance.db,
  );
  assert.deepEqual(storedChunks, [
    { first: 1, numbers: [5, 8] },
    { first: 21, numbers: [22, 24] },
  ]);
  assert.equal((await get(id)).skipped, 4);
  await owner.insignia.imports.resume({ importId: id });
  const report = await finished(id);
  assert.deepEqual([report.issued, report.failed, report.skipped, report.total], [2, 2, 4, 8]);
  assert.deepEqual(
    report.errors.map(({ row }: { row: number }) => row),
    [8, 24],
  );
  assert.deepEqual(await emails('wait-'), ['wait-1@example.org', 'wait-4@example.org']);
});

test('erasing during an import disturbs neither and leaves no rows of the recipient', async () => {
  const people = Array.from({ length: 12 }, (_, n) => `during-${n * 250}@example.org`);
  const erasures = [];
  for (const email of people) erasures.push(await erasePerson(email));
  const bad = Array.from({ length: 3_000 }, (_, n) => `Ada,during-${n}@example.org,2026-03-01,`);
  const id = getImportId(await upload(`${header}${lines(3_000, 'during')}\n${bad.join('\n')}`));
  for (const answer of await Promise.all(erasures.map((erase) => erase()))) assertOk(answer);
  const report = await finished(id);
  assert.equal(report.status, 'completed');
  assert.equal(report.issued + report.failed + report.skipped, 6_000);
  for (const email of people) {
    const { rows } = await sql`select 1 from import_errors where cells @> ${[email]}`.execute(
      instance.db,
    );
    assert.equal(rows.length, 0, email);
  }
});

test('the list of imports has pages, and erasing removes a recipient from the failed rows', async () => {
  const { imports } = assertOk(await owner.read('GET', '/awards/imports')).body.info;
  assert.ok(imports.length > 5 && imports[0].importId > imports[1].importId);
  assert.equal('errors' in imports[0], false);
  const text = `${header}Erasmus Of Import,Erasmus@example.org,2026-03-01,\nErasmus Of Import,erasmus@example.org,never,\n`;
  const report = await run(text);
  assert.deepEqual([report.issued, report.failed], [1, 1]);
  const { awards } = assertOk(
    await owner.api('GET', `/awards?filter=${encodeURIComponent('{"search":"erasmus"}')}`),
  ).body.info;
  await owner.insignia.credentials.delete({ awardId: awards[0].id.split('/').at(-1) });
  for (const table of [
    'import_errors',
    'import_chunks',
    'imports',
    'events',
    'credentials',
    'audit_log',
  ]) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} t where t::text ilike '%erasmus%'`.execute(
        instance.db,
      );
    assert.equal(rows.length, 0, table);
  }
});
