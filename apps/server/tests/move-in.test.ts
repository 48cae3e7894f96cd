import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { mock, type TestContext, test } from 'node:test';
import { redirectLimits } from '@insignia/contract';
import { bakeCredentialPng, bakeCredentialSvg } from '@insignia/openbadges/baking';
import { hashIdentity } from '@insignia/openbadges/shared';
import { sql } from 'kysely';
import pg from 'pg';
import { ZipFile } from 'yazl';
import { cleanUpMoveIns } from '../src/features/move-in/index.ts';
import { assertOk, assertRefused, createTestClient, visitHost } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import {
  foreignDid,
  otherIssuer,
  signForeign,
  signForeignJwt,
} from './support/foreign-credential.ts';
import { pngBytes } from './support/images.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  signInByCode,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32' });
const { url, db, clock } = instance;
const owner = await createOwner(instance, 'unlimited');
const issuerId = await createIssuer(owner);

const header =
  'Badge Name,Badge Template ID,Issued by,Badge URL,Issued to First Name,Issued to Last Name,Issued to Email,Status,Issue Date,Expiration Date,Image URL\n';
type Row = Partial<
  Record<'badge' | 'id' | 'old' | 'email' | 'status' | 'day' | 'end' | 'image', string>
>;
const toLine = ({ badge, id = '', old = '', email, status, day, end = '', image = '' }: Row) =>
  `${[badge, id, 'Example School', old, 'Ada', 'Lovelace', email, status ?? 'accepted', day ?? '04/13/24', end, image].join()}\n`;
const writeFile = (rows: Row[]) => header + rows.map(toLine).join('');
const people = (count: number, tag: string, more: Row = {}): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ badge: `First ${tag}`, email: `${tag}-${n}@example.org` },
    old: `https://www.credly.com/badges/${tag}-${n}`,
    ...more,
  }));

type Options = { by?: Owner; issuer?: string; dryRun?: boolean };
async function start(
  text: string,
  { by = owner, issuer = issuerId, dryRun = false }: Options = {},
) {
  const query = { source: 'credly', mode: 'reissue', issuerId: issuer, dryRun } as const;
  return (await by.insignia.migrations.create({ ...query, file: text })).migrationId;
}
async function finish(migrationId: string, by = owner) {
  const read = () => by.insignia.migrations.get({ migrationId });
  const ended = ['completed', 'failed', 'cancelled', 'undone'];
  await waitForCondition('the migration has ended', async () =>
    ended.includes((await read()).status),
  );
  return read();
}
const move = async (text: string, options: Options = {}) =>
  finish(await start(text, options), options.by);
const undo = async (migrationId: string) => {
  await owner.insignia.migrations.undo({ migrationId });
  return finish(migrationId);
};
const list = async (badgeId: string, by = owner) =>
  (await by.insignia.credentials.list({ filter: { badgeId } })).awards;
const upload = (text: string | Buffer, query: string, by = owner) =>
  by.api('POST', `/migrations?${query}`, text, { 'content-type': 'text/csv' });
const badgeOfNobody = '01900000-0000-7000-8000-000000000000';
const usual = `source=credly&mode=reissue&issuerId=${issuerId}`;

test('rows become credentials of one new badge, with their original dates and addresses', async () => {
  const file = writeFile([
    ...people(2, 'moved', { id: 'tpl-1', end: '04/13/34' }),
    ...people(1, 'ended', { badge: 'First moved', id: 'tpl-1', status: 'revoked' }),
    ...people(1, 'broken', { badge: 'First moved', id: 'tpl-1', email: 'nowhere' }),
  ]);
  const dry = await move(file, { dryRun: true });
  const { created, existing, skipped, failed, undoUntil, badges, errors } = dry;
  assert.deepEqual([created, existing, skipped, failed, undoUntil], [2, 0, 1, 1, null]);
  assert.deepEqual(badges, [
    { name: 'First moved', badgeId: null, hasPicture: false, isNew: true, rows: 4 },
  ]);
  assert.deepEqual(errors, [
    { row: 5, field: 'email', message: 'must be an email address', reason: null },
  ]);
  const names = async () =>
    JSON.stringify(await owner.insignia.badges.list()).includes('First moved');
  assert.equal(await names(), false, 'a dry run creates nothing');

  const done = await move(file);
  assert.deepEqual([done.status, done.created, done.skipped, done.failed], ['completed', 2, 1, 1]);
  const badgeId = done.badges[0]?.badgeId ?? '';
  const [award, ...others] = await list(badgeId);
  assert.equal(others.length, 1);
  const found = await owner.insignia.credentials.get({ awardId: award?.id ?? '' });
  assert.equal(found.recipient.name, 'Ada Lovelace');
  assert.equal(found.issuedOn, '2024-04-13T00:00:00.000Z');
  assert.equal(found.expires, '2034-04-13T23:59:59.999Z');
  const old = `https://www.credly.com/badges/${found.recipient.email.split('@')[0]}`;
  assert.deepEqual(found.supersedes, { id: old, issuer: 'Example School', issuedOn: '2024-04-13' });

  const page = await fetch(found.id, { headers: { accept: 'text/html' } });
  const html = await page.text();
  assert.match(html, /Issued originally on .*April 13, 2024.* by .*Example School/s);
  assert.ok(html.includes(old));
  const by = await createOwner(instance);
  const french = await createIssuer(by);
  await by.insignia.issuers.updateBrand({ issuerId: french, language: 'fr' });
  const moved = await move(writeFile(people(1, 'french')), { by, issuer: french });
  const [frenchAward] = await list(moved.badges[0]?.badgeId ?? '', by);
  const frenchPage = await fetch(frenchAward?.id ?? '', { headers: { accept: 'text/html' } });
  const origin = /Délivré à l’origine le .*13 avril 2024.* par .*Example School/s;
  assert.match(await frenchPage.text(), origin);

  await owner.insignia.credentials.correct({
    awardId: found.id,
    narrative: 'Wrote the first one.',
  });
  const corrected = await owner.insignia.credentials.get({ awardId: found.id });
  assert.equal(corrected.narrative, 'Wrote the first one.');
  assert.deepEqual(corrected.supersedes, found.supersedes, 'a correction leaves the origin');
});

test('the repair file has the failed rows, and moves only them in once corrected', async () => {
  const rows = people(3, 'repair');
  const done = await move(
    writeFile(rows.map((row, n) => (n === 1 ? { ...row, day: '31/31/24' } : row))),
  );
  assert.deepEqual([done.created, done.failed], [2, 1]);
  const path = `/migrations/${done.migrationId}/errors.csv`;
  const text = await (
    await owner.insignia.migrations.errorsCsv({ migrationId: done.migrationId })
  ).text();
  assert.match(text, /issuedOn must be a valid ISO 8601 date/);
  const repaired = await move(text.replace('31/31/24', '2024-04-13'));
  assert.deepEqual([repaired.created, repaired.existing, repaired.failed], [1, 0, 0]);
  const stranger = await createOwner(instance);
  assertRefused(await stranger.api('GET', path), 404, 'migration_not_found');
});

test('the same file by many at once creates each badge and credential once', async () => {
  const issuer = await createIssuer(owner);
  const file = writeFile(people(40, 'once'));
  const ids = await runConcurrently(4, () => start(file, { issuer }));
  const done = await Promise.all(ids.map((id) => finish(id)));
  assert.equal(
    done.reduce((sum, { created }) => sum + created, 0),
    40,
  );
  assert.equal(
    done.reduce((sum, { existing }) => sum + existing, 0),
    120,
  );
  const badges = new Set(done.flatMap((each) => each.badges.map(({ badgeId }) => badgeId)));
  assert.equal(badges.size, 1);
  assert.equal(done.flatMap((each) => each.badges).filter(({ isNew }) => isNew).length, 1);
});

test('badges of the issuer with the same name are used, and others of the account are not', async () => {
  const issuer = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuer, { name: 'Poet of Science' });
  await createBadge(owner, issuerId, { name: 'Elsewhere' });
  const done = await move(
    writeFile([
      ...people(1, 'known', { badge: 'Poet of Science' }),
      ...people(1, 'else', { badge: 'Elsewhere' }),
    ]),
    { issuer },
  );
  assert.deepEqual(
    done.badges.map(({ name, isNew }) => [name, isNew]),
    [
      ['Elsewhere', true],
      ['Poet of Science', false],
    ],
  );
  assert.equal((await list(badgeId)).length, 1);
});

test('rows of several people with one URL or ID fail, and none of them is taken for a repetition', async () => {
  const issuer = issuerId;
  const shared = people(3, 'shared', {
    badge: 'Shared',
    old: 'https://www.credly.com/badges/shared',
  });
  const [ada = {}, ...others] = shared;
  const filler = people(500, 'between', { badge: 'Shared' });
  const text = writeFile([
    ada,
    { ...ada, day: '05/13/24' },
    ...others.slice(0, 1),
    ...filler,
    ada,
    ...others,
  ]);
  for (const dryRun of [true, false]) {
    const report = await move(text, { issuer, dryRun });
    assert.deepEqual([report.created, report.existing, report.failed], [501, 2, 3], `${dryRun}`);
    assert.deepEqual(
      readErrors(report).map(([row, field]) => [row, field]),
      [4, 506, 507].map((row) => [row, '']),
    );
    for (const [, , message] of readErrors(report))
      assert.match(`${message}`, /another recipient/i);
  }
  const later = await move(writeFile([ada, ...others]), { issuer });
  assert.deepEqual([later.created, later.existing, later.failed], [0, 1, 2]);

  const email = `first-${crypto.randomUUID()}@example.org`;
  const id = `urn:uuid:${crypto.randomUUID()}`;
  const signed = await Promise.all(
    [email, `second-${email}`].map((each) => signForeign(each, { id, name: 'Signed twice' })),
  );
  const zip = await createZip({
    ...Object.fromEntries(signed.map((each, n) => [`${n}.json`, JSON.stringify(each)])),
    'recipients.csv': `file,name,email\n0.json,Sam Signer,${email}\n1.json,Sue Signer,second-${email}`,
  });
  for (const mode of ['reissue', 'hold'] as const) {
    const report = await moveBadges('openbadges3', zip, { issuer, mode });
    assert.deepEqual([report.created, report.existing, report.failed], [1, 0, 1], mode);
    assert.match(`${readErrors(report)[0]?.[2]}`, /another recipient/i);
  }
});

test('rows of one recipient with several badges and one URL or ID fail, also in later files', async () => {
  const issuer = issuerId;
  const old = 'https://www.credly.com/users/ada';
  const [one = {}] = people(1, 'profile', { badge: 'First profile', old });
  const two = { ...one, badge: 'Second profile' };
  const filler = people(500, 'apart', { badge: 'First profile' });
  const text = writeFile([one, two, one, ...filler, two, one]);
  const read = (report: Awaited<ReturnType<typeof finish>>) => {
    for (const [, , message] of readErrors(report))
      assert.match(`${message}`, /another recipient or badge .* delete it/i);
    return [report.created, report.existing, readErrors(report).map(([row]) => row)];
  };
  assert.deepEqual(read(await move(text, { issuer, dryRun: true })), [501, 2, [3, 505]]);
  const done = await move(text, { issuer });
  assert.deepEqual(read(done), [501, 2, [3, 505]]);
  for (const dryRun of [true, false])
    assert.deepEqual(read(await move(writeFile([two, one]), { issuer, dryRun })), [0, 1, [2]]);
  assert.deepEqual(read(await move(writeFile([two]), { issuer })), [0, 0, [2]], 'as repaired');

  // With another name of the same badge, the file that was moved in is known.
  const badgeId = idFromUrl(done.badges.find(({ name }) => name === one.badge)?.badgeId ?? '');
  await owner.insignia.badges.update({ badgeId, name: 'Renamed profile' });
  assert.deepEqual(read(await move(writeFile([one]), { issuer })), [0, 1, []]);

  // Without the column, the repair file moves the others in.
  const person = { email: 'ada@example.org', name: 'Ada Lovelace', day: '2024-04-13' };
  const lines = ['Algebra', 'Poetry'].map((badge) => [badge, ...Object.values(person), 'ada-7']);
  const file = ['Course Name,Email,Recipient Name,Issued On,ID', ...lines].join('\n');
  const query = { source: 'accredible', mode: 'reissue', issuerId: issuer } as const;
  const run = async (csv: string) =>
    finish((await owner.insignia.migrations.create({ ...query, file: csv })).migrationId);
  const byId = await run(file);
  assert.deepEqual(read(byId), [1, 0, [3]]);
  const later = file
    .split('\n', 1)
    .concat('Geometry,ada@example.org,Ada Lovelace,2025-05-01,ada-7');
  assert.deepEqual(read(await run(later.join('\n'))), [0, 0, [2]], 'the file of the next course');
  const { migrationId } = byId;
  const repair = await (await owner.insignia.migrations.errorsCsv({ migrationId })).text();
  assert.deepEqual(read(await run(repair.replace(',ID,', ',Person,'))), [1, 0, []]);
});

test('a file in which the other service renamed the badge is known, also after the badge was deleted', async () => {
  const rows = people(3, 'renaming', { badge: 'Before renaming' });
  const rename = (badge: string) => rows.map((row) => ({ ...row, badge }));
  const count = async (all: Row[], dryRun = false) => {
    const { created, existing, failed } = await move(writeFile(all), { dryRun });
    return [created, existing, failed];
  };
  const done = await move(writeFile(rows));
  assert.equal(done.created, 3);
  const renamed = rename('After renaming');
  for (const dryRun of [true, false]) assert.deepEqual(await count(renamed, dryRun), [0, 3, 0]);
  const listed = await owner.insignia.badges.list();
  assert.ok(!JSON.stringify(listed).includes('After renaming'), 'no empty badge is created');

  // The new badge of a later recipient doesn't conflict with credentials from before it existed.
  const [added = {}] = people(1, 'after-renaming', { badge: 'After renaming' });
  const more = [added, ...renamed];
  assert.deepEqual(await count(more, true), [1, 3, 0]);
  assert.deepEqual(await count(more), [1, 3, 0]);
  assert.deepEqual(await count(more), [0, 4, 0]);

  // A badge that existed here before the file isn't taken for the renamed one.
  await createBadge(owner, issuerId, { name: 'Taken name' });
  const report = await move(writeFile(rename('Taken name').slice(0, 1)));
  assert.deepEqual([report.existing, report.failed], [0, 1]);
  assert.match(`${readErrors(report)[0]?.[2]}`, /If the badge was renamed, .* already moved in\./);

  const badgeId = idFromUrl(done.badges[0]?.badgeId ?? '');
  for (const { id } of await list(badgeId))
    await owner.insignia.credentials.revoke({ awardId: id, reason: 'Not needed' });
  await owner.insignia.badges.delete({ badgeId });
  assert.deepEqual(await count(rows), [0, 3, 0]);
  const again = [
    { ...added, badge: 'Before renaming', old: 'https://www.credly.com/new' },
    ...rows,
  ];
  assert.deepEqual(await count(again), [1, 3, 0]);
  assert.deepEqual(await count(again), [0, 4, 0]);
});

test('a renamed badge is known whichever process, with whichever clock, moved in the earlier file', async () => {
  const by = await createOwner(instance, 'pro');
  const options = { by, issuer: await createIssuer(by) };
  const rows = people(2, 'skewed', { badge: 'Before the skew' });
  const done = await move(writeFile(rows), options);
  // As if by a process whose clock is ahead: its ids are greater than those of later migrations.
  const later = `f${done.migrationId.slice(1)}`;
  await db.write(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update move_ins set id = ${later} where id = ${done.migrationId}`.execute(trx);
    for (const table of ['move_in_badges', 'moved_credentials'])
      await sql`update ${sql.table(table)} set move_in_id = ${later} where move_in_id = ${done.migrationId}`.execute(
        trx,
      );
  });
  const renamed = rows.map((row) => ({ ...row, badge: 'After the skew' }));
  const [added = {}] = people(1, 'after-skew', { badge: 'After the skew' });
  assert.equal((await move(writeFile([added]), options)).created, 1);
  for (const dryRun of [true, false]) {
    const report = await move(writeFile(renamed), { ...options, dryRun });
    const { created, existing, failed } = report;
    assert.deepEqual([created, existing, failed], [0, 2, 0], `${dryRun}`);
  }
});

test('a dry run reports the badges that the real run creates', async () => {
  const rows = people(2, 'forecast', { badge: 'Forecast before' });
  assert.equal((await move(writeFile(rows))).created, 2);
  const one = (tag: string, more: Row): Row => ({ ...people(1, `forecast-${tag}`)[0], ...more });
  const text = writeFile([
    ...rows.map((row) => ({ ...row, badge: 'Forecast after' })),
    one('pair-a', { badge: 'Forecast pair', id: 'pair-a' }),
    one('pair-b', { badge: 'Forecast pair', id: 'pair-b' }),
    one('failed', { badge: 'Forecast failed', email: 'nowhere' }),
    one('ended', { badge: 'Forecast ended', status: 'revoked' }),
    // The next batch.
    ...people(500, 'forecast-many', { badge: 'Forecast many' }),
    one('pair-c', { badge: 'Forecast pair', id: 'pair-c' }),
    one('pair-d', { badge: 'Forecast pair', id: 'pair-a' }),
  ]);
  const [dry, real] = [await move(text, { dryRun: true }), await move(text)];
  const read = ({ created, existing, skipped, failed, badges }: typeof dry) => ({
    ...{ created, existing, skipped, failed },
    badges: badges.map(({ name, isNew, rows: count }) => [name, isNew, count]),
  });
  assert.deepEqual(read(dry), read(real));
  assert.deepEqual(
    dry.badges.filter(({ isNew }) => isNew).map(({ name }) => name),
    ['Forecast many', 'Forecast pair'],
  );
  const names = JSON.stringify(await owner.insignia.badges.list()).match(/Forecast \w+/g);
  assert.deepEqual([...new Set(names)].sort(), [
    ...['Forecast before', 'Forecast many', 'Forecast pair'],
  ]);
});

test('badges with the same name and other criteria are others, in one file and in later ones', async () => {
  const issuer = await createIssuer(owner);
  const write = (lines: [criteria: string, person: string][]) =>
    [
      'Name,Criteria,Full name,Email address,Date issued',
      ...lines.map(
        ([criteria, person]) =>
          `Course completed,${criteria},Ada Lovelace,${person}@example.org,2024-04-13`,
      ),
    ].join('\n');
  const run = async (file: string, dryRun = false) => {
    const query = { source: 'moodle', mode: 'reissue', issuerId: issuer, dryRun } as const;
    return finish((await owner.insignia.migrations.create({ ...query, file })).migrationId);
  };
  const read = ({ created, existing, failed, badges }: Awaited<ReturnType<typeof run>>) => [
    ...[created, existing, failed],
    badges.map(({ isNew }) => isNew),
  ];
  const first = write([
    ['Pass algebra', 'ada'],
    ['Pass poetry', 'ada'],
    ['Pass algebra', 'alan'],
  ]);
  assert.deepEqual(read(await run(first, true)), [3, 0, 0, [true, true]]);
  const done = await run(first);
  assert.deepEqual(read(done), [3, 0, 0, [true, true]]);
  const criteria = await Promise.all(
    done.badges.map(async ({ badgeId }) => {
      const badge = await owner.insignia.badges.get({ badgeId: badgeId ?? '' });
      return [JSON.stringify(badge.criteria), (await list(badgeId ?? '')).length];
    }),
  );
  assert.deepEqual(
    new Map(criteria as [string, number][]),
    new Map([
      ['{"narrative":"Pass algebra"}', 2],
      ['{"narrative":"Pass poetry"}', 1],
    ]),
  );
  assert.deepEqual(read(await run(first)), [0, 3, 0, [false, false]]);
  const later = write([
    ['Pass geometry', 'ada'],
    ['Pass poetry', 'grace'],
    ['', 'mary'],
  ]);
  for (const dryRun of [true, false]) {
    const report = await run(later, dryRun);
    assert.deepEqual([report.created, report.failed], [3, 0]);
    assert.equal(report.badges.filter(({ isNew }) => isNew).length, 1, `${dryRun}`);
  }

  // Keys of an earlier release had no criteria. Meanwhile, somebody here edited the badge.
  const other = await createIssuer(owner);
  const early = async (file: string) => {
    const query = { source: 'moodle', mode: 'reissue', issuerId: other } as const;
    return finish((await owner.insignia.migrations.create({ ...query, file })).migrationId);
  };
  const earlier = await early(write([['Pass algebra', 'ada']]));
  const badgeId = idFromUrl(earlier.badges[0]?.badgeId ?? '');
  const key = 'name:course completed';
  const identity = ['moodle', key, 'ada@example.org', Date.parse('2024-04-13')].join('\n');
  await sql`update moved_badges set key = ${`moodle ${key}`} where badge_id = ${badgeId}`.execute(
    db,
  );
  await sql`update move_in_badges set key = ${key} where badge_id = ${badgeId}`.execute(db);
  await sql`update moved_credentials set identity = sha256(${Buffer.from(identity)}::bytea)
    where move_in_id = ${earlier.migrationId}`.execute(db);
  await owner.insignia.badges.update({ badgeId, name: 'Renamed here', criteria: 'Edited here' });
  const again = write([
    ['Pass algebra', 'ada'],
    ['Pass algebra', 'alan'],
    ['Pass poetry', 'alan'],
  ]);
  assert.deepEqual(read(await early(again)), [2, 1, 0, [false, true]]);
  assert.equal((await list(badgeId)).length, 2);
});

test('a row that was issued today, east of UTC, is known in the next run', async () => {
  const tomorrow = new Date(clock.now().getTime() + 20 * 3_600_000).toISOString().slice(0, 10);
  const rows = people(1, 'today', { old: '', day: tomorrow });
  assert.equal((await move(writeFile(rows))).created, 1);
  const again = await move(writeFile(rows));
  assert.deepEqual([again.created, again.existing], [0, 1]);
});

test('a Credly file with a column Badge ID that an earlier release moved in is known', async () => {
  const rows = people(2, 'earlier', { badge: 'Earlier', old: '', id: 'earlier-template' });
  const [first = {}] = rows;
  const write = (all: Row[]) => writeFile(all).replace('Badge Template ID', 'Badge ID');
  assert.equal((await move(write([first]))).created, 1);
  const { numAffectedRows } = await sql`
    update moved_credentials set identity = sha256(${Buffer.from('credly\nearlier-template')}::bytea)
    where credential_id in (select id from credentials where recipient_email = ${first.email ?? ''})`.execute(
    db,
  );
  assert.equal(numAffectedRows, 1n);
  // The earlier release took the others for repetitions.
  const text = write([...rows, { ...first, day: '05/13/24' }]);
  for (const dryRun of [true, false]) {
    const { created, existing, failed } = await move(text, { dryRun });
    assert.deepEqual([created, existing, failed], [2, 1, 0], `${dryRun}`);
  }
  assert.equal((await move(text)).existing, 3);
});

test('a column Badge ID of a Credly file doesn’t identify the credential', async () => {
  const issuer = issuerId;
  const rows = people(3, 'template', { badge: 'Templates', old: '' });
  const text = writeFile(rows).replace('Badge Template ID', 'Badge ID');
  const done = await move(text.replaceAll('Templates,,', 'Templates,template-1,'), { issuer });
  assert.deepEqual([done.created, done.failed], [3, 0]);
});

test('after a correction, rows with the earlier or new address are known, and those of others fail', async () => {
  const issuer = issuerId;
  for (const [earlier, later] of [
    ['married', 'married-later'],
    ['strauß', 'strauss'],
    ['weissmann', 'weißmann'],
  ]) {
    const [row = {}] = people(1, `of-${earlier}`);
    const before = { ...row, email: `${earlier}@example.org` };
    const after = { ...before, email: `${later}@example.org` };
    const done = await move(writeFile([before]), { issuer });
    const [award] = await list(done.badges[0]?.badgeId ?? '');
    await owner.insignia.credentials.correct({
      awardId: award?.id ?? '',
      recipient: { email: after.email },
    });
    const text = writeFile([before, after, { ...before, email: 'stranger@example.org' }]);
    for (const dryRun of [true, false]) {
      const again = await move(text, { issuer, dryRun });
      assert.deepEqual([again.created, again.existing, again.failed], [0, 2, 1], `${dryRun}`);
      assert.equal(again.errors[0]?.row, 4);
    }
  }
});

test('addresses that only folding makes equal are those of two recipients', async () => {
  const issuer = issuerId;
  const old = 'https://www.credly.com/badges/namesakes';
  const namesakes = ['weiß', 'weiss', 'WEISS'].map((name) => ({
    ...{ badge: 'Namesakes', old, email: `${name}@example.org` },
  }));
  for (const dryRun of [true, false]) {
    const report = await move(writeFile(namesakes), { issuer, dryRun });
    assert.deepEqual([report.created, report.existing, report.failed], [1, 0, 2], `${dryRun}`);
  }
  const later = await move(writeFile(namesakes.toReversed()), { issuer });
  assert.deepEqual([later.created, later.existing, later.failed], [0, 1, 2]);
});

test('a badge with the same name is used, unless its criteria are others', async () => {
  const run = async (criteria: string) => {
    const name = `Criteria ${criteria}`;
    await createBadge(owner, issuerId, { name, criteria: 'Wrote one' });
    const file = `Badge Name,Criteria,Identifier,First Name,Last Name,Issue Date\n${name},${criteria},ada@example.org,Ada,Lovelace,2024-04-13\n`;
    const query = { source: 'badgr', mode: 'reissue', issuerId } as const;
    const { migrationId } = await owner.insignia.migrations.create({ ...query, file });
    const { created, badges } = await finish(migrationId);
    return [created, badges[0]?.isNew];
  };
  assert.deepEqual(await run('Wrote one'), [1, false]);
  assert.deepEqual(await run('Wrote two'), [1, true]);
  assert.deepEqual(await run(''), [1, false]);
});

test('a picture is fetched through the guarded client, and a plain one replaces what is missing', async () => {
  const png = await pngBytes(300, 300);
  const site = createServer((request, response) => {
    if (request.url === '/moved.png') response.writeHead(302, { location: '/badge.png' }).end();
    else response.end(request.url === '/badge.png' ? png : 'no picture');
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.2', resolve));
  const { port } = site.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.2:${port}${path}`;
  const rows = [at('/badge.png'), at('/moved.png'), at('/text'), 'http://10.0.0.1/badge.png'].map(
    (image, n) => people(1, `picture-${n}`, { image })[0] ?? {},
  );
  const done = await move(writeFile(rows));
  site.close();
  assert.equal(done.created, 4);
  const pictures = await Promise.all(
    done.badges.map(
      async ({ badgeId }) => (await owner.insignia.badges.get({ badgeId: badgeId ?? '' })).image,
    ),
  );
  for (const picture of pictures)
    assert.equal((await fetch(picture)).headers.get('content-type'), 'image/png');
  assert.deepEqual(
    done.badges.map(({ hasPicture }) => hasPicture),
    [true, false, false, false],
  );
  assert.equal(new Set(pictures).size, 2);
});

test('undo removes exactly what the migration created, and reports what stays', async () => {
  const issuer = await createIssuer(owner);
  const used = await createBadge(owner, issuer, { name: 'Already here' });
  const file = writeFile([
    ...people(4, 'undo'),
    ...people(1, 'beside', { badge: 'Already here' }),
    ...people(1, 'gone', { badge: 'Only here' }),
    ...people(1, 'course', { badge: 'In a course' }),
  ]);
  const done = await move(file, { issuer });
  assert.equal(done.created, 7);
  const inCourse = done.badges.find(({ name }) => name === 'In a course')?.badgeId ?? '';
  const platformId = crypto.randomUUID();
  await sql`insert into lti_platforms (id, account_id, name, issuer, client_id, deployment_ids, authorization_url, token_url, jwks_url, created_at, updated_at)
    values (${platformId}, ${owner.accountId}, 'Moodle', ${`https://${platformId}.example`}, 'x', '{}', 'https://a.example', 'https://a.example', 'https://a.example', now(), now())`.execute(
    db,
  );
  await sql`insert into lti_activities (id, account_id, platform_id, deployment_id, badge_id, rule, created_at)
    values (${crypto.randomUUID()}, ${owner.accountId}, ${platformId}, 'x', ${idFromUrl(inCourse)}, 'open', now())`.execute(
    db,
  );
  const badgeId = done.badges.find(({ name }) => name === 'First undo')?.badgeId ?? '';
  const own = done.badges.find(({ name }) => name === 'Only here')?.badgeId ?? '';
  const [first, second, third] = await list(badgeId);
  assert.ok(first && second && third);
  await owner.insignia.credentials.revoke({ awardId: first.id });
  await owner.insignia.credentials.correct({
    awardId: second.id,
    recipient: { name: 'Augusta King' },
  });
  // A pending import row with the same address stays.
  const imported = await owner.insignia.credentials.issue({
    badgeId: used,
    recipient: { name: 'Ada Lovelace', email: third.recipient.email },
    issuedOn: '2026-03-01',
  });

  await ownDomain(owner, 'undone.example');
  const old = [
    ['undone.example', '/ada-lovelace/3', third.id],
    ['undone.example', '/3', third.id],
  ];
  assert.equal((await redirect(old, owner, 'keep')).added, 2);
  assert.equal(await follow('undone.example', '/ada-lovelace/3'), third.id);

  const undone = await undo(done.migrationId);
  assert.deepEqual([undone.status, undone.removed, undone.undoUntil], ['undone', 5, null]);
  assert.equal(await follow('undone.example', '/ada-lovelace/3'), undefined);
  assert.equal(await follow('undone.example', '/3'), third.id);
  assert.deepEqual(
    new Map(undone.kept.map(({ awardId, reason }) => [awardId, reason])),
    new Map([
      [first.id, 'revoked'],
      [second.id, 'corrected'],
    ]),
  );
  assert.deepEqual((await list(badgeId)).map(({ id }) => id).sort(), [first.id, second.id].sort());
  assert.deepEqual(
    (await list(used)).map(({ id }) => id),
    [imported.awardId],
  );
  assert.equal((await fetch(third.id)).status, 410);
  assertRefused(await owner.api('GET', `/badges/${idFromUrl(own)}`), 404, 'badge_not_found');
  const again = await undo(done.migrationId);
  assert.equal(again.removed, 5, 'undoing again changes nothing');
  assert.equal((await fetch(inCourse)).status, 200, 'a badge of a course stays');

  const repeated = await move(file, { issuer });
  assert.deepEqual([repeated.created, repeated.existing], [5, 2]);
});

test('a migration can be undone for 30 days, and a dry run never', async () => {
  const dry = await move(writeFile(people(1, 'dry')), { dryRun: true });
  const orderUndo = (id: string, by = owner) => by.api('POST', `/migrations/${id}/undo`);
  assertRefused(await orderUndo(dry.migrationId), 409, 'migration_not_undoable');
  const done = await move(writeFile(people(1, 'late')));
  await sql`update move_ins set finished_at = ${new Date(clock.now().getTime() - 31 * 86_400_000)} where id = ${done.migrationId}`.execute(
    db,
  );
  assertRefused(await orderUndo(done.migrationId), 409, 'migration_not_undoable');
  const stranger = await createOwner(instance);
  assertRefused(await orderUndo(done.migrationId, stranger), 404, 'migration_not_found');
});

test('the name of an earlier issuer is cut between characters', async () => {
  const long = `${'x'.repeat(199)}🏫 and a longer name`;
  const done = await move(writeFile(people(2, 'long')).replace('Example School', long));
  assert.deepEqual([done.status, done.created], ['completed', 2]);
  const found = await Promise.all(
    (await list(done.badges[0]?.badgeId ?? '')).map(({ id }) =>
      owner.insignia.credentials.get({ awardId: id }),
    ),
  );
  const names = found.map(({ supersedes }) => supersedes?.issuer).sort();
  assert.deepEqual(names, ['Example School', `${'x'.repeat(199)}🏫`]);
});

test('files that can’t be read are refused before anything is stored', async () => {
  const refuse = async (text: string | Buffer, message: RegExp) => {
    const answer = await upload(text, usual);
    assertRefused(answer, 400, 'invalid_request');
    assert.match(JSON.stringify(answer.body), message);
  };
  await refuse('', /is empty/);
  await refuse(Buffer.from('Badge Name,José\n', 'latin1'), /UTF-8/);
  await refuse('name,email\nAda,ada@example.org\n', /has no column with the badge’s name/);
  await refuse(header, /has a header but no rows/);
  const many = Array.from({ length: 501 }, (_, n) => people(1, `many-${n}`)[0] ?? {});
  await refuse(writeFile(many), /at most 500 badges/);
  await refuse(
    header + toLine({ email: 'a@example.org', badge: 'b' }).repeat(10_001),
    /at most 10000 rows/,
  );
  assertRefused(
    await upload(writeFile(people(1, 'x')), 'source=credly&mode=reissue&issuerId=nope'),
    404,
    'issuer_not_found',
  );
  const unverified = await createOwner(instance);
  const { issuerId: other } = await unverified.insignia.issuers.create({
    ...{
      name: 'Society',
      url: 'https://society.example',
      email: `office-${crypto.randomUUID()}@example.org`,
    },
  });
  const query = `source=credly&mode=reissue&issuerId=${other}`;
  assertRefused(
    await upload(writeFile(people(1, 'x')), query, unverified),
    400,
    'issuer_not_verified',
  );
  assertRefused(await upload(writeFile(people(1, 'x')), query), 404, 'issuer_not_found');
  assertRefused(
    await createTestClient(url)('POST', `/migrations?${usual}`, header, {
      'content-type': 'text/csv',
    }),
    401,
    'unauthorized',
  );
});

test('at most 5 migrations are unfinished, also when many start at once', async () => {
  const one = await createOwner(instance, 'pro');
  const issuer = await createIssuer(one);
  await sql`insert into move_ins (id, account_id, issuer_id, source, mode, status, dry_run, header, columns, date_order, total, created_at)
    select gen_random_uuid(), ${one.accountId}, ${issuer}, 'credly', 'reissue', (array['queued', 'running', 'paused', 'undoing'])[n], false, '{}', '{}', 'unknown', 1, now()
    from generate_series(1, 4) n`.execute(db);
  await sql`create function queued_forever() returns trigger language plpgsql
    as $$ begin new.status := 'queued'; return new; end $$`.execute(db);
  await sql`create trigger queued_forever before update on move_ins for each row
    when (new.account_id = ${sql.lit(one.accountId)}) execute function queued_forever()`.execute(
    db,
  );
  const text = writeFile(people(1, 'limit'));
  const query = `source=credly&mode=reissue&issuerId=${issuer}`;
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(text, query, one)));
  await sql`drop function queued_forever cascade`.execute(db);
  const refusals = answers.filter(({ status }) => status === 409);
  assert.equal(refusals.length, 3);
  for (const answer of refusals) assertRefused(answer, 409, 'migration_limit_reached');
});

test('the quota ends a migration row by row, and the rest can be repeated', async () => {
  const one = await createOwner(instance, 'free');
  const issuer = await createIssuer(one);
  await sql`update account_usage set credentials = 98 where account_id = ${one.accountId}`.execute(
    db,
  );
  const done = await move(writeFile(people(5, 'quota')), { by: one, issuer });
  assert.deepEqual([done.created, done.failed], [2, 3]);
  assert.match(done.errors[0]?.message ?? '', /quota|limit/i);
});

/** A server of another issuer, with its documents by path. */
async function serveDocuments(t: TestContext) {
  const documents = new Map<string, unknown>();
  const requests: string[] = [];
  /** Responses wait for it. */
  const gate = { opens: Promise.resolve() };
  const site = createServer(async ({ url: path = '' }, response) => {
    requests.push(path);
    await gate.opens;
    const document = documents.get(path);
    if (document instanceof URL)
      return void response.writeHead(302, { location: document.href }).end();
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(text);
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.2', resolve));
  t.after(() => void site.close());
  const origin = `http://127.0.0.2:${(site.address() as AddressInfo).port}`;
  const context = 'https://w3id.org/openbadges/v2';
  documents.set('/issuer', {
    ...{ '@context': context, id: `${origin}/issuer`, type: 'Issuer', name: 'Old Academy' },
    ...{ url: `${origin}/`, email: 'badges@academy.example' },
  });
  documents.set('/badge', {
    ...{ '@context': context, id: `${origin}/badge`, type: 'BadgeClass', name: 'Hosted badge' },
    ...{ description: 'For hosts', image: `${origin}/none.png`, issuer: `${origin}/issuer` },
    criteria: { narrative: 'Host a badge.' },
  });
  let serial = 0;
  /** Hosts an assertion and returns its address. */
  const host = (email: string, more: object = {}): string => {
    const path = `/${++serial}`;
    documents.set(path, {
      ...{ '@context': context, id: origin + path, type: 'Assertion', badge: `${origin}/badge` },
      recipient: { type: 'email', hashed: true, identity: hashIdentity(email) },
      ...{ verification: { type: 'hosted' }, issuedOn: '2023-05-04T10:00:00Z', ...more },
    });
    return origin + path;
  };
  return { origin, documents, requests, gate, host };
}

type Order = 'pause' | 'resume' | 'cancel' | 'undo';
const order = (id: string, what: Order) => owner.api('POST', `/migrations/${id}/${what}`);

/** A migration of 12 hosted badges whose first 8 are moved in. `open` lets the host answer about the others. */
async function startHalf(
  t: TestContext,
  {
    issuer = issuerId,
    mode = 'reissue',
    source = 'openbadges2',
  }: Omit<BadgeOptions, 'dryRun'> & { source?: 'openbadges2' | 'credly' } = {},
) {
  const { host, gate, requests } = await serveDocuments(t);
  const addresses = Array.from({ length: 12 }, (_, n) => host(`half-${n}@example.org`));
  const rows = addresses.map((each, n) => `${each},Ada Lovelace,half-${n}@example.org`);
  const exported = addresses.map((old, n) => ({
    ...{ badge: 'Half', old, email: `half-${n}@example.org` },
  }));
  const file = source === 'credly' ? writeFile(exported) : ['url,name,email', ...rows].join('\n');
  let open = (): void => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const ninth = new URL(addresses[8] ?? '').pathname;
  let isRead = false;
  // The first step reads 8 addresses, and closes the gate behind it.
  const wait = requests.push.bind(requests);
  requests.push = (path: string) => {
    if (path === ninth) {
      isRead = true;
      gate.opens = closed;
    }
    return wait(path);
  };
  const query = { source, issuerId: issuer } as const;
  const choice = mode === 'hold' ? { mode } : reissue(file);
  const { migrationId } = await owner.insignia.migrations.create({ ...query, ...choice, file });
  await waitForCondition('the second step waits for the host', async () => isRead);
  const count = (path = ninth) => requests.filter((each) => each === path).length;
  return { migrationId, file, open, count };
}

async function createZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A ZIP file with badges of two signers for one recipient, with the same id. */
async function signPair(email: string, names = ['0.json', '1.json'], listed = names) {
  const id = `urn:uuid:${crypto.randomUUID()}`;
  const signed = await Promise.all([
    signForeign(email, { id, name: 'Signed' }),
    signForeign(email, { id, name: 'Signed by another', by: otherIssuer }),
  ]);
  return createZip({
    ...Object.fromEntries(names.map((name, n) => [name, JSON.stringify(signed[n])])),
    'recipients.csv': `file,name,email\n${listed.map((name) => `${name},Sam Signer,${email}`).join('\n')}`,
  });
}

type BadgeOptions = Options & { mode?: 'reissue' | 'hold'; signers?: string };

/** All signers of these tests. Those with a host are named in the file. */
const listSigners = (file: string | Uint8Array): string => {
  const origins = new Set(String(file).match(/http:\/\/127\.0\.0\.2:\d+/g) ?? []);
  return [foreignDid, otherIssuer.did, ...[...origins].map((each) => `${each}/issuer`)].join(' ');
};
const reissue = (file: string | Uint8Array, signers = listSigners(file)) =>
  ({ mode: 'reissue', signers }) as const;

async function moveBadges(
  source: 'openbadges2' | 'openbadges3',
  file: string | Uint8Array,
  { issuer = issuerId, dryRun = false, mode = 'reissue', signers }: BadgeOptions = {},
) {
  const choice = mode === 'hold' || dryRun ? { mode } : reissue(file, signers);
  const query = { source, ...choice, issuerId: issuer, dryRun } as const;
  return finish((await owner.insignia.migrations.create({ ...query, file })).migrationId);
}

const readErrors = ({ errors }: { errors: { row: number; field: string; message: string }[] }) =>
  errors.map(({ row, field, message }) => [row, field, message]);

test('hosted badges are verified, and issued with their dates, addresses and criteria', async (t) => {
  const { origin, documents, requests, host } = await serveDocuments(t);
  const issuer = await createIssuer(owner);
  const ada = host('ada@example.org', { narrative: 'Wrote it.', evidence: `${origin}/work` });
  // A link that people share. The document at the badge's own address counts.
  const shared = `${ada}?identity__email=ada%40example.org`;
  const copy = documents.get(new URL(ada).pathname) as object;
  documents.set(shared.slice(origin.length), { ...copy, narrative: 'Forged.' });
  const plain = host('', {
    recipient: { type: 'email', hashed: false, identity: 'grace@example.org' },
    'extensions:recipientProfile': { name: 'Grace Hopper' },
    expires: '2024-05-04T10:00:00Z',
  });
  const revoked = host('eve@example.org', { revoked: true });
  const inside = host('mallory@example.org');
  documents.set(new URL(inside).pathname, new URL('http://10.0.0.1/secret'));
  documents.set('/large', {
    ...{ id: `${origin}/large`, type: 'BadgeClass', name: 'Large', description: 'x'.repeat(5e6) },
  });
  const large = host('ada@example.org', { badge: `${origin}/large` });
  const earliest = host('ada@example.org', { id: undefined, verify: { type: 'hosted' } });
  const file = [
    'url,name,email',
    `${shared},Ada Lovelace,ada@example.org`,
    `${plain},,`,
    `${ada},Ada Lovelace,ada@example.org`,
    `${host('alan@example.org')},Alan Turing,`,
    `${host('alan@example.org')},Alan Turing,someone@example.org`,
    `${revoked},Eve Example,eve@example.org`,
    `${inside},Mallory Example,mallory@example.org`,
    `${large},Ada Lovelace,ada@example.org`,
    `http://10.0.0.1/badge,Ada Lovelace,ada@example.org`,
    `${origin}/issuer,Ada Lovelace,ada@example.org`,
    `nowhere,Ada Lovelace,ada@example.org`,
    `${url}/issuers/1,Ada Lovelace,ada@example.org`,
    `${earliest},Ada Lovelace,ada@example.org`,
  ].join('\n');
  const dry = await moveBadges('openbadges2', file, { issuer, dryRun: true });
  assert.deepEqual([dry.created, dry.existing, dry.skipped, dry.failed], [2, 1, 1, 9]);
  assert.deepEqual(dry.signers, [
    { signer: `${origin}/issuer`, host: new URL(origin).host, badges: 2 },
  ]);
  assert.deepEqual(dry.badges, [
    { name: 'Hosted badge', badgeId: null, hasPicture: false, isNew: true, rows: 3 },
  ]);
  const count = requests.filter((path) => path === '/badge').length;
  assert.ok(count <= 2, `${count} requests for the badge class, but the rows share it`);

  const done = await moveBadges('openbadges2', file, { issuer });
  assert.deepEqual([done.created, done.existing, done.skipped, done.failed], [2, 1, 1, 9]);
  const errors = readErrors(done);
  assert.deepEqual(errors[0], [
    ...[5, 'email', 'is not readable in the badge. Add it in a column email'],
  ]);
  const expected = [
    /wasn’t issued to someone@example.org/,
    /HTTP 302/,
    /is larger than 1 MiB/,
    /private address/,
    /badge class or an issuer profile/,
    /must be an http or https URL/,
    /credential of this service already/,
    /Open Badges 1.0, which isn’t supported/,
  ];
  for (const [n, pattern] of expected.entries()) assert.match(String(errors[n + 1]?.[2]), pattern);
  assert.deepEqual(
    done.errors.map(({ reason }) => reason),
    [
      ...[null, 'other_recipient', 'unreachable', 'unreachable', 'unreachable', 'no_badge'],
      ...[null, 'issued_here', 'unsupported'],
    ],
  );

  const badgeId = done.badges[0]?.badgeId ?? '';
  const badge = await owner.insignia.badges.get({ badgeId });
  assert.equal(badge.description, 'For hosts');
  assert.deepEqual(badge.criteria, { narrative: 'Host a badge.' });
  const awards = await Promise.all(
    (await list(badgeId)).map(({ id }) => owner.insignia.credentials.get({ awardId: id })),
  );
  const byName = new Map(awards.map((award) => [award.recipient.name, award]));
  const first = byName.get('Ada Lovelace');
  assert.equal(first?.issuedOn, '2023-05-04T10:00:00.000Z');
  assert.equal(first?.narrative, 'Wrote it.');
  assert.deepEqual(first?.evidence, [{ id: `${origin}/work` }]);
  assert.deepEqual(first?.supersedes, { id: ada, issuer: 'Old Academy', issuedOn: '2023-05-04' });
  assert.equal(byName.get('Grace Hopper')?.expires, '2024-05-04T10:00:00.000Z');

  // Only hosts with names can be redirected.
  assert.equal(done.hasRedirects, false);
  await sql`update move_in_badges
    set issuer_url = replace(issuer_url, ${origin}, 'https://old.academy.example') where move_in_id = ${done.migrationId}`.execute(
    db,
  );
  const { migrationId } = done;
  const redirects = await (await owner.insignia.migrations.redirectsCsv({ migrationId })).text();
  assert.match(redirects, new RegExp(`\\nold\\.academy\\.example,/issuer,.*/${issuer}\n$`));

  const repair = await owner.insignia.migrations.errorsCsv({ migrationId });
  const repaired = (await repair.text()).replace('Alan Turing,,', 'Alan Turing,alan@example.org,');
  const again = await moveBadges('openbadges2', repaired, { issuer });
  assert.deepEqual([again.created, again.existing, again.failed], [1, 0, 8]);
});

test('a ZIP file of signed badges moves in with the recipients of its list', async () => {
  const issuer = await createIssuer(owner);
  const email = 'signed@example.org';
  const [png, svg, json] = await Promise.all([
    signForeign(email, { name: 'Signed' }),
    signForeign(email, { name: 'Signed' }),
    signForeign(email, { name: 'Signed' }),
  ]);
  const forged = { ...json, validFrom: '2020-01-01T00:00:00Z' };
  const files = {
    'badges/one.png': await bakeCredentialPng(await pngBytes(), JSON.stringify(png)),
    'badges/two.svg': bakeCredentialSvg(
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      JSON.stringify(svg),
    ),
    'three.json': JSON.stringify(json),
    'four.jwt': await signForeignJwt(email, { name: 'Signed' }),
    'twice.jwt': await signForeignJwt(email, { name: 'Signed' }),
    'forged.json': JSON.stringify(forged),
    'plain.png': await pngBytes(),
    'large.json': JSON.stringify({ text: 'x'.repeat(1_100_000) }),
    '__MACOSX/._one.png': 'x',
    'recipients.csv': [
      'file,name,email',
      ...['badges/one.png', 'two.svg', 'three.json', 'four.jwt', 'forged.json'].map(
        (file) => `${file},Sam Signer,${email}`,
      ),
      `two.svg,Sam Signer,${email}`,
      `twice.jwt,Sam Signer,${email}`,
      `twice.jwt,Sue Signer,${email}`,
    ].join('\n'),
  };
  const zip = await createZip(files);
  const done = await moveBadges('openbadges3', zip, { issuer });
  assert.deepEqual([done.total, done.created, done.failed], [8, 4, 4]);
  const errors = readErrors(done)
    .map(([, , message]) => message)
    .join('\n');
  assert.match(errors, /contains no badge/);
  assert.match(errors, /larger than 1 MiB/);
  assert.match(errors, /Rows 8 and 9 of recipients\.csv name different recipients/);
  assert.equal(done.badges.length, 1);
  const text = await (
    await owner.insignia.migrations.errorsCsv({ migrationId: done.migrationId })
  ).text();
  assert.match(text, /^file,name,email,error\n/);
  assert.doesNotMatch(text, /credentialSubject/);

  // Signers choose ids, also ones that no database can store.
  const [id, achievementId] = ['http://old.example/\u0000', 'urn:x:\u0000'];
  const strange = [{ id }, { achievementId }].map((ids) => signForeignJwt(email, ids));
  const texts = await Promise.all(strange);
  const odd = await createZip({
    ...Object.fromEntries(texts.map((text, n) => [`${n}.jwt`, text])),
    'recipients.csv': `file,name,email\n${texts.map((_, n) => `${n}.jwt,Sam Signer,${email}`).join('\n')}`,
  });
  const stored = await moveBadges('openbadges3', odd, { issuer });
  assert.deepEqual([stored.status, stored.created], ['completed', 2], JSON.stringify(stored));

  // Badges of two signers are two, although their ids are equal. Earlier versions stored hashes of ids.
  // macOS decomposes names of files, and Windows writes them in its old code page.
  const pair = await signPair(email, ['u\u0308.json', 'a~~.json'], ['ü.json', 'é.json']);
  const renamed = Buffer.from(
    pair.toString('latin1').replaceAll('a~~.json', 'a\\\x82.json'),
    'latin1',
  );
  // Anyone can sign a badge that names the school's. Only those of chosen signers are issued again.
  const checked = await moveBadges('openbadges3', renamed, { issuer, dryRun: true });
  const signers = [foreignDid, otherIssuer.did].sort();
  assert.deepEqual(
    checked.signers,
    signers.map((signer) => ({ signer, host: null, badges: 1 })),
  );
  const trusted = await moveBadges('openbadges3', renamed, { issuer, signers: foreignDid });
  assert.deepEqual([trusted.created, trusted.failed], [1, 1], JSON.stringify(trusted));
  const [refused] = trusted.errors;
  assert.equal(refused?.message, `This badge is by ${otherIssuer.did}, which you didn’t choose.`);
  const two = await moveBadges('openbadges3', renamed, { issuer });
  assert.deepEqual([two.created, two.existing], [1, 1], JSON.stringify(two));
  const former = Buffer.from(`openbadges\n${json.id}`);
  const signer = Buffer.from(`\n${foreignDid.replace(':key:', ':key ')}`);
  const { numAffectedRows } =
    await sql`update moved_credentials set identity = sha256(${former}::bytea)
    where issuer_id = ${idFromUrl(issuer)} and identity = sha256(${former}::bytea || ${signer}::bytea)`.execute(
      db,
    );
  assert.equal(numAffectedRows, 1n);
  const sameId = { id: String(json.id), by: otherIssuer };
  const elsewhere = await signForeign('elsewhere@example.org', sameId);
  const others = await createZip({
    'other.json': JSON.stringify(elsewhere),
    'recipients.csv': 'file,name,email\nother.json,Sue Signer,elsewhere@example.org',
  });
  const another = await moveBadges('openbadges3', others, { issuer });
  assert.deepEqual([another.created, another.existing], [1, 0], JSON.stringify(another));

  const one = await moveBadges('openbadges3', JSON.stringify(png), { issuer });
  assert.deepEqual([one.created, one.failed], [0, 1], 'a single badge has no list of names');
  const wrong = await moveBadges('openbadges2', zip, { issuer });
  assert.equal(wrong.created, 0);
  assert.match(readErrors(wrong).join(), /badge of Open Badges 3.0/);
  const again = await moveBadges('openbadges3', zip, { issuer });
  assert.deepEqual([again.created, again.existing], [0, 4]);

  const refuse = async (file: Buffer | string, message: RegExp, choice = '&signers=x') => {
    const query = `source=openbadges3&mode=reissue&issuerId=${issuer}${choice}`;
    const answer = await owner.api('POST', `/migrations?${query}`, file, {
      'content-type': 'application/zip',
    });
    assertRefused(answer, 400, 'invalid_request');
    assert.match(JSON.stringify(answer.body), message);
  };
  await refuse(zip, /is required to issue Open Badges again/, '');
  const csv = await upload(writeFile(people(1, 'signed')), `${usual}&signers=x`);
  assertRefused(csv, 400, 'invalid_request', 'signers');
  await refuse('', /is empty/);
  await refuse(zip.subarray(0, -40), /damaged ZIP/);
  await refuse(await createZip({ '.DS_Store': 'x' }), /contains no badge/);
  await refuse(
    await createZip({ 'a.json': '{}', 'recipients.csv': 'a,b\n1,2\n' }),
    /recipients.csv/,
  );
  const zeros = Buffer.alloc(1_000_000);
  const bomb = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`${n}.json`, zeros]));
  await refuse(await createZip(bomb), /64 MiB/);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.json`, '{}']));
  await refuse(await createZip(many), /at most 1000 files/);
  await refuse('hello\nworld\n', /must be a list of URLs/);
});

test('a name without a folder counts for one file of a ZIP file only', async () => {
  const paths = ['ann/badge.json', 'bob/badge.json', 'bob/other.json'];
  const signed = paths.map(() => signForeign('holder@example.org', { name: 'Folders' }));
  const zip = await createZip({
    ...Object.fromEntries(
      (await Promise.all(signed)).map((badge, n) => [paths[n] ?? '', JSON.stringify(badge)]),
    ),
    'recipients.csv': `file,name,email\n${['badge.json', 'bob/badge.json', 'other.json'].map((file) => `${file},Sam Signer,holder@example.org`).join('\n')}`,
  });
  const done = await moveBadges('openbadges3', zip);
  assert.deepEqual([done.created, done.failed], [2, 1], JSON.stringify(done));
  assert.match(readErrors(done).join(), /Several files have this name/);
});

test('ZIP files of one account are unpacked one at a time, and the next are refused while others wait', async () => {
  const by = await createOwner(instance, 'pro');
  const issuer = await createIssuer(by);
  const zip = await createZip({ '1.json': `{"text":"${' '.repeat(1_000_000)}"}` });
  const query = `source=openbadges3&mode=reissue&issuerId=${issuer}&signers=x`;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      by.api('POST', `/migrations?${query}`, zip, {
        ...{ 'content-type': 'application/zip', 'idempotency-key': `zip-${n}` },
      }),
    ),
  );
  const codes = new Set(
    answers.map(({ status, body }) => (status === 202 ? 'started' : body.code)),
  );
  assert.ok(codes.delete('started') && codes.delete('busy'), [...codes].join());
  codes.delete('migration_limit_reached');
  assert.deepEqual([...codes], []);
});

test('erasing a recipient removes waiting badges that name them', async () => {
  const email = 'erased-1@example.org';
  const badgeId = await createBadge(owner, issuerId);
  const { awardId } = await owner.insignia.credentials.issue({
    ...{ badgeId, recipient: { name: 'Ada Lovelace', email }, issuedOn: '2026-03-01' },
  });
  const plain = {
    type: 'IdentityObject',
    hashed: false,
    identityType: 'emailAddress',
    identityHash: email,
  };
  // An address counts wherever the document has it.
  const name = Array.from({ length: 30 }, (_, n) => `${n}@`).join(' ');
  const jwt = await signForeignJwt(email, { identifier: plain, name });
  const done = await moveBadges('openbadges3', jwt);
  assert.equal(done.failed, 1, 'it names nobody');
  await owner.insignia.credentials.delete({ awardId });
  const report = await owner.insignia.migrations.get({ migrationId: done.migrationId });
  assert.deepEqual(report.errors, []);
});

test('a recipient who is erased while their badge is fetched gets neither credential nor offer', async (t) => {
  const { host, gate, requests } = await serveDocuments(t);
  const issuer = await createIssuer(owner);
  const erased = 'Erased-2@example.org';
  const identify = (email: string) => ({
    recipient: { type: 'email', hashed: false, identity: email },
    'extensions:recipientProfile': { name: 'Ada Lovelace' },
  });
  const badgeId = await createBadge(owner, issuerId);
  for (const mode of ['reissue', 'hold'] as const) {
    const { awardId } = await owner.insignia.credentials.issue({
      ...{ badgeId, issuedOn: '2026-03-01' },
      recipient: { name: 'Ada Lovelace', email: erased.toLowerCase() },
    });
    const addresses = [erased, `stays-${mode}@example.org`].map((email) =>
      host('', identify(email)),
    );
    let open = (): void => {};
    gate.opens = new Promise((resolve) => {
      open = resolve;
    });
    const before = requests.length;
    const { migrationId } = await owner.insignia.migrations.create({
      ...{ source: 'openbadges2', issuerId: issuer, file: ['url', ...addresses].join('\n') },
      ...(mode === 'hold' ? { mode } : reissue(addresses.join())),
    });
    await waitForCondition('the host is asked', async () => requests.length >= before + 2);
    await owner.insignia.credentials.delete({ awardId });
    open();
    const done = await finish(migrationId);
    assert.deepEqual([done.created, done.skipped, done.failed], [1, 1, 0], JSON.stringify(done));
    await db.write((trx) => cleanUpMoveIns(trx, { now: clock.now(), oldest: new Date(0) }));
    const { rows } = await sql`
      select 1 from move_in_erasures where move_in_id = ${migrationId}`.execute(db);
    assert.equal(rows.length, 0);
  }
  const { rows } = await sql`
    select 1 from credentials where recipient_email ilike ${erased}
    union all select 1 from offered_credentials where address ilike ${erased}`.execute(db);
  assert.equal(rows.length, 0);
});

test('originals that are held are offered to their recipients, who accept or decline them', async (t) => {
  const { host } = await serveDocuments(t);
  const issuer = await createIssuer(owner);
  const email = `holder-${crypto.randomUUID()}@example.org`;
  const { cookie, session } = await signInByCode(instance, email);
  const hold = (file: string, dryRun = false) =>
    moveBadges('openbadges2', file, { issuer, dryRun, mode: 'hold' });
  const file = [
    'url,name,email',
    ...Array.from({ length: 3 }, () => `${host(email)},,${email}`),
    `${host(email)},,`,
    `${host(email, { revoked: true })},,${email}`,
  ].join('\n');
  const dry = await hold(file, true);
  assert.deepEqual([dry.mode, dry.created, dry.skipped, dry.failed], ['hold', 3, 1, 1]);
  assert.deepEqual([dry.badges.length, dry.badges[0]?.isNew], [1, false]);
  const show = async (language = 'en') => {
    const headers = { cookie, accept: 'text/html', 'accept-language': language };
    return (await fetch(`${url}/my`, { headers })).text();
  };
  assert.doesNotMatch(await show(), /Offered to you/);

  const done = await hold(file);
  assert.deepEqual([done.created, done.skipped, done.failed], [3, 1, 1]);
  assert.equal(done.hasRedirects, false, 'the originals stay at their URLs');
  assert.deepEqual(done.badges, [
    { name: 'Hosted badge', badgeId: null, hasPicture: false, isNew: false, rows: 3 },
  ]);
  for (const [language, heading] of Object.entries({
    ...{ en: 'Offered to you', de: 'Ihnen angeboten', fr: 'Badges qui vous sont proposés' },
    ...{ es: 'Insignias que le ofrecen', ar: 'شارات معروضة عليك' },
  }))
    assert.ok((await show(language)).includes(heading), language);
  const html = await show();
  assert.match(html, /Hosted badge.*Old Academy.*Offered by/s);
  const offers = [
    ...html.matchAll(/name="offer" value="([\w-]+)"[^>]*><button[^>]*value="accept"/g),
  ];
  assert.equal(offers.length, 3);
  const [first = '', second = ''] = offers.map(([, id = '']) => id);
  const answer = (act: string, offer: string, as = cookie) =>
    fetch(`${url}/my/import`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ act, offer }) },
      headers: { cookie: as, origin: url, accept: 'text/html', 'accept-language': 'en' },
    });
  const stranger = await signInByCode(instance, `other-${crypto.randomUUID()}@example.org`);
  for (const act of ['accept', 'decline'])
    assert.equal((await answer(act, first, stranger.cookie)).status, 404);
  assert.match((await answer('accept', first)).headers.get('location') ?? '', /done=imported/);
  assert.match((await answer('decline', second)).headers.get('location') ?? '', /done=declined/);
  assert.equal((await answer('accept', first)).status, 404, 'it was answered');
  const own = async () => assertOk(await session('GET', '/my/credentials')).body.items;
  assert.deepEqual(
    (await own()).map(({ badge, source }: { badge: object; source: string }) => [badge, source]),
    [[{ name: 'Hosted badge', image: null }, 'imported']],
  );

  // Both are added: neither signer keeps the other's out.
  const pair = await signPair(email);
  const signed = await moveBadges('openbadges3', pair, { issuer, mode: 'hold' });
  assert.deepEqual([signed.created, signed.existing], [2, 0]);
  const { rows: pairOffers } = await sql<{ id: string }>`
    select id from offered_credentials where move_in_id = ${signed.migrationId}`.execute(db);
  for (const { id } of pairOffers)
    assert.match((await answer('accept', id)).headers.get('location') ?? '', /done=imported/);
  assert.equal((await own()).length, 3);

  const ancient = await signForeign(email, { validFrom: '-009999-01-01T00:00:00Z' });
  const odd = await createZip({
    'ancient.json': JSON.stringify(ancient),
    'usual.json': JSON.stringify(await signForeign(email)),
    'recipients.csv': `file,email\nancient.json,${email}\nusual.json,${email}`,
  });
  const dated = await moveBadges('openbadges3', odd, { issuer, mode: 'hold' });
  assert.deepEqual([dated.status, dated.created], ['completed', 2], JSON.stringify(dated));
  await undo(dated.migrationId);

  const again = await hold(file);
  assert.deepEqual([again.created, again.existing], [0, 3]);
  const undone = await undo(done.migrationId);
  assert.deepEqual([undone.status, undone.removed], ['undone', 2]);
  assert.doesNotMatch(await show(), /Offered to you/);
  assert.equal((await own()).length, 3, 'what was accepted stays');

  const erased = await hold(file);
  assert.equal(erased.created, 2);
  const badgeId = await createBadge(owner, issuerId);
  const { awardId } = await owner.insignia.credentials.issue({
    ...{ badgeId, recipient: { name: 'Ada Lovelace', email }, issuedOn: '2026-03-01' },
  });
  await owner.insignia.credentials.delete({ awardId });
  assert.doesNotMatch(await show(), /Offered to you/);
});

test('links in an export of another service lead to the originals, which are offered', async (t) => {
  const { origin, documents, host } = await serveDocuments(t);
  const issuer = issuerId;
  const email = `linked-${crypto.randomUUID()}@example.org`;
  const { session, cookie } = await signInByCode(instance, email);
  const hosted = host(email);
  const signed = await signForeign(email, { name: 'Signed original' });
  documents.set('/signed', signed);
  const alternate = host(email);
  const head = `<link rel="alternate" type="application/ld+json" href="${alternate}">`;
  documents.set('/page', `<!doctype html><html><head>${head}</head></html>`);
  documents.set('/other-page', '<!doctype html><html><head></head><body>A badge</body></html>');
  documents.set('/inside', new URL('http://10.0.0.1/secret'));
  const row = (old: string, more: Row = {}): Row => ({ badge: 'Linked', email, old, ...more });
  const text = writeFile([
    row(hosted),
    row(`${origin}/signed`),
    row(`${origin}/page`),
    row(hosted),
    row(host(email), { status: 'rejected' }),
    row(host(email, { revoked: true })),
    row(host('someone@example.org')),
    row(`${origin}/other-page`),
    row(`${origin}/missing`),
    row(''),
    row('http://10.0.0.1/badge'),
    row(`${origin}/inside`),
  ]);
  const hold = async (source: 'credly' | 'badgr', file: string, dryRun = false) => {
    const query = { source, mode: 'hold', issuerId: issuer, dryRun } as const;
    return finish((await owner.insignia.migrations.create({ ...query, file })).migrationId);
  };
  const dry = await hold('credly', text, true);
  assert.deepEqual([dry.created, dry.existing, dry.skipped, dry.failed], [3, 1, 2, 6]);
  const done = await hold('credly', text);
  assert.deepEqual([done.created, done.existing, done.skipped, done.failed], [3, 1, 2, 6]);
  assert.deepEqual(
    done.badges.map(({ name, badgeId, rows }) => [name, badgeId, rows]),
    [
      ['Hosted badge', null, 3],
      ['Signed original', null, 1],
    ],
  );
  const remedy = /Download the badge and move in the file, as Open Badges 2\.0 or 3\.0\.$/;
  const expected = [/wasn’t issued to/, remedy, remedy, remedy, /private address/, /HTTP 302/];
  for (const [n, [, field, message]] of readErrors(done).entries()) {
    assert.equal(field, '');
    assert.match(`${message}`, expected[n] ?? /nothing/);
  }
  assert.deepEqual(
    done.errors.map(({ reason }) => reason),
    ['other_recipient', 'no_badge', 'no_badge', 'no_url', 'no_badge', 'no_badge'],
  );
  const { migrationId } = done;
  const repair = await (await owner.insignia.migrations.errorsCsv({ migrationId })).text();
  assert.match(repair, /^﻿?Badge Name,Badge Template ID,.*,Image URL,error\r?\n/);
  assert.equal((await hold('credly', repair)).failed, 6);

  // The same original by its URL, or by an export of another shape, is known.
  const listed = await moveBadges('openbadges2', `url\n${hosted}`, { issuer, mode: 'hold' });
  assert.deepEqual([listed.created, listed.failed], [0, 1], 'its address is hashed');
  const badgr = await hold('badgr', `openBadgeId,recipient email\n${hosted},${email}\n`);
  assert.deepEqual([badgr.created, badgr.existing], [0, 1]);
  const headless = await upload(
    'Name,Email\nAda,ada@example.org',
    `source=badgr&mode=hold&issuerId=${issuer}`,
  );
  assertRefused(headless, 400, 'invalid_request');
  assert.match(JSON.stringify(headless.body), /no column with the URL of the badge/);

  const show = async () =>
    (await fetch(`${url}/my`, { headers: { cookie, accept: 'text/html' } })).text();
  const offers = [...(await show()).matchAll(/name="offer" value="([\w-]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(offers).size, 3);
  for (const offer of new Set(offers)) {
    const body = new URLSearchParams({ act: 'accept', offer: `${offer}` });
    const headers = { cookie, origin: url, accept: 'text/html' };
    const answer = await fetch(`${url}/my/import`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers,
    });
    assert.match(answer.headers.get('location') ?? '', /done=imported/);
  }
  assert.equal(assertOk(await session('GET', '/my/credentials')).body.items.length, 3);
});

test('erasing a recipient removes rows of an export whose originals wait', async (t) => {
  const { host, gate } = await serveDocuments(t);
  const issuer = issuerId;
  const email = `waiting-${crypto.randomUUID()}@example.org`;
  let open = (): void => {};
  gate.opens = new Promise<void>((resolve) => {
    open = resolve;
  });
  const plain = { type: 'email', hashed: false, identity: email };
  const text = writeFile([{ badge: 'Waiting', old: host('', { recipient: plain }), email: '' }]);
  const query = { source: 'credly', mode: 'hold', issuerId: issuer } as const;
  const { migrationId } = await owner.insignia.migrations.create({ ...query, file: text });
  await waitForCondition('the row waits', async () => {
    const { rows } = await sql`
      select 1 from jobs where kind = 'move-in-links' and claimed and run_at > now()`.execute(db);
    return rows.length > 0;
  });
  const badgeId = await createBadge(owner, issuerId);
  const { awardId } = await owner.insignia.credentials.issue({
    ...{ badgeId, recipient: { name: 'Ada Lovelace', email }, issuedOn: '2026-03-01' },
  });
  await owner.insignia.credentials.delete({ awardId });
  open();
  const report = await finish(migrationId);
  assert.deepEqual([report.created, report.skipped], [0, 1], JSON.stringify(report));
});

test('while three accounts wait for hosts that never answer, a fourth imports 100 rows', async (t) => {
  const { host, gate } = await serveDocuments(t);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  gate.opens = promise;
  const started = await Promise.all(
    [1, 2, 3].map(async () => {
      const by = await createOwner(instance, 'pro');
      const file = Array.from({ length: 12 }, () => host('ada@example.org')).join('\n');
      const query = { source: 'openbadges2', mode: 'hold' } as const;
      const issuerId = await createIssuer(by);
      return { by, ...(await by.insignia.migrations.create({ ...query, issuerId, file })) };
    }),
  );
  await waitForCondition('all three wait at the same time', async () => {
    const { rows } = await sql`
      select 1 from jobs where kind = 'move-in-badges' and claimed and run_at > now()
        and account_id = any(${started.map(({ by }) => by.accountId)}::uuid[])`.execute(db);
    return rows.length === started.length;
  });
  const other = await createOwner(instance, 'pro');
  const badgeId = await createBadge(other, await createIssuer(other));
  const rows = Array.from(
    { length: 100 },
    (_, n) => `Ada Lovelace,person-${n}@example.org,2026-03-01`,
  );
  const { importId } = await other.insignia.imports.create({
    ...{ badgeId, file: ['name,email,issuedOn', ...rows].join('\n') },
  });
  const read = () => other.insignia.imports.get({ importId });
  await waitForCondition('the import ends', async () => (await read()).status === 'completed');
  assert.equal((await read()).issued, 100);
  for (const { by, migrationId } of started) {
    const { info } = assertOk(await by.api('POST', `/migrations/${migrationId}/cancel`)).body;
    assert.equal(info.status, 'cancelled');
  }
  answer();
});

test('an account waits for silent hosts in one migration at a time', async (t) => {
  const { host, gate } = await serveDocuments(t);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  gate.opens = promise;
  const by = await createOwner(instance, 'pro');
  const query = { mode: 'hold', issuerId: await createIssuer(by) } as const;
  const email = 'silent@example.org';
  const urls = Array.from({ length: 4 }, () => host(email));
  const files = {
    openbadges2: urls.join('\n'),
    credly: writeFile(urls.map((old) => ({ badge: 'Silent', old, email }))),
  };
  const started = await Promise.all(
    (['openbadges2', 'credly'] as const).map((source) =>
      by.insignia.migrations.create({ ...query, source, file: files[source] }),
    ),
  );
  const countRunning = async () => {
    const { rows } = await sql`
      select 1 from jobs where claimed and run_at > now() and account_id = ${by.accountId}`.execute(
      db,
    );
    return rows.length;
  };
  await waitForCondition('one waits', async () => (await countRunning()) > 0);
  // Workers look for jobs again.
  assert.equal((await move(writeFile(people(1, 'beside-silent')))).created, 1);
  assert.equal(await countRunning(), 1);
  for (const { migrationId } of started)
    assertOk(await by.api('POST', `/migrations/${migrationId}/cancel`));
  answer();
});

test('3 offers of each account are shown, and pages for the others', async (t) => {
  const { host } = await serveDocuments(t);
  const email = `crowded-${crypto.randomUUID()}@example.org`;
  const { cookie } = await signInByCode(instance, email);
  const issuer = await createIssuer(owner, { name: 'Eager School' });
  const file = `url,name,email\n${host(email)},,${email}`;
  assert.equal((await moveBadges('openbadges2', file, { issuer, mode: 'hold' })).created, 1);
  const offers = sql`id, move_in_id, issuer_id, identity, state, address, content, edition, badge_name, created_at`;
  const copy = (from: number, to: number) =>
    sql`insert into offered_credentials (${offers})
      select uuid7_at(now() + n * interval '1 second'), move_in_id, issuer_id, sha256(int4send(n)), state, address, content, edition, badge_name, created_at
      from (select * from offered_credentials where issuer_id = ${issuer} limit 1) o, generate_series(${from}::int, ${to}) n`.execute(
      db,
    );
  await copy(1, 24);
  const others = Array.from({ length: 11 }, (_, n) => ({
    ...{ n, accountId: crypto.randomUUID(), issuerId: crypto.randomUUID(), name: `School ${n}` },
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(others)}) as s(n int, "accountId" uuid, "issuerId" uuid, name text)`;
  await sql`insert into accounts (id, name, plan, created_at) select "accountId", name, 'pro', now() from ${list}`.execute(
    db,
  );
  await sql`insert into issuers (id, account_id, name, url, email, code_hash, verified_at, created_at)
    select "issuerId", "accountId", name, 'https://a.example', 'a@a.example', '', now(), now() from ${list}`.execute(
    db,
  );
  await sql`insert into offered_credentials (${offers})
    select uuid7_at(now() - interval '1 hour' * (1 + n)), move_in_id, "issuerId", identity, state, address, content, edition, s.name, o.created_at
    from ${list} cross join (select * from offered_credentials where issuer_id = ${issuer} limit 1) o`.execute(
    db,
  );
  const show = async (path: string) => {
    const headers = { cookie, accept: 'text/html', 'accept-language': 'en' };
    const html = await (await fetch(new URL(path, url), { headers })).text();
    const link = (text: RegExp) =>
      new RegExp(`<a href="([^"]+)">${text.source}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');
    const count = html.match(/value="accept"/g)?.length ?? 0;
    return { count, link, next: link(/More offers/) };
  };
  const first = await show('/my');
  assert.equal(first.count, 3 + 9);
  const eager = await show(first.link(/22 more from .Eager School./) ?? '/missing');
  assert.equal(eager.count, 20);
  assert.equal((await show(eager.next ?? '/missing')).count, 5);
  const second = await show(first.next ?? '/missing');
  assert.deepEqual([second.count, second.next], [2, undefined]);
  assert.equal(second.link(/All offers/), '/my');
  assert.equal((await show('/my?offersFrom=x&offersBefore=y')).count, first.count);
  await copy(25, 1_100);
  const full = await show('/my');
  assert.equal(full.count, first.count);
  assert.ok(full.link(/1,000\+ more from .Eager School./));
  // An account that is being deleted offers nothing more.
  const leaving = others.at(-1);
  const { rows: offered } = await sql<{ id: string }>`
    select id from offered_credentials where issuer_id = ${leaving?.issuerId}`.execute(db);
  await sql`insert into leaving_accounts values (${leaving?.accountId}, now())`.execute(db);
  assert.equal((await show(full.next ?? '/missing')).count, 1);
  assert.equal((await show(`/my?offersFrom=${leaving?.issuerId}`)).count, 0);
  const browser = createTestClient(url, { accept: 'text/html', cookie, origin: url });
  const accepted = await browser('POST', '/my/import', `act=accept&offer=${offered[0]?.id}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(accepted.status, 404);
});

test('a paused migration waits, and once resumed issues each badge once, also beside its first job', async (t) => {
  const issuer = await createIssuer(owner);
  const { migrationId, open, count } = await startHalf(t, { issuer });
  const paused = assertOk(await order(migrationId, 'pause')).body.info;
  assert.deepEqual([paused.status, paused.created, paused.finishedAt], ['paused', 8, null]);
  assert.equal(assertOk(await order(migrationId, 'pause')).body.info.status, 'paused');
  for (const _ of [1, 2, 3]) {
    assert.equal(assertOk(await order(migrationId, 'resume')).body.info.status, 'queued');
    assertOk(await order(migrationId, 'resume'));
    assertOk(await order(migrationId, 'pause'));
  }
  // The job of the start still waits for the host, beside those of the resumptions.
  assertOk(await order(migrationId, 'resume'));
  open();
  const done = await finish(migrationId);
  assert.deepEqual([done.status, done.created, done.existing], ['completed', 12, 0]);
  assert.equal((await list(done.badges[0]?.badgeId ?? '')).length, 12);
  assert.ok(count() <= 5, `${count()} requests for one badge`);
  for (const what of ['pause', 'resume', 'cancel'] as const)
    assertRefused(await order(migrationId, what), 409, 'migration_finished');
  const stranger = await createOwner(instance);
  const asStranger = await stranger.api('POST', `/migrations/${migrationId}/pause`);
  assertRefused(asStranger, 404, 'migration_not_found');
});

test('a migration that fails half-way is undone', async (t) => {
  const { migrationId, open } = await startHalf(t);
  const verify = (at: Date | null) =>
    sql`update issuers set verified_at = ${at} where id = ${issuerId}`.execute(db);
  await verify(null);
  open();
  const failed = await finish(migrationId);
  await verify(clock.now());
  assert.deepEqual([failed.status, failed.created], ['failed', 8]);
  const undone = await undo(migrationId);
  assert.deepEqual([undone.status, undone.removed, undone.undoUntil], ['undone', 8, null]);
});

test('rows whose verification ends after a pause are left out, and undoing removes the others', async (t) => {
  const { migrationId, file, open } = await startHalf(t);
  const running = await order(migrationId, 'undo');
  assertRefused(running, 409, 'migration_not_undoable');
  const paused = assertOk(await order(migrationId, 'pause')).body.info;
  assert.ok(paused.undoUntil > paused.createdAt);
  open();
  await waitForCondition('its job has ended', async () => {
    const { rows } = await sql`
      select 1 from jobs where kind like 'move-in%' and payload->>'moveInId' = ${migrationId}`.execute(
      db,
    );
    return rows.length === 0;
  });
  const later = await owner.insignia.migrations.get({ migrationId });
  assert.deepEqual([later.status, later.created], ['paused', 8]);
  const undone = await undo(migrationId);
  assert.deepEqual([undone.status, undone.created, undone.removed], ['undone', 8, 8]);
  const { rows } = await sql`select 1 from move_in_rows where move_in_id = ${migrationId}`.execute(
    db,
  );
  assert.deepEqual(rows, []);
  assertRefused(await order(migrationId, 'resume'), 409, 'migration_finished');
  const again = await moveBadges('openbadges2', file);
  assert.deepEqual([again.created, again.existing], [12, 0]);
});

test('a canceled migration keeps what it offered until it is undone, and blocks no other', async (t) => {
  const { migrationId, open } = await startHalf(t, { mode: 'hold' });
  const cancelled = assertOk(await order(migrationId, 'cancel')).body.info;
  open();
  assert.deepEqual([cancelled.status, cancelled.created], ['cancelled', 8]);
  assert.ok(cancelled.finishedAt && cancelled.undoUntil);
  assert.equal(assertOk(await order(migrationId, 'cancel')).body.info.status, 'cancelled');
  assertRefused(await order(migrationId, 'resume'), 409, 'migration_finished');
  const undone = await undo(migrationId);
  assert.deepEqual([undone.status, undone.removed], ['undone', 8]);
});

test('originals of an export are offered once after a pause, and stay offered after a cancel, until undone', async (t) => {
  const options = { mode: 'hold', source: 'credly' } as const;
  const first = await startHalf(t, options);
  const paused = assertOk(await order(first.migrationId, 'pause')).body.info;
  assert.deepEqual([paused.status, paused.created], ['paused', 8]);
  assert.equal(assertOk(await order(first.migrationId, 'resume')).body.info.status, 'queued');
  first.open();
  const done = await finish(first.migrationId);
  assert.deepEqual([done.status, done.created, done.existing], ['completed', 12, 0]);
  assert.equal((await undo(first.migrationId)).removed, 12);

  const second = await startHalf(t, options);
  const cancelled = assertOk(await order(second.migrationId, 'cancel')).body.info;
  second.open();
  assert.deepEqual([cancelled.status, cancelled.created], ['cancelled', 8]);
  assert.equal((await undo(second.migrationId)).removed, 8);
});

test('failed rows of a migration that was canceled on its sixth day stay for 7 more days', async () => {
  const wrong = people(2, 'sixth', { badge: 'Sixth', email: 'not-an-address' });
  const { migrationId } = await move(writeFile(wrong));
  const clean = () =>
    db.write((trx) => {
      const oldest = new Date(Date.now() - 7 * 86_400_000);
      return cleanUpMoveIns(trx, { now: new Date(), oldest });
    });
  const read = () => owner.api('GET', `/migrations/${migrationId}/errors.csv`);
  const end = (created: string, finished: string) =>
    sql`update move_ins set status = 'cancelled', created_at = now() - ${created}::interval,
      finished_at = now() - ${finished}::interval where id = ${migrationId}`.execute(db);
  await end('8 days', '2 days');
  await clean();
  assert.equal(
    assertOk(await read())
      .text.trim()
      .split('\n').length,
    3,
  );
  await end('14 days', '8 days');
  assertRefused(await read(), 410, 'failed_rows_gone');
  await clean();
  await end('0 days', '0 days');
  const { rows } = await sql`select 1 from move_in_rows where move_in_id = ${migrationId}`.execute(
    db,
  );
  assert.deepEqual(rows, []);
});

test('a download of failed rows fails, rather than looking complete, if they expire meanwhile', async () => {
  const wrong = people(1_500, 'expiring', { badge: 'Expiring', email: 'not-an-address' });
  const { migrationId, failed } = await move(writeFile(wrong));
  assert.equal(failed, 1_500);
  const download = async () => {
    const headers = { 'x-api-key': owner.key };
    const answer = await fetch(`${url}/migrations/${migrationId}/errors.csv`, { headers });
    assert.equal(answer.status, 200);
    return (await answer.text()).trim().split('\n').length;
  };
  assert.equal(await download(), 1_501);
  // They expire in the request for the second page, of which the clean-up leaves some.
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let isBefore = true;
  const expire = async () => {
    await sql`update move_ins set finished_at = now() - interval '8 days' where id = ${migrationId}`.execute(
      db,
    );
    await sql`delete from move_in_rows where move_in_id = ${migrationId} and row > 1200`.execute(
      db,
    );
  };
  const watched = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...args: unknown[]) {
      const [query, list] = args;
      const { text, values } = (
        typeof query === 'string' ? { text: query, values: list } : query
      ) as { text: string; values?: unknown[] };
      if (!isBefore || !/from move_in_rows r join/.test(text) || values?.[1] === 0)
        return send.apply(this, args);
      isBefore = false;
      return expire().then(() => send.apply(this, args));
    },
  );
  await assert.rejects(download().finally(() => watched.mock.restore()));
  assert.equal(isBefore, false);
  const gone = await owner.api('GET', `/migrations/${migrationId}/errors.csv`);
  assertRefused(gone, 410, 'failed_rows_gone');
});

test('failed rows of a migration that failed stay for 7 days', async () => {
  const wrong = people(2, 'staying', { badge: 'Staying', email: 'not-an-address' });
  const { migrationId } = await move(writeFile(wrong));
  const clean = (oldest: Date) =>
    db.write((trx) => cleanUpMoveIns(trx, { now: clock.now(), oldest }));
  const count = async () => {
    const { rows } =
      await sql`select 1 from move_in_rows where move_in_id = ${migrationId}`.execute(db);
    return rows.length;
  };
  await sql`update move_ins set status = 'failed' where id = ${migrationId}`.execute(db);
  await clean(new Date(0));
  assert.equal(await count(), 2);
  await clean(new Date(Date.now() + 60_000));
  assert.equal(await count(), 0);
});

test('a paused migration is canceled after 7 days, without its rows, and can be undone', async (t) => {
  const { migrationId, open } = await startHalf(t);
  const { createdAt } = assertOk(await order(migrationId, 'pause')).body.info;
  open();
  const [old, young] = [8, 6].map((days) => new Date(clock.now().getTime() - days * 86_400_000));
  const clean = () =>
    db.write((trx) => {
      const oldest = new Date(clock.now().getTime() - 7 * 86_400_000);
      return cleanUpMoveIns(trx, { now: clock.now(), oldest });
    });
  const setAge = (at: Date | string | undefined) =>
    sql`update move_ins set created_at = ${at} where id = ${migrationId}`.execute(db);
  const read = () => owner.insignia.migrations.get({ migrationId });
  await setAge(young);
  await clean();
  assert.equal((await read()).status, 'paused');
  await setAge(old);
  await clean();
  const { status, created, undoUntil } = await read();
  assert.deepEqual([status, created], ['cancelled', 8]);
  assert.ok(undoUntil && Date.parse(undoUntil) > clock.now().getTime());
  const { rows } = await sql`select 1 from move_in_rows where move_in_id = ${migrationId}`.execute(
    db,
  );
  assert.deepEqual(rows, []);
  assert.equal((await undo(migrationId)).removed, 8);
  await setAge(createdAt);
});

test('erasing a recipient removes their rows from waiting and failed files', async () => {
  const email = 'erased-0@example.org';
  const done = await move(writeFile([{ ...people(1, 'erased')[0], day: 'never' }]));
  assert.equal(done.failed, 1);
  const badgeId = await createBadge(owner, issuerId);
  const { awardId } = await owner.insignia.credentials.issue({
    ...{ badgeId, recipient: { name: 'Ada Lovelace', email }, issuedOn: '2026-03-01' },
  });
  await owner.insignia.credentials.delete({ awardId });
  assert.deepEqual(
    (await owner.insignia.migrations.get({ migrationId: done.migrationId })).errors,
    [],
  );
});

/** The domain counts as verified by its TXT record. */
async function ownDomain({ accountId }: Owner, domain: string): Promise<void> {
  await sql`insert into sso_domains (id, account_id, domain, written, token, created_at, verified_at, checked_at)
    values (gen_random_uuid(), ${accountId}, ${domain}, ${domain}, 'token', now(), now(), now())`.execute(
    db,
  );
}
const toFile = (rows: string[][]) => ['host,path,id', ...rows.map((row) => row.join())].join('\n');
const redirect = (rows: string[][], by = owner, others: 'remove' | 'keep' = 'remove') =>
  by.insignia.redirects.replace({ file: toFile(rows), others });
const putFile = (text: string | Buffer, by = owner) =>
  by.api('PUT', '/redirects', text, { 'content-type': 'text/csv' });
/** Where an old URL leads, or undefined if it isn't redirected. */
async function follow(host: string, path: string): Promise<string | undefined> {
  const { statusCode, headers } = await visitHost(url, host, path);
  return statusCode === 308 ? headers.location : undefined;
}

test('old URLs redirect to documents of the account until the file leaves them out', async () => {
  const one = await createOwner(instance, 'pro');
  const issuer = await createIssuer(one);
  const badge = await createBadge(one, issuer);
  const award = await issueAward(one, badge);
  const [host, domain] = ['badges.school.example', 'school.example'];
  await ownDomain(one, domain);
  assert.equal(await follow(host, '/assertions/1'), undefined);
  const rows = [
    ['Badges.School.example', '/assertions/1', award],
    [host, '/badge.php?b=ä&action=1', `${url}/certify-badge/badge/${badge}`],
    [host, '/badge.php', issuer],
    [host, '/badge.php', issuer],
  ];
  assert.deepEqual(await redirect(rows, one), { total: 3, added: 3, changed: 0, removed: 0 });
  const [credential, ofBadge, ofIssuer] = [
    `${url}/certify-badge/award/${award}`,
    `${url}/certify-badge/badge/${badge}`,
    `${url}/certify-badge/issuer/${issuer}`,
  ];
  const { statusCode, headers } = await visitHost(url, `${host}:443`, '/assertions/1');
  assert.deepEqual([statusCode, headers.location], [308, credential]);
  assert.equal(headers['cache-control'], 'public, max-age=300');
  assert.equal(headers['access-control-allow-origin'], '*');
  const visit = async (method: string, path: string) =>
    (await visitHost(url, host, path, { method })).statusCode;
  assert.equal(await visit('HEAD', '/assertions/1'), 308);
  assert.equal(await follow(host, '/assertions/1?v=2_0'), credential);
  assert.equal(await follow(host, '/badge.php?b=%c3%a4&action=1'), ofBadge);
  assert.equal(await follow(host, '/badge.php?b=other'), ofIssuer);
  for (const [other, path] of [
    [host, '/assertions/2'],
    [host, '/Assertions/1'],
    [domain, '/assertions/1'],
    [new URL(url).host, '/assertions/1'],
  ] as const)
    assert.equal(await follow(other, path), undefined, `${other}${path}`);
  assert.equal(await visit('POST', '/assertions/1'), 404);
  assert.equal(await visit('GET', '/healthz'), 200);

  const text = await (await one.insignia.redirects.exportCsv()).text();
  assert.equal(
    text.replace('\uFEFF', ''),
    `host,path,id\n${host},/assertions/1,${credential}\n${host},/badge.php,${ofIssuer}\n${host},/badge.php?b=%C3%A4&action=1,${ofBadge}\n`,
  );
  const personal = [
    [host, '/people/charles-b', award],
    [host, '/of/1?identity__email=Charles%40example.org', badge],
    [host, '/charles', badge],
  ];
  assert.equal((await redirect(personal, one, 'keep')).total, 6);
  // A lost domain and an erased credential don't stop redirects, nor uploading the download again.
  await sql`delete from sso_domains where domain = ${domain}`.execute(db);
  await one.insignia.credentials.delete({ awardId: award });
  const same = await one.insignia.redirects.replace({ file: text });
  assert.deepEqual(same, { total: 3, added: 0, changed: 0, removed: 1 }, 'two named the recipient');
  const gone = (await follow(host, '/assertions/1')) ?? '';
  assert.equal((await fetch(gone, { headers: { accept: 'application/json' } })).status, 410);

  await ownDomain(one, domain);
  const changed = await redirect([[host, '/assertions/1', badge]], one, 'keep');
  assert.deepEqual(changed, { total: 3, added: 0, changed: 1, removed: 0 });
  assert.equal(await follow(host, '/assertions/1'), ofBadge);
  assert.deepEqual(await redirect([], one), { total: 0, added: 0, changed: 0, removed: 3 });
  assert.equal(await follow(host, '/assertions/1'), undefined);
});

test('erasing a person deletes old URLs with a name from before a correction, and odd addresses', async () => {
  const one = await createOwner(instance, 'pro');
  const badge = await createBadge(one, await createIssuer(one));
  const host = 'names.example';
  await ownDomain(one, host);
  const issue = (name: string, email: string) =>
    issueAward(one, badge, { recipient: { name, email } });
  const corrected = await issue('Bob Smith', 'bob@old.example');
  const other = await issue('Sam Neil', "o'neil@old.example");
  const paths = ['/bob-smith/1', '/ann-smith/1', '/1'];
  const query = "/of?email=o'neil@old.example";
  await redirect([...paths.map((path) => [host, path, corrected]), [host, query, badge]], one);
  await one.insignia.credentials.correct({
    awardId: corrected,
    recipient: { name: 'Ann Smith', email: 'ann@new.example' },
  });
  const { items, earlierAddresses = [] } = await one.insignia.recipients.list({
    search: 'old.example',
  });
  const ids = [...items, ...earlierAddresses].map(({ recipientId }) => recipientId);
  assert.equal(ids.length, 2);
  for (const path of [...paths, query]) assert.ok(await follow(host, path), path);
  for (const recipientId of ids) {
    const { jobId } = await one.insignia.recipients.erase({ recipientId });
    await waitForCondition(
      'erased',
      async () => (await one.insignia.jobs.get({ jobId })).finishedAt !== null,
    );
  }
  assert.equal((await fetch(`${url}/certify-badge/award/${other}`)).status, 410);
  const left = await (await one.insignia.redirects.exportCsv()).text();
  assert.deepEqual(
    [...left.matchAll(/^names\.example,(.*),/gm)].map(([, path]) => path),
    ['/1', '/ann-smith/1'],
  );
  assert.equal(await follow(host, '/bob-smith/1'), undefined, 'not cached either');
});

test('a file waits for an erasure, and then its credential is unknown', async () => {
  const one = await createOwner(instance, 'pro');
  const awardId = await issueAward(one, await createBadge(one, await createIssuer(one)));
  await ownDomain(one, 'racing.example');
  const answer = await db.write(async (trx) => {
    await sql`select 1 from credentials where id = ${awardId} for update`.execute(trx);
    const put = putFile(toFile([['racing.example', '/ada', awardId]]), one);
    await waitUntilBlocked(db);
    await sql`delete from credentials where id = ${awardId}`.execute(trx);
    return { put };
  });
  const refused = await answer.put;
  assertRefused(refused, 400, 'invalid_request', 'row 2');
});

test('a file with an address of somebody who is being erased goes before the erasure', async () => {
  const one = await createOwner(instance, 'pro');
  const badge = await createBadge(one, await createIssuer(one));
  await ownDomain(one, 'overlap.example');
  const recipient = { name: 'Ann Smith', email: 'ann.smith@example.org' };
  const awardId = await issueAward(one, badge, { recipient });
  const rows = [
    ['overlap.example', '/of/ann.smith@example.org', badge],
    ['overlap.example', '/of/joann.smith@example.org', badge],
  ];
  const { put, erase } = await db.write(async (trx) => {
    await sql`select 1 from account_usage where account_id = ${one.accountId} for update`.execute(
      trx,
    );
    const put = redirect(rows, one);
    await waitUntilBlocked(db);
    const erase = one.insignia.credentials.delete({ awardId });
    await Promise.race([erase, waitUntilBlocked(db, 2)]);
    return { put, erase };
  });
  assert.equal((await put).added, 2);
  await erase;
  const left = await (await one.insignia.redirects.exportCsv()).text();
  assert.deepEqual(
    [...left.matchAll(/^overlap\.example,(.*),/gm)].map(([, path]) => path),
    ['/of/joann.smith@example.org'],
  );
});

test('erasing an address deletes every old URL in which it is a word', async () => {
  const one = await createOwner(instance, 'pro');
  const badge = await createBadge(one, await createIssuer(one));
  const host = 'words.example';
  await ownDomain(one, host);
  const recipients = ['ann@example.org', 'jörg@müller.example'];
  const named = [
    '/to/jörg@müller.example',
    '/to/jörg@xn--mller-kva.example',
    '/by/bob@example.org/to/ann@example.org',
    '/to/Ann@example.org.json',
    '/to/ann%40example.org.html?v=2',
    '/login?next=%2Fto%2Fann%40example.org%2F1',
    '/of?ids=1%3Bann@example.org',
    '/to/ann@example.org.jpg',
    '/to/Ann%40example%2Eorg.webp',
    '/to/j%F6rg%40m%FCller.example',
    '/to/J%D6rg@m%C3%BCller%2eexample.JPEG?v=2',
  ];
  const others = [
    '/by/bob@example.org/to/joann@example.org',
    '/of/ann@example.org.uk',
    '/of/ann@example.org-1',
  ];
  await redirect(
    [...named, ...others].map((path) => [host, path, badge]),
    one,
  );
  for (const email of recipients) {
    const awardId = await issueAward(one, badge, { recipient: { name: 'Ann Smith', email } });
    await one.insignia.credentials.delete({ awardId });
  }
  const left = await (await one.insignia.redirects.exportCsv()).text();
  assert.deepEqual(
    [...left.matchAll(/^words\.example,(.*),/gm)].map(([, path]) => path),
    others.toSorted(),
  );
});

test('redirects need a verified domain and own targets, and a file with an error changes nothing', async () => {
  const [one, other] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const issuer = await createIssuer(one);
  const foreign = await createIssuer(other);
  await ownDomain(one, 'college.example');
  await ownDomain(other, 'art.college.example');
  const host = 'badges.college.example';
  const long = `/${'x'.repeat(1_000)}`;
  const refuse = async (rows: string[][], reasons: RegExp[], by = one) => {
    const answer = await putFile(toFile(rows), by);
    assertRefused(answer, 400, 'invalid_request');
    const found: { path: string; message: string }[] = answer.body.details;
    assert.equal(found.length, reasons.length, answer.text);
    for (const [at, reason] of reasons.entries()) assert.match(found[at]?.message ?? '', reason);
  };
  const own = new URL(url).hostname;
  await refuse(
    [
      [host, '/good', issuer],
      ['127.0.0.1', '/a', issuer],
      [host, 'https://elsewhere.example/', issuer],
      [host, '/a#b', issuer],
      [host, long, issuer],
      [host, '/a', 'https://elsewhere.example/a'],
      [host, '/good', badgeOfNobody],
    ],
    [/^host must be a domain/, /^path/, /^path/, /^path/, /^id must be the ID/, /in row 2/],
  );
  await refuse([[own, '/a', issuer]], [/^host/]);
  await refuse(
    [
      [host, '/good', issuer],
      ['elsewhere.example', '/a', issuer],
      ['x.art.college.example', '/a', issuer],
      ['notcollege.example', '/a', issuer],
      [host, '/b', foreign],
      [host, '/c', badgeOfNobody],
    ],
    [/verified/, /verified/, /verified/, /^id must be of/, /^id must be of/],
  );
  assert.equal(await follow(host, '/good'), undefined, 'nothing of a refused file is stored');
  for (const text of ['', 'host,path\na,b\n', Buffer.from([0xff, 0xfe, 0x41])])
    assertRefused(await putFile(text, one), 400, 'invalid_request', 'file');
  const rows = Array.from({ length: redirectLimits.rows + 1 }, (_, n) => [host, `/${n}`, issuer]);
  assertRefused(await putFile(toFile(rows), one), 400, 'invalid_request', 'file');

  // The host's proven owner decides what its addresses lead to, and each account sees its own.
  const old = ['art.college.example', '/a'];
  await sql`insert into redirects values (${old[0]}, ${old[1]}, ${one.accountId}, 'issuer', ${issuer}, now())`.execute(
    db,
  );
  assert.equal(await follow('art.college.example', '/a'), undefined);
  await redirect(
    [
      [host, '/good', issuer],
      [...old, issuer],
    ],
    one,
  );
  const reply = await redirect([[...old, foreign]], other);
  assert.deepEqual(reply, { total: 1, added: 1, changed: 0, removed: 0 });
  assert.match((await follow('art.college.example', '/a')) ?? '', new RegExp(foreign));
  assert.ok(!(await (await one.insignia.redirects.exportCsv()).text()).includes('art.college'));
  assert.match(
    (await follow(host, '/good')) ?? '',
    new RegExp(issuer),
    'others’ files change nothing',
  );

  await sql`insert into leaving_accounts values (${other.accountId}, now())`.execute(db);
  assert.equal(await follow('art.college.example', '/a?fresh'), undefined);
  await sql`delete from leaving_accounts where id = ${other.accountId}`.execute(db);
});

test('redirects end when another account verifies their domain, and its file deletes them', async () => {
  const [before, after] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const [issuer, own] = [await createIssuer(before), await createIssuer(after)];
  const [domain, host] = ['moved.example', 'badges.moved.example'];
  await ownDomain(before, domain);
  const leadsTo = async (path: string, target: string) =>
    ((await follow(host, path)) ?? '').includes(target);
  await redirect(
    ['/a', '/b', '/c'].map((path) => [host, path, issuer]),
    before,
  );
  // An issuer that moved to another account keeps its old URLs.
  await sql`update redirects set account_id = ${owner.accountId}, proven_by = account_id
    where host = ${host} and path = '/c'`.execute(db);
  assert.ok(await leadsTo('/a?cached', issuer));
  assert.ok(await leadsTo('/c?1', issuer));

  // Another account verifies the part of the domain below which the host is.
  await ownDomain(after, host);
  for (const path of ['/a?2', '/b?2', '/c?2']) assert.equal(await follow(host, path), undefined);
  assert.deepEqual(await redirect([[host, '/a', own]], after, 'keep'), {
    ...{ total: 1, added: 1, changed: 0, removed: 0 },
  });
  assert.ok(await leadsTo('/a?3', own));
  const reply = await redirect([[host, '/a', own]], after);
  assert.deepEqual(reply, { total: 1, added: 0, changed: 0, removed: 2 });
  assert.deepEqual(await redirect([], before), { total: 0, added: 0, changed: 0, removed: 0 });

  // Cached answers end with the domain that allowed them.
  assert.ok(await leadsTo('/a', own));
  assertOk(await after.session('DELETE', `/sso/domains/${host}`));
  await waitForCondition('no redirect', async () => !(await leadsTo('/a', own)));

  // A file of the account that verified the domain leaves what moved to another account.
  assert.equal((await redirect([[host, '/d', issuer]], before)).removed, 1);
  await sql`update redirects set account_id = ${owner.accountId}, proven_by = account_id
    where host = ${host} and path = '/d'`.execute(db);
  assert.deepEqual(await redirect([[host, '/e', issuer]], before), {
    ...{ total: 1, added: 1, changed: 0, removed: 0 },
  });
  assert.ok(await leadsTo('/d', issuer));
});

test('the old URLs of a migration become redirects, without those of what is gone', async () => {
  const one = await createOwner(instance, 'pro');
  const issuer = await createIssuer(one);
  const host = 'badges.academy.example';
  await ownDomain(one, 'academy.example');
  const paths = ['/1', '/2?v=ä,b', '/3', '/4', '/', '/5#x', `/${'x'.repeat(1_000)}`];
  const olds = paths.map((path) => `"https://${host}${path}"`);
  const others = [
    `http://${host}:8080/1`,
    'http://10.0.0.1/a',
    'none',
    '',
    `https://${host}/badge`,
  ];
  const rows = [...olds, ...others].map((old, n) => ({
    ...{ badge: 'First URL', id: `https://${host}/badge`, old },
    email: `url-${n}@example.org`,
  }));
  // More than one page of the file.
  const many = people(1_001, 'many').map((row, n) => ({
    ...row,
    old: `https://${host}/many/${n}`,
  }));
  const file = writeFile([...rows.slice(0, -1), ...many]);
  const options = { by: one, issuer };
  const dry = await move(file, { ...options, dryRun: true });
  const download = async (migrationId: string) =>
    (await (await one.insignia.migrations.redirectsCsv({ migrationId })).text()).replace(
      '\uFEFF',
      '',
    );
  assert.deepEqual([dry.hasRedirects, await download(dry.migrationId)], [false, 'host,path,id\n']);

  const done = await move(file, options);
  const { migrationId, created, hasRedirects } = done;
  assert.deepEqual([created, hasRedirects], [1_012, true]);
  const readPaths = (text: string) =>
    [...text.matchAll(/^badges\.academy\.example,(.*),[^,]+$/gm)].map(([, path]) => path);
  const csv = await download(migrationId);
  const found = readPaths(csv).filter((path) => !path?.startsWith('/many/'));
  assert.deepEqual(found.sort(), ['"/2?v=%C3%A4,b"', '/1', '/3', '/4', '/badge'].sort());
  assert.equal(csv.trim().split('\n').length, 1 + 1_001 + found.length, 'only rows of this host');
  const upload = await one.insignia.redirects.replace({ file: csv });
  assert.deepEqual(upload, { total: 1_006, added: 1_006, changed: 0, removed: 0 });
  const find = async (search: string) =>
    (await one.insignia.credentials.list({ filter: { search } })).awards[0]?.id ?? '';
  const [second, third, fourth] = await Promise.all([1, 2, 3].map((n) => find(`url-${n}@`)));
  assert.equal(await follow(host, '/2?v=%c3%a4,b'), second);
  assert.equal(await follow(host, '/many/1000'), await find('many-1000@'));
  const badgeId = done.badges.find(({ name }) => name === 'First URL')?.badgeId;
  assert.equal(await follow(host, '/badge'), badgeId);

  // A credential's URL counts before the same URL of its badge.
  const again = await move(writeFile(rows.slice(-1)), options);
  const { awards } = await one.insignia.credentials.list({ filter: { search: 'url-11@' } });
  assert.deepEqual(
    [await download(again.migrationId), again.hasRedirects],
    [`host,path,id\n${host},/badge,${awards[0]?.id}\n`, true],
  );

  const path = `/migrations/${migrationId}/redirects.csv`;
  const setStatus = (status: string) =>
    sql`update move_ins set status = ${status} where id = ${migrationId}`.execute(db);
  for (const status of ['queued', 'running', 'paused', 'undoing']) {
    await setStatus(status);
    assertRefused(await one.api('GET', path), 409, 'migration_unfinished');
    assert.equal((await one.insignia.migrations.get({ migrationId })).hasRedirects, false);
  }
  await setStatus('completed');
  assertRefused(await owner.api('GET', path), 404, 'migration_not_found');

  await one.insignia.credentials.delete({ awardId: fourth ?? '' });
  assert.ok(!readPaths(await download(migrationId)).includes('/4'), 'an erased credential');
  await one.insignia.credentials.revoke({ awardId: third ?? '' });
  await one.insignia.migrations.undo({ migrationId });
  const undone = await finish(migrationId, one);
  assert.deepEqual(
    [undone.hasRedirects, readPaths(await download(migrationId))],
    [true, ['/3', '/badge']],
  );
  await one.insignia.credentials.delete({ awardId: third ?? '' });
  const report = await one.insignia.migrations.get({ migrationId });
  assert.deepEqual([report.hasRedirects, await download(migrationId)], [false, 'host,path,id\n']);
});

test('at most 100,000 redirects are stored, also when files arrive at once', async () => {
  const one = await createOwner(instance, 'pro');
  const issuer = await createIssuer(one);
  await ownDomain(one, 'full.example');
  await sql`insert into redirects select 'full.example', '/' || n, ${one.accountId}, 'issuer', ${issuer}, now()
    from generate_series(1, 99998) n`.execute(db);
  const send = (at: number) =>
    one.api('PUT', '/redirects?others=keep', toFile([['full.example', `/new/${at}`, issuer]]), {
      'content-type': 'text/csv',
    });
  const answers = await runConcurrently(4, send);
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 2);
  for (const answer of refused) assertRefused(answer, 409, 'redirect_limit_reached');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from redirects where account_id = ${one.accountId}`.execute(db);
  assert.equal(rows[0]?.n, 100_000);
});

test('migrations are listed newest first, for the own account only', async () => {
  const { items: migrations } = await owner.insignia.migrations.list();
  const times = migrations.map(({ createdAt }) => createdAt);
  assert.deepEqual(times, times.toSorted().reverse());
  const stranger = await createOwner(instance);
  assert.deepEqual((await stranger.insignia.migrations.list()).items, []);
});

test('files that are too large or no CSV, and a repeated key with another file, are refused', async () => {
  const direct = createTestClient(instance.direct, { 'x-api-key': owner.key });
  const large = 'x'.repeat(5 * 1024 * 1024 + 1);
  const tooLarge = await direct('POST', `/migrations?${usual}`, large, {
    'content-type': 'text/csv',
  });
  assertRefused(tooLarge, 413, 'body_too_large');
  const put = await direct('PUT', '/redirects', large, { 'content-type': 'text/csv' });
  assertRefused(put, 413, 'body_too_large');
  const json = await owner.api('POST', `/migrations?${usual}`, { parameters: {} });
  assertRefused(json, 415, 'unsupported_media_type');
  const map = await owner.api('PUT', '/redirects', { parameters: {} });
  assertRefused(map, 415, 'unsupported_media_type');
  const post = (text: string) =>
    owner.api('POST', `/migrations?${usual}`, text, {
      ...{ 'content-type': 'text/csv', 'idempotency-key': 'migration-1' },
    });
  const [one, two] = [writeFile(people(1, 'key-one')), writeFile(people(1, 'key-two'))];
  const { migrationId } = assertOk(await post(one), 202).body.info;
  assert.equal((await post(one)).body.info.migrationId, migrationId);
  assertRefused(await post(two), 409, 'idempotency_key_reused');
  assert.equal((await finish(migrationId)).created, 1);
});
