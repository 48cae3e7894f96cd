// An issuer moves between two installations with the same BASE_URL: one archive, written and read by the
// command line.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { decryptWithPassphrase } from '../../src/features/backup/index.ts';
import {
  archiveTables,
  omittedColumns,
  omittedTables,
} from '../../src/features/issuer-archives/index.ts';
import { type ApiResponse, assertOk, createTestClient } from '../support/client.ts';
import { dataUri, pngBytes } from '../support/images.ts';
import { getInstanceSettings, insigniaProgram, runCommand } from '../support/insignia.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { openTransaction } from '../support/open-transaction.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { sampleDesign } from '../support/samples.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const passphrase = 'a passphrase of both hosts';
const cleanups: (() => Promise<unknown>)[] = [];
let source: Instance;
let target: Instance;
let owner: Owner;
let stranger: Owner;
let heir: Owner;
let resident: Owner;
let home: string;
let archive: string;
let archived: Buffer;
/** The decrypted part of `archived`. */
let opened: string;
const ids = { issuer: '', badge: '', other: '', claim: '', list: '', certificate: '' };
const foreign = { issuer: '', award: '' };
const house = { issuer: '', badge: '', award: '' };
const awards = { signed: '', unsigned: '', expired: '', revoked: '', corrected: '', erased: '' };
const unsubscribed = 'unsubscribed@example.org';

const read = (instance: Instance, path: string) => createTestClient(instance.direct)('GET', path);
const getSettings = (instance: Instance) => ({
  ...getInstanceSettings(instance),
  DATABASE_URL: instance.databaseUrl,
});
const run = (instance: Instance, args: string[], env: Record<string, string> = {}) =>
  runCommand(home, args, {
    input: `${passphrase}\n`,
    env: { ...getSettings(instance), ...env } as NodeJS.ProcessEnv,
  });
const importArgs = (file: string, account = heir.accountId) => [
  ...['issuers', 'import', file, '--account', account, '--passphrase-file', '-', '--json'],
];
async function refuses(instance: Instance, args: string[], words: RegExp, env = {}) {
  const { code, err } = await run(instance, args, env);
  assert.match(err, words);
  assert.equal(code, 4, err);
  assert.equal(err.trim().split('\n').length, 1, err);
}
const isEmpty = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from issuers`.execute(
    target.db,
  );
  const { rows: others } = await sql<{ n: number }>`
    select (select count(*) from credentials)::int + (select count(*) from erased_credentials)::int
      + (select count(*) from issuer_imports)::int + (select count(*) from redirects)::int as n`.execute(
    target.db,
  );
  // The resident's issuer and credential.
  assert.deepEqual([rows[0]?.n, others[0]?.n], [1, 1]);
};

before(async () => {
  const directory = await createTemporaryDirectory();
  cleanups.push(directory.remove);
  home = directory.path;
  source = await startInstance();
  cleanups.push(() => source.stop());
  target = await startInstance({
    ...{ BASE_URL: source.url, SECRET: 'another secret of the other host, long enough' },
  });
  cleanups.push(() => target.stop());
  owner = await createOwner(source, 'pro');
  stranger = await createOwner(source, 'pro');
  heir = await createOwner({ ...target, url: target.direct });
  resident = await createOwner({ ...target, url: target.direct });
  await fillSource();
  await fillTarget();
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function fillSource(): Promise<void> {
  const { insignia } = owner;
  const logo = dataUri(await pngBytes(700, 700, 30));
  ids.issuer = await createIssuer(owner, { logo });
  const issuerId = ids.issuer;
  ids.certificate = (
    await insignia.certificates.create({ issuerId, name: 'Diploma', design: sampleDesign })
  ).certificateId;
  await insignia.issuers.updateBrand({
    ...{ issuerId, accentColor: '#8a1538', website: 'https://school.example', logoDark: logo },
    signatures: [
      { name: 'Ada Lovelace', title: 'Rector', picture: dataUri(await pngBytes(120, 40, 0)) },
    ],
    certificateId: ids.certificate,
  });
  ids.badge = await createBadge(owner, issuerId, {
    image: dataUri(await pngBytes(600, 600, 77)),
    attributes: [{ name: 'Grade', type: 'number', resultType: 'RawScore' }],
    alignment: [{ targetName: 'Poetry', targetUrl: 'https://a.example/1' }],
  });
  ids.other = await createBadge(owner, issuerId, { name: 'Second' });
  awards.signed = await issueAward(owner, ids.badge, { attributes: { Grade: 1.3 } });
  awards.unsigned = await issueAward(owner, ids.badge);
  awards.expired = await issueAward(owner, ids.badge, {
    ...{ issuedOn: '2020-01-01', expires: '2020-02-01' },
  });
  awards.revoked = await issueAward(owner, ids.other);
  awards.corrected = await issueAward(owner, ids.other);
  awards.erased = await issueAward(owner, ids.badge);
  for (const id of [awards.signed, awards.expired, awards.revoked, awards.corrected]) {
    const { body } = assertOk(await read(source, `/credentials/${id}/vc`));
    ids.list = body.credentialStatus.statusListCredential.slice(-36);
  }
  await insignia.badges.update({ badgeId: ids.badge, name: 'Renamed later' });
  await insignia.credentials.revoke({ awardId: awards.revoked, reason: 'issued in error' });
  await insignia.credentials.correct({
    ...{ awardId: awards.corrected, recipient: { email: 'corrected@example.org' } },
  });
  // A correction ends the earlier copy.
  assertOk(await read(source, `/credentials/${awards.corrected}/vc`));
  await insignia.credentials.delete({ awardId: awards.erased });
  await sql`insert into erased_credentials (id, erased_at) values (${erasedLongAgo()}, now())`.execute(
    source.db,
  );
  ids.claim = (await insignia.claims.create({ badgeId: ids.badge })).code;
  await owner.api('PUT', `/badges/${ids.badge}/email-templates`, {
    parameters: { credential: { en: { subject: 'Well done' } } },
  });
  await sql`insert into redirects values ('old.example', '/1', ${owner.accountId}, 'credential', ${awards.signed}, now())`.execute(
    source.db,
  );
  await sql`insert into recipient_requests (id, account_id, credential_id, kind, message, created_at)
    values (gen_random_uuid(), ${owner.accountId}, ${awards.signed}, 'correction', 'Please', now())`.execute(
    source.db,
  );
  await issueAward(owner, ids.badge, { recipient: { name: 'Quiet One', email: unsubscribed } });
  await sql`insert into suppressed_addresses values (${owner.accountId}, sha256(convert_to(${unsubscribed}, 'UTF8')), now())`.execute(
    source.db,
  );
  await fillOtherTables();
  foreign.issuer = await createIssuer(owner, { name: 'Another Office' });
  foreign.award = await issueAward(owner, await createBadge(owner, foreign.issuer), {
    recipient: { name: 'Foreign Person', email: 'foreign@example.org' },
  });
}

/** Rows that take longer to get: of migrations, reminders, confirmed claims and pictures in designs. */
async function fillOtherTables(): Promise<void> {
  const { accountId } = owner;
  const move = crypto.randomUUID();
  const dotted = JSON.stringify({
    ...{ id: 'dotted', type: 'shape', x: 5, y: 5, width: 200, height: 200, rotation: 0 },
    ...{ name: '', locked: false, hidden: false, shape: { kind: 'circle' } },
    stroke: { paint: { type: 'color', color: '#123456' }, width: 0.2, dash: [0.05, 0.05] },
  });
  const picture = sql`(select image_cid from badges where id = ${ids.badge})`;
  for (const statement of [
    sql`insert into certificate_pictures values (${ids.certificate}, 1, ${picture})`,
    // Saved before dashes were limited.
    sql`update certificate_versions set design = jsonb_set(design, '{layers}', design->'layers' || ${dotted}::jsonb)
      where certificate_id = ${ids.certificate}`,
    sql`insert into badge_pictures values (${ids.badge}, ${picture})`,
    sql`insert into issuer_versions values (${ids.issuer}, 0, 'Before', 'https://school.example', 'a@school.example', ${picture}, issuer_brand(p_issuer => ${ids.issuer}))`,
    sql`insert into issuer_version_pictures values (${ids.issuer}, 0, ${picture})`,
    sql`insert into reminder_settings values (${ids.badge}, ${accountId}, now())`,
    sql`insert into reminders values (${awards.signed}, 30, now(), now())`,
    sql`insert into claim_requests (id, claim_id, account_id, credential_id, mail_id, name, email, email_search, created_at)
      select gen_random_uuid(), id, ${accountId}, ${awards.signed}, gen_random_uuid(), 'Ada', 'Ada@example.org', 'ada@example.org', now() from claims where code = ${ids.claim}`,
    // Two requests of one address: earlier versions stored the first by its folded address.
    sql`insert into claim_requests (id, claim_id, account_id, credential_id, mail_id, name, email, email_search, created_at)
      select gen_random_uuid(), id, ${accountId}, null, gen_random_uuid(), 'Weiß', 'weiß@example.org', key, now()
      from claims, unnest(array['weiss@example.org', 'weiß@example.org']) key where code = ${ids.claim}`,
    // Their addresses were erased after a correction.
    sql`insert into claim_requests (id, claim_id, account_id, credential_id, mail_id, name, email, email_search, created_at)
      select request, id, ${accountId}, ${awards.corrected}, gen_random_uuid(), '', '', request::text, now()
      from claims, (select gen_random_uuid() as request from generate_series(1, 2)) r where code = ${ids.claim}`,
    sql`insert into move_ins (id, account_id, issuer_id, person_id, source, mode, status, dry_run, header, columns, date_order, total, created_at, finished_at)
      values (${move}, ${accountId}, ${ids.issuer}, ${owner.personId}, 'moodle', 'reissue', 'completed', false, '{Name}', '{"name":0}', 'ymd', 1, now(), now())`,
    sql`insert into move_in_badges values (${move}, 'poet', 'Poet', 1, ${ids.badge}, true, true)`,
    sql`insert into moved_badges values (${ids.issuer}, 'poet', ${ids.badge})`,
    sql`insert into moved_credentials values (${awards.signed}, ${move}, ${ids.issuer}, sha256('x'), null)`,
    sql`insert into engagement_days values (${awards.signed}, '2026-03-01', 'view', '', 2) on conflict do nothing`,
  ])
    await statement.execute(source.db);
}

/** Another account with an endpoint for everything, and the account that gets the issuer. */
async function fillTarget(): Promise<void> {
  house.issuer = await createIssuer(resident, { name: 'Resident' });
  house.badge = await createBadge(resident, house.issuer);
  house.award = await issueAward(resident, house.badge);
  await heir.insignia.webhooks.create({ url: 'https://nowhere.example/', events: ['*'] });
}

type Entry = { name: string; content: Buffer };
const blockBytes = 512;
const padded = (size: number): number => Math.ceil(size / blockBytes) * blockBytes;

function readTar(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; bytes[at] !== 0; ) {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
    const name = bytes.toString('latin1', at, at + 100).replace(/\0+$/, '');
    entries.push({ name, content: bytes.subarray(at + blockBytes, at + blockBytes + size) });
    at += blockBytes + padded(size);
  }
  return entries;
}

function writeTar(entries: Entry[]): Buffer {
  const parts = entries.flatMap(({ name, content }) => {
    const header = Buffer.alloc(blockBytes);
    header.write(name, 0, 'latin1');
    const octal = (value: number, length: number) =>
      `${value.toString(8).padStart(length - 1, '0')}\0`;
    header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100, 'latin1');
    header.write(octal(content.length, 12) + octal(0, 12), 124, 'latin1');
    header.write('        0', 148, 'latin1');
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc(padded(content.length) - content.length)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

let sealingKey: Buffer | undefined;
/** Like the archive that is altered, with its salt: deriving a key for each costs half a second of CPU. */
function seal(text: string, entries: Entry[]): Buffer {
  const sealed = JSON.parse(String(entries.at(-1)?.content));
  const { N, r, p } = sealed;
  const cost = { N, r, p, maxmem: 256 * 1024 * 1024 };
  sealingKey ??= scryptSync(passphrase, Buffer.from(sealed.salt, 'base64'), 32, cost);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = { iv, tag: cipher.getAuthTag(), data };
  for (const [name, part] of Object.entries(parts)) sealed[name] = part.toString('base64');
  return Buffer.from(JSON.stringify(sealed));
}

/** A host that knows the passphrase could do this: all checksums are right again. */
function forge(change: (entries: Entry[], sealed: SealedPart) => Entry[]): Buffer {
  const all = readTar(archived);
  const sealed = JSON.parse(opened) as SealedPart;
  const entries = change(all.slice(0, -2), sealed);
  const index = entries.map(
    ({ name, content }) =>
      `${JSON.stringify({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })}\n`,
  );
  sealed.index = createHash('sha256').update(index.join('')).digest('hex');
  return writeTar([
    ...entries,
    { name: 'index.ndjson', content: Buffer.from(index.join('')) },
    { name: 'sealed.json', content: seal(JSON.stringify(sealed), all) },
  ]);
}
type SealedPart = { index: string; keys: { id: string; text: string | null }[] };
type Row = Record<string, unknown>;

const readRows = (entries: Entry[], table: string): Row[] =>
  entries
    .filter(({ name }) => name.startsWith(`rows/${table}/`))
    .flatMap(({ content }) => zstdDecompressSync(content).toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
/** Replaces the rows of a table, and their number in the manifest. */
function changeRows(entries: Entry[], table: string, change: (rows: Row[]) => Row[]): Entry[] {
  const rows = change(readRows(entries, table));
  return entries.map((entry) => {
    if (entry.name === 'manifest.json') {
      const manifest = JSON.parse(entry.content.toString());
      manifest.rows[table] = rows.length;
      return { ...entry, content: Buffer.from(JSON.stringify(manifest)) };
    }
    if (!entry.name.startsWith(`rows/${table}/`)) return entry;
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    return { ...entry, content: zstdCompressSync(text) };
  });
}
const editFirst = (table: string, edit: (row: Row) => Row) => (entries: Entry[]) =>
  changeRows(entries, table, ([first = {}, ...rest]) => [edit(first), ...rest]);
const editManifest = (edit: (manifest: Row) => Row) => (entries: Entry[]) =>
  entries.map((entry) =>
    entry.name === 'manifest.json'
      ? {
          ...entry,
          content: Buffer.from(JSON.stringify(edit(JSON.parse(entry.content.toString())))),
        }
      : entry,
  );

test('every table and column is in the archive, or left out with a reason', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      array_agg(a.attname::text) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')
    group by 1 order by 1`.execute(source.db);
  const omitted = Object.values(omittedTables).flat();
  const listed = [...archiveTables.map(({ name }) => name), ...omitted];
  assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted());
  for (const table of archiveTables) {
    const known = [
      ...Object.keys(table.shape.shape),
      ...Object.keys(table.set ?? {}),
      ...Object.keys(table.derive?.({}, new Set()) ?? {}),
      ...(table.hasAccount ? ['account_id'] : []),
      ...(omittedColumns[table.name] ?? []),
    ];
    const { columns = [] } = rows.find(({ name }) => name === table.name) ?? {};
    assert.deepEqual(known.toSorted(), columns.toSorted(), table.name);
  }
});

test('an export that closes the issuer leaves its pages readable and blocks everything else', async () => {
  archive = join(home, 'school.tar');
  await refuses(source, exportArgs(crypto.randomUUID(), archive), /issuer \S+ not found/);
  const { code, out, err } = await run(source, [
    ...exportArgs(ids.issuer, archive),
    '--close',
    '--yes',
  ]);
  assert.equal(code, 0, err);
  const done = JSON.parse(out);
  assert.deepEqual([done.credentials, done.closed, done.lostKeys], [6, true, 0]);
  archived = await readFile(archive);
  assert.equal(archived.length, done.bytes);
  assert.deepEqual(await readdir(home), ['school.tar']);
  await refuses(source, exportArgs(ids.issuer, archive), /school\.tar already exists/);

  await source.waitForInvalidation();
  const credential = { parameters: { reason: 'late' } };
  for (const answer of [
    await owner.api('GET', `/issuers/${ids.issuer}`),
    await owner.api('POST', '/awards', createAwardBodyFor(ids.badge)),
    await owner.api('POST', `/awards/${awards.signed}/revoke`, credential),
    await owner.api('PUT', `/badges/${ids.badge}`, { parameters: { name: 'Late' } }),
  ])
    assert.equal(answer.status, 404, answer.text);
  assertOk(await read(source, `/credentials/${awards.signed}/vc`));
  // Closing fixed the status list entry of a credential that nobody had asked for.
  const { body: unsigned } = assertOk(await read(source, `/credentials/${awards.unsigned}/vc`));
  assert.equal(unsigned.credentialStatus.statusListCredential.slice(-36), ids.list);
  assertOk(await read(source, `/certify-badge/award/${awards.unsigned}`));
  assert.equal((await read(source, `/claim/${ids.claim}`)).status, 410);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where account_id = ${owner.accountId} and target = ${ids.issuer} and by_operator order by id`.execute(
    source.db,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['closeIssuer', 'exportIssuer'],
  );
  const { rows: members } = await sql`
    select 1 from members m join issuers i on i.account_id = m.account_id where i.id = ${ids.issuer}`.execute(
    source.db,
  );
  assert.equal(members.length, 0);
});

test('an archive names nothing of other issuers, members and keys, and no private key', async () => {
  const entries = readTar(archived);
  const text = entries
    .map(({ name, content }) => (name.endsWith('.zst') ? zstdDecompressSync(content) : content))
    .map((content) => content.toString('latin1'))
    .join('\n');
  const { rows } = await sql<{
    key: string;
  }>`select id::text as key from api_keys where account_id = ${owner.accountId}`.execute(source.db);
  const others = [foreign.issuer, foreign.award, 'Foreign Person', 'foreign@example.org'];
  const people = [owner.accountId, owner.personId, stranger.email, ...rows.map(({ key }) => key)];
  for (const secret of [...others, ...people]) assert.ok(!text.includes(secret), secret);
  opened = await decryptWithPassphrase(entries.at(-1)?.content as Buffer, passphrase);
  const sealed = JSON.parse(opened) as SealedPart;
  const keys = JSON.parse(sealed.keys[0]?.text ?? '');
  for (const key of Object.values<string>(keys)) assert.ok(!text.includes(key.slice(-40)));
  assert.ok(text.includes(awards.erased));
  assert.ok(text.includes('corrected@example.org'));
});

test('altered, foreign and truncated archives are refused with one error and leave nothing', async () => {
  const tampered = Buffer.from(archived);
  tampered[archived.length >> 1] = (tampered[archived.length >> 1] ?? 0) ^ 1;
  const rename = (from: RegExp, to: string) => (entries: Entry[]) =>
    entries.map((entry) => (from.test(entry.name) ? { ...entry, name: to } : entry));
  const bomb = (entries: Entry[]) =>
    entries.map((entry) =>
      entry.name.startsWith('rows/credentials/')
        ? { ...entry, content: zstdCompressSync(Buffer.alloc(20_000_000, 'x')) }
        : entry,
    );
  const cases: [string, RegExp, Buffer][] = [
    ['a changed bit', /checksum|unreadable|foreign entry/, tampered],
    ['a missing end', /the end is missing/, archived.subarray(0, archived.length - 700)],
    ['more data', /data after its end/, Buffer.concat([archived, Buffer.alloc(512, 1)])],
    ['no archive', /isn't an archive/, Buffer.alloc(4_096, 'x')],
    ['a path', /foreign entry/, forge(rename(/^rows\/claims/, '../../etc/passwd'))],
    [
      'a table of the account',
      /foreign entry/,
      forge(rename(/^rows\/claims/, 'rows/api_keys/000001.ndjson.zst')),
    ],
    [
      'another order',
      /isn't in its place/,
      forge((all) => [...all.slice(0, 1), ...all.slice(1).reverse()]),
    ],
    ['rows that expand to 20 MB', /too large/, forge(bomb)],
    [
      'fewer rows',
      /number of rows of events/,
      forge(editManifest((m) => ({ ...m, rows: { ...(m.rows as Row), events: 0 } }))),
    ],
    [
      'another BASE_URL',
      /BASE_URL is .* Import it into an installation with BASE_URL=https:\/\/evil/,
      forge(editManifest((m) => ({ ...m, baseUrl: 'https://evil.example' }))),
    ],
    [
      'another release',
      /another release/,
      forge(editManifest((m) => ({ ...m, schema: '0001_auth' }))),
    ],
    ['another format', /has format 2/, forge(editManifest((m) => ({ ...m, format: 2 })))],
    [
      'a foreign column',
      /rows\/credentials.*account_id|Unrecognized/,
      forge(editFirst('credentials', (row) => ({ ...row, account_id: resident.accountId }))),
    ],
    [
      'a script as website',
      /url must be an http or https URL/,
      forge(editFirst('issuers', (row) => ({ ...row, url: 'javascript:alert(1)' }))),
    ],
    [
      "another account's badge",
      /badge_id is of another issuer/,
      forge(editFirst('credentials', (row) => ({ ...row, badge_id: house.badge }))),
    ],
    [
      "another account's credential",
      /events belong to another issuer/,
      forge(editFirst('events', (row) => ({ ...row, credential_id: house.award }))),
    ],
    [
      'an existing credential',
      /credentials already exist here/,
      forge(editFirst('credentials', (row) => ({ ...row, id: house.award }))),
    ],
    [
      'a tombstone of another account',
      /was erased here/,
      forge(
        editFirst('erased_credentials', () => ({
          ...{ id: house.award, erased_at: '2026-03-01T00:00:00+00:00', issuer_id: ids.issuer },
        })),
      ),
    ],
    [
      'a tombstone without issuer of another account',
      /id is of another account/,
      forge(
        editFirst('erased_credentials', (row) => ({ ...row, id: house.award, issuer_id: null })),
      ),
    ],
    [
      'account-wide wording',
      /email_templates.*(?:row|is invalid|Invalid)/,
      forge(editFirst('email_templates', (row) => ({ ...row, badge_id: null }))),
    ],
    [
      'a short status list',
      /bits/,
      forge(editFirst('status_lists', (row) => ({ ...row, bits: '\\x00' }))),
    ],
    [
      'a design without a member that drawing needs',
      /must be a design that this release can draw/,
      forge(
        editFirst('certificate_versions', ({ design, ...row }) => {
          const { bleed: _, ...incomplete } = design as Row;
          return { ...row, design: incomplete };
        }),
      ),
    ],
    [
      'a picture with other content',
      /has other content/,
      forge((all) =>
        all.map((entry) =>
          entry.name.startsWith('pictures/') ? { ...entry, content: Buffer.from('<svg/>') } : entry,
        ),
      ),
    ],
    [
      'a picture of another size',
      /no smaller version/,
      forge((all) => editFirst('image_sizes', (row) => ({ ...row, sized_cid: row.cid }))(all)),
    ],
    [
      'private keys of others',
      /a private key belongs to another key/,
      forge((all, sealed) => {
        const [first] = sealed.keys;
        if (first?.text) {
          const { proof, jwt } = JSON.parse(first.text);
          first.text = JSON.stringify({ proof: jwt, jwt: proof });
        }
        return all;
      }),
    ],
  ];
  const file = join(home, 'altered.tar');
  for (const [what, words, bytes] of cases) {
    await writeFile(file, bytes);
    await refuses(target, importArgs(file), words).catch((error: unknown) => {
      throw new Error(what, { cause: error });
    });
    await isEmpty();
  }
  await refuses(target, importArgs(archive, house.issuer), /account \S+ not found/);
  await refuses(target, importArgs(archive, 'nobody@example.org'), /owns an account/);
  const { code, err } = await runCommand(home, importArgs(archive), {
    input: 'another passphrase\n',
    env: getSettings(target) as NodeJS.ProcessEnv,
  });
  assert.deepEqual([code, /wrong passphrase for this archive/.test(err)], [4, true], err);
  await refuses(source, importArgs(archive, stranger.accountId), /already exists here/);
  await isEmpty();
});

test('a killed import leaves nothing', async () => {
  const lock = await openTransaction(target.db);
  await sql`lock table credential_editions in share mode`.execute(lock.trx);
  const env = { PATH: process.env.PATH, HOME: home, ...getSettings(target) } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [insigniaProgram, ...importArgs(archive)], {
    env,
    cwd: home,
  });
  child.stdin.end(`${passphrase}\n`);
  const exited = once(child, 'exit');
  try {
    await waitForCondition('the import waits in the middle', async () => {
      assert.equal(child.exitCode, null);
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%credential_editions%'`.execute(
        target.db,
      );
      return rows.length > 0;
    });
    child.kill('SIGKILL');
    await exited;
  } finally {
    await lock.commit();
  }
  await waitForCondition('the transaction has ended', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and state <> 'idle' and query like '%json_populate_recordset%' and pid <> pg_backend_pid()`.execute(
      target.db,
    );
    return rows.length === 0;
  });
  await isEmpty();
});

test('an imported issuer has equal documents, pages and pictures, and continues there', async () => {
  const mails = async () =>
    (
      await sql<{
        n: number;
      }>`select (select count(*) from mails)::int + (select count(*) from deliveries)::int as n`.execute(
        target.db,
      )
    ).rows[0]?.n;
  const sent = await mails();
  const first = await run(target, importArgs(archive, heir.email));
  assert.equal(first.code, 0, first.err);
  assert.deepEqual(JSON.parse(first.out).credentials, 6);
  const again = await run(target, importArgs(archive));
  assert.equal(again.code, 0, again.err);
  assert.equal(JSON.parse(again.out).isRepeated, true);
  await target.waitForInvalidation();

  // All columns of all rows came along: an export from there contains the same.
  const back = join(home, 'back.tar');
  const second = await run(target, exportArgs(ids.issuer, back));
  assert.equal(second.code, 0, second.err);
  const returned = readTar(await readFile(back));
  for (const { name } of archiveTables) {
    const rows = readRows(readTar(archived), name);
    assert.deepEqual(readRows(returned, name), rows, name);
    assert.ok(rows.length > 0, `${name} has no rows, so it proves nothing`);
  }
  const { rows: pictures } = await sql<{ cid: string }>`select cid from images`.execute(source.db);
  const exported = readTar(archived).flatMap(({ name }) => name.match(/bafkrei\w+/)?.[0] ?? []);
  assert.ok(exported.length >= 6 && exported.length < pictures.length + 1, `${exported.length}`);
  const paths = [
    `/certify-badge/issuer/${ids.issuer}`,
    ...[ids.badge, ids.other].map((id) => `/certify-badge/badge/${id}`),
    `/issuer/${ids.issuer}/did.json`,
    `/status/${ids.list}`,
    ...Object.values(awards).flatMap((id) => [`/certify-badge/award/${id}`, `/credentials/${id}`]),
    ...[awards.signed, awards.unsigned, awards.expired, awards.revoked, awards.corrected].map(
      (id) => `/credentials/${id}/vc`,
    ),
    ...exported.map((cid) => `/ipfs/${cid}`),
  ];
  for (const path of paths) {
    const [before, now] = [await read(source, path), await read(target, path)];
    assert.ok([200, 410].includes(before.status), `${path} answered ${before.status}`);
    assert.equal(now.status, before.status, path);
    assert.equal(neutral(now), neutral(before), path);
  }
  for (const id of [awards.erased, erasedLongAgo()])
    assert.equal((await read(target, `/certify-badge/award/${id}`)).status, 410);
  assert.equal((await read(target, `/credentials/${awards.signed}`)).status, 200);

  const { insignia } = heir;
  const { awards: listed } = await insignia.credentials.list({ filter: { search: 'charles' } });
  assert.ok(listed.some(({ id }) => id.endsWith(awards.signed)));
  const activity = assertOk(await heir.api('GET', `/awards/${awards.signed}/events`)).text;
  assert.match(activity, /issued/);
  assert.equal(await mails(), sent);
  const { rows: log } = await sql<{ action: string }>`
    select action from audit_log where account_id = ${heir.accountId} and target = ${ids.issuer}`.execute(
    target.db,
  );
  assert.deepEqual(
    new Set(log.map(({ action }) => action)),
    new Set(['importIssuer', 'exportIssuer']),
  );
  assert.equal((await read(target, `/claim/${ids.claim}`)).status, 200);
  const { rows: base } = await sql<{
    value: string;
  }>`select value from settings where name = 'base_url'`.execute(target.db);
  assert.equal(base[0]?.value, source.url);

  // Revoking there changes the status list that copies name, and only there.
  const encoded = async (instance: Instance) =>
    assertOk(await read(instance, `/status/${ids.list}`)).body.credentialSubject.encodedList;
  const list = await encoded(target);
  await insignia.credentials.revoke({ awardId: awards.signed, reason: 'issued in error' });
  await target.waitForInvalidation();
  assert.notEqual(await encoded(target), list);
  assert.equal(await encoded(source), list);

  // New copies get places in a new list, signed with the key that came along.
  const issued = await issueAward(heir, ids.badge);
  const { body } = assertOk(await read(target, `/credentials/${issued}/vc`));
  assert.notEqual(body.credentialStatus.statusListCredential.slice(-36), ids.list);
  const { body: old } = assertOk(await read(target, `/credentials/${awards.signed}/vc`));
  assert.equal(body.proof.verificationMethod, old.proof.verificationMethod);
  await waitForCondition(
    'the heir hears of the new credential only',
    async () => (await mails()) === (sent ?? 0) + 2,
  );
  assertOk(await heir.api('PUT', `/badges/${ids.badge}`, { parameters: { name: 'Edited there' } }));
});

test('a closed issuer that nobody imported is reopened in its account', async () => {
  const args = ['issuers', 'reopen', ids.issuer, '--yes', '--account'];
  await refuses(target, [...args, heir.accountId], /isn't closed/);
  const { rows } = await sql<{
    id: string;
  }>`select account_id as id from issuers where id = ${ids.issuer}`.execute(source.db);
  const closed = rows[0]?.id ?? '';
  await refuses(source, ['accounts', 'invite', closed, stranger.email], /has no owner/);
  await refuses(source, [...args, closed], /has no owner/);
  const { code, err } = await run(source, [...args, owner.email]);
  assert.equal(code, 0, err);
  await source.waitForInvalidation();
  assertOk(await owner.api('POST', '/awards', createAwardBodyFor(ids.badge)));
  assertOk(await read(source, `/credentials/${awards.unsigned}/vc`));
});

test('deleting the account of a closed issuer deletes the issuer at the source', async () => {
  const file = join(home, 'second.tar');
  const { code, err } = await run(source, [...exportArgs(ids.issuer, file), '--close', '--yes']);
  assert.equal(code, 0, err);
  const { rows } = await sql<{
    id: string;
  }>`select account_id as id from issuers where id = ${ids.issuer}`.execute(source.db);
  const deleted = await run(source, ['accounts', 'delete', rows[0]?.id ?? '', '--yes']);
  assert.equal(deleted.code, 0, deleted.err);
  await source.waitForInvalidation();
  assert.notEqual((await read(source, `/certify-badge/issuer/${ids.issuer}`)).status, 200);
  assertOk(await read(source, `/certify-badge/award/${foreign.award}`));
});

/** The id of a credential that was erased before its issuer was recorded. */
const erasedLongAgo = (): string => `01900000-0000-7000-${ids.issuer.slice(19, 23)}-000000000000`;

const exportArgs = (issuerId: string, file: string) => [
  ...['issuers', 'export', issuerId, '--to', file, '--passphrase-file', '-', '--json'],
];

/** Without a random nonce, and a number for caches that depends on the account. */
const neutral = ({ text }: ApiResponse): string =>
  text
    .replaceAll(/nonce="[^"]+"/g, '')
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(/certificate\.png\?v=\w+/g, '');
