// Backup during operation, restore elsewhere, and what must be refused.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type BackupResult,
  CommandError,
  createBackup,
  listBackupsAt,
  restoreBackup,
} from '../../src/commands/index.ts';
import { newId } from '../../src/kernel/id.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { findPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { migrate, readMigrations } from '../../src/platform/db/index.ts';
import { assertOk, createTestClient, createTestSdk } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import {
  assertSucceeded,
  getInstanceSettings,
  insigniaProgram,
  runInsignia,
} from '../support/insignia.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { createKeyPair, renderIdpMetadata } from '../support/saml-provider.ts';
import { withSettings } from '../support/settings.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const passphrase = 'a passphrase of the tests';
const SECRET = 'a secret of the tests, long enough';
let instance: Instance;
let owner: Owner;
let home: string;
let place: string;
let issuerId: string;
let badgeId: string;
let awardId: string;
const cleanups: (() => Promise<unknown>)[] = [];

before(async () => {
  instance = await startInstance();
  cleanups.push(() => instance.stop());
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner, { name: 'Société analytique' });
  badgeId = await createBadge(owner, issuerId);
  awardId = await issueAward(owner, badgeId);
  await issueAward(owner, badgeId);
  // Migrations from before their order was kept have negative positions.
  await sql`insert into move_ins (id, account_id, issuer_id, source, mode, status, dry_run, header, columns, date_order, total, created_at, position)
    select ${newId()}, account_id, id, 'badgr', 'reissue', 'completed', false, '{}', '{}', 'ymd', 0, now(), -1 from issuers`.execute(
    instance.db,
  );
  const directory = await createTemporaryDirectory();
  cleanups.push(directory.remove);
  home = directory.path;
  place = join(home, 'backups');
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const commandContext = (signal = new AbortController().signal) => ({ signal, warn: () => {} });
/** Each sealing or opening derives a key, with half a second of CPU. */
const unsealed = { passphrase: undefined };
const sealed = { passphrase };
const silent = { keep: undefined, verify: false, onProgress: () => {} };

const back = (into: string, options = {}, signal?: AbortSignal): Promise<BackupResult> =>
  withSettings(getInstanceSettings(instance), () =>
    createBackup(commandContext(signal), into, { ...unsealed, ...silent, ...options }),
  );

type BackupListing = { backup: string; isWhole: boolean };
type Target = { database: TestDatabase; settings: Record<string, string> };
async function emptyPlace(): Promise<Target> {
  const database = await createDatabase(false);
  const { path, remove } = await createTemporaryDirectory();
  cleanups.push(remove, database.drop);
  const settings = { BASE_URL: instance.url, DATABASE_URL: database.url, DATA_DIR: path, SECRET };
  return { database, settings };
}
const bring = (from: string, { settings }: Target, options = {}, signal?: AbortSignal) =>
  withSettings(settings, () =>
    restoreBackup(commandContext(signal), from, {
      ...{ backup: undefined, ...unsealed, withoutSecret: false, releasesJobs: false },
      ...{ onProgress: () => {}, ...options },
    }),
  );
const refusal = (kind: CommandError['kind'], words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CommandError, String((error as Error).stack));
  assert.match(error.message, words);
  assert.equal(error.kind, kind);
  return true;
};
async function queryAll<T extends object>(url: string, text: string): Promise<T[]> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query<T>(text).finally(() => database.end());
  return rows;
}

test('a backup of a running service, restored elsewhere, serves identical bytes', async () => {
  const insignia = (...args: string[]) =>
    runInsignia(home, args, {
      env: { ...getInstanceSettings(instance), BACKUP_PASSPHRASE: passphrase },
    });
  // Pending work at the time of the backup.
  const mailId = newId();
  await sql`with m as (insert into mails (id, kind, recipient, subject, letter, created_at)
      values (${mailId}, 'account', 'away@example.org', 'S', '{}', now()))
    insert into jobs (id, kind, payload, max_attempts, run_at)
    values (${mailId}, 'mail', '{}', 36, now() + interval '1 day')`.execute(instance.db);
  await owner.insignia.webhooks.create({ url: 'https://nobody.invalid/hook' });
  await issueAward(owner, badgeId);
  const { certificate } = await createKeyPair();
  const metadataXml = renderIdpMetadata('https://idp.example', 'https://idp.example', [
    certificate,
  ]);
  const connection = { name: 'School', protocol: 'saml', saml: { metadataXml } };
  const { connectionId } = assertOk(
    await owner.session('POST', '/sso/connections', { parameters: connection }),
  ).body;
  const { token: directory } = assertOk(
    await owner.session('POST', '/provisioning/tokens', { parameters: { role: 'viewer' } }),
  ).body;
  const urls = createUrls(instance.url);
  const picture = await queryAll<{ cid: string }>(instance.databaseUrl, 'select cid from images');
  const published = [
    ...[urls.credential(awardId), urls.badge(badgeId), urls.issuer(issuerId)],
    ...[urls.bakedImage(awardId), urls.pdf(awardId), urls.signed(awardId)],
    // With the certificate that is encrypted beside its key.
    urls.ssoMetadata(connectionId),
    ...picture.map(({ cid }) => urls.image(cid)),
  ];
  const answers = (at: string) =>
    Promise.all(
      published.map(async (url) => {
        const { pathname } = new URL(url);
        const answer = await fetch(`${at}${pathname}`, { headers: { accept: 'application/json' } });
        assert.equal(answer.status, 200, pathname);
        const bytes = Buffer.from(await answer.arrayBuffer());
        return [pathname, createHash('sha256').update(bytes).digest('hex')];
      }),
    );
  const responses = await answers(instance.url);
  const first = JSON.parse(assertSucceeded(await insignia('backup', place, '--verify', '--json')));
  assert.equal(first.secret, 'sealed');
  assert.ok(first.images.written > 0 && first.verified.documents >= 4, JSON.stringify(first));
  assert.match(first.backup, /^\d{4}-\d\d-\d\dT/);
  const second = await back(place, { ...sealed, keep: 1 });
  assert.deepEqual([second.images.written, second.dropped], [0, [first.backup]]);
  const manifest = await readFile(join(place, 'backups', second.backup, 'manifest.json'), 'utf8');
  const sums = new Map(responses as [string, string][]);
  const compared = (JSON.parse(manifest).documents as { url: string; sha256: string }[]).filter(
    ({ url, sha256 }) => (sums.get(new URL(url).pathname) ?? sha256) === sha256,
  );
  assert.equal(compared.length, JSON.parse(manifest).documents.length, manifest);
  const listed = await insignia('backups', place, '--json');
  assert.equal(listed.err, '', 'no bar where there is no terminal');
  assert.deepEqual(
    JSON.parse(assertSucceeded(listed)).backups.map(({ backup, isWhole }: BackupListing) => [
      backup,
      isWhole,
    ]),
    [[second.backup, true]],
  );

  const target = await emptyPlace();
  const restored = await runInsignia(home, ['restore', place, '--json'], {
    env: { ...target.settings, BACKUP_PASSPHRASE: passphrase },
  });
  const result = JSON.parse(assertSucceeded(restored));
  assert.deepEqual(
    [result.secret, result.held.jobs >= 1, result.held.deliveries],
    ['the same', true, 1],
  );
  const operator = (...args: string[]) => runInsignia(home, args, { env: target.settings });
  await assert.rejects(bring(place, target), refusal('refused', /already contains data \(in .+\)/));

  const copy = await startInstance({ ...target.settings, TOPOLOGY: 'one' });
  try {
    assert.deepEqual(await answers(copy.direct), responses);
    assertOk(await createTestClient(copy.direct, { 'x-api-key': owner.key })('GET', '/badges'));
    const signedIn = createTestClient(copy.direct, { cookie: owner.cookie, origin: instance.url });
    assertOk(await signedIn('GET', '/api/auth/token'));
    const scim = createTestClient(copy.direct, { authorization: `Bearer ${directory}` });
    assertOk(await scim('GET', '/scim/v2/Users'));
    // With the restored keys: encrypted data is readable and issuing continues.
    await issueAward({ ...owner, insignia: createTestSdk(copy.direct, owner.key) }, badgeId);
    const listPaused = () =>
      queryAll(
        target.database.url,
        `select id from jobs where run_at = 'infinity' union all select id from waiting_deliveries where due_at = 'infinity'`,
      );
    assert.ok((await listPaused()).length >= 2, 'its start lets nothing go');
    const sent = () =>
      queryAll<{ state: string; tried: number; error: string }>(
        target.database.url,
        'select state, attempts as tried, last_error as error from deliveries order by id limit 1',
      );
    const [before] = await sent();
    assert.equal(before?.state, 'pending');
    const release = await operator('jobs', 'release', '--without-sending', '--yes', '--json');
    assert.ok(JSON.parse(assertSucceeded(release)).givenUp >= 1);
    assert.deepEqual(await listPaused(), []);
    assert.deepEqual(await sent(), [
      { ...before, state: 'failed', error: 'given up after a restore' },
    ]);
    const [act] = assertOk(await signedIn('GET', '/audit-log')).body.items;
    assert.deepEqual([act.action, act.byOperator], ['giveUpHeld', true]);
    assert.deepEqual(
      await queryAll(
        target.database.url,
        `select state, last_error from mails where id = '${mailId}'`,
      ),
      [{ state: 'failed', last_error: 'given up after a restore' }],
    );
  } finally {
    await copy.stop();
  }
});

test('a truncated, altered, newer or differently sealed backup is refused before anything changes', async () => {
  const { backup } = await back(join(home, 'sound'), sealed);
  const target = await emptyPlace();
  const altered = async (name: string, change: (folder: string) => Promise<void>) => {
    const folder = join(home, name);
    await cp(join(home, 'sound'), folder, { recursive: true });
    await change(join(folder, 'backups', backup));
    return folder;
  };
  const flip = async (path: string) => {
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(path, bytes);
  };
  const credentials = 'tables/public.credentials.copy.zst';
  const refused = async (
    name: string,
    change: (folder: string) => Promise<void>,
    words: RegExp,
    { kind = 'refused', ...options }: { kind?: CommandError['kind']; passphrase?: string } = {},
  ) => {
    const folder = await altered(name, change);
    await assert.rejects(bring(folder, target, options), refusal(kind, words), name);
  };
  await refused(
    'truncated',
    async (folder) =>
      truncate(join(folder, credentials), (await stat(join(folder, credentials))).size - 1),
    /credentials.copy.zst of .+ is damaged or incomplete/,
  );
  await refused('flipped', (folder) => flip(join(folder, credentials)), /is damaged/);
  await refused(
    'lying',
    (folder) => flip(join(folder, 'manifest.json')),
    /manifest.json of .+ is damaged/,
  );
  await refused(
    'unfinished',
    (folder) => writeFile(join(folder, 'SHA256SUMS'), ''),
    /manifest.json of .+ is damaged/,
  );
  const rewrite = async (folder: string, change: (manifest: Record<string, unknown>) => void) => {
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    change(manifest);
    await writeFile(path, JSON.stringify(manifest));
    const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
    const sum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    await writeFile(join(folder, 'SHA256SUMS'), sums.replace(/\w+(?= {2}manifest)/, sum));
  };
  await refused(
    'newer',
    (folder) =>
      rewrite(folder, (manifest) => (manifest.migrations as string[]).push('9999_to_come')),
    /belongs to a newer version of Insignia \(9999_to_come\)/,
    { kind: 'unfit' },
  );
  await refused(
    'other-format',
    (folder) => rewrite(folder, (manifest) => Object.assign(manifest, { format: 2 })),
    /has another format \(2, this program's is 1\)/,
  );
  await refused(
    'sealed-damaged',
    (folder) => flip(join(folder, 'secret.sealed')),
    /secret.sealed of .+ is damaged or incomplete/,
    sealed,
  );
  await refused(
    'sealed-another',
    (folder) =>
      rewrite(folder, (manifest) => Object.assign(manifest, { secretMark: 'of another' })),
    /the encrypted secret in .+ isn't the one its service used/,
    sealed,
  );
  await assert.rejects(
    bring(join(home, 'sound'), target, { passphrase: 'some other passphrase' }),
    refusal('refused', /wrong passphrase/),
  );
  const stranger = { ...target, settings: { ...target.settings, SECRET: SECRET.repeat(2) } };
  await assert.rejects(
    bring(join(home, 'sound'), stranger, sealed),
    refusal('refused', /SECRET isn't the one in this backup\. .+--print-secret/),
  );
  await assert.rejects(
    bring(join(home, 'sound'), stranger),
    refusal('refused', /is encrypted\. Pass --passphrase-file/),
  );
  await assert.rejects(bring(home, target), refusal('refused', /no complete backup in/));
  assert.deepEqual(
    await queryAll(
      target.database.url,
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    ),
    [],
  );
  const printed = await runInsignia(home, ['restore', join(home, 'sound'), '--print-secret'], {
    env: { BACKUP_PASSPHRASE: passphrase },
  });
  assert.equal(assertSucceeded(printed), `${SECRET}\n`);
});

test('an altered image in the backup stops the restore, and the next verified backup writes it again', async () => {
  const folder = join(home, 'images-flipped');
  await back(folder);
  const [shard = ''] = await readdir(join(folder, 'images'));
  const [cid = ''] = await readdir(join(folder, 'images', shard));
  const path = join(folder, 'images', shard, cid);
  const sound = await readFile(path);
  await writeFile(path, Buffer.concat([sound.subarray(1), sound.subarray(0, 1)]));
  const target = await emptyPlace();
  await assert.rejects(
    bring(folder, target),
    refusal(
      'refused',
      /images.+bafkrei.+ is damaged or missing, which affects every backup there\. Run insignia backup --verify/,
    ),
  );
  await assert.rejects(
    migrate(target.database.url),
    /was interrupted\. Run the same command again/,
  );
  const beside = await runInsignia(home, ['accounts', 'list'], { env: target.settings });
  assert.deepEqual([beside.code, /was interrupted/.test(beside.err)], [8, true], beside.err);
  // Still in the service's store.
  const healed = await back(folder, { verify: true });
  assert.equal(healed.verified?.healed, 1);
  assert.deepEqual(await readFile(path), sound);
  assert.ok((await bring(folder, target)).rows > 0);
  await migrate(target.database.url);
});

test('a backup refuses to seal a different secret, and refuses folders of the service as its target', async () => {
  const folder = join(home, 'another-secret');
  const another = { ...getInstanceSettings(instance), SECRET: SECRET.repeat(2) };
  const backUpTo = (into: string, options = {}) =>
    createBackup(commandContext(), into, { ...sealed, ...silent, ...options });
  await assert.rejects(
    withSettings(another, () => backUpTo(folder)),
    refusal('refused', /this isn't the service's secret: .+--without/),
  );
  const summary = await withSettings(another, () => backUpTo(folder, unsealed));
  assert.equal(summary.secret, 'left out');
  const data = join(home, 'srv', 'data');
  await mkdir(data, { recursive: true });
  for (const into of [data, join(home, 'srv')])
    await assert.rejects(
      withSettings({ ...getInstanceSettings(instance), DATA_DIR: data }, () => backUpTo(into)),
      refusal('refused', /contains the service's own data \(.+\)\. Choose another folder/),
    );
});

test('--keep deletes only old backups and their images, never the newest backup', async () => {
  const folder = join(home, 'kept');
  const first = await back(folder);
  const ahead = '2999-01-01T00-00-00.000Z';
  const at = (...names: string[]) => join(folder, ...names);
  await cp(at('backups', first.backup), at('backups', ahead), { recursive: true });
  // Like the service's own files, and an operator's.
  const live = `bafkrei${'a'.repeat(48)}bcde`;
  const theirs = [at('images', 'de', 'bc', live), at('backups', 'notes', 'read.me')];
  const unlisted = at('images', 'aa', live);
  for (const path of [...theirs, unlisted]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'x');
  }
  const last = await back(folder, { keep: 1 });
  assert.deepEqual(last.dropped, [first.backup, ahead]);
  assert.deepEqual((await readdir(at('backups', last.backup))).includes('SHA256SUMS'), true);
  for (const path of theirs) assert.equal(await readFile(path, 'utf8'), 'x');
  await assert.rejects(stat(unlisted), { code: 'ENOENT' });
  assert.ok((await bring(folder, await emptyPlace())).rows > 0);
});

test('Ctrl-C at any stage leaves no complete-looking backup and no database that starts', async () => {
  const folder = join(home, 'broken');
  const stages = [0, 30];
  for (const stage of stages) {
    const stopping = new AbortController();
    let progressCount = 0;
    const onProgress = () => {
      progressCount += 1;
      if (progressCount > stage) stopping.abort();
    };
    await assert.rejects(back(folder, { onProgress }, stopping.signal), { name: 'AbortError' });
  }
  const listed = () =>
    withSettings(getInstanceSettings(instance), () => listBackupsAt(commandContext(), folder));
  assert.deepEqual(await listed(), []);
  assert.ok(!(await readdir(folder)).includes('lock'));
  await back(folder);
  assert.equal((await listed()).length, 1);

  const target = await emptyPlace();
  for (const stage of stages) {
    const stopping = new AbortController();
    let progressCount = 0;
    const onProgress = () => {
      progressCount += 1;
      if (progressCount > stage) stopping.abort();
    };
    await assert.rejects(bring(folder, target, { onProgress }, stopping.signal), {
      name: 'AbortError',
    });
    await assert.rejects(migrate(target.database.url), /was interrupted/);
  }
  await bring(folder, target);
  await migrate(target.database.url);
});

test('a backup is refused while another one runs, but not after one was killed', async () => {
  const folder = join(home, 'locked');
  await mkdir(folder);
  const now = new Date().toISOString();
  const holder = { token: 'other', host: hostname(), pid: process.ppid, since: now, renewed: now };
  await writeFile(join(folder, 'lock'), JSON.stringify(holder));
  await assert.rejects(
    back(folder),
    refusal('refused', /a backup into .+ is running since .+\. Wait until it's finished/),
  );
  // As after a kill: no process of this machine has this id.
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const scope = `${boot} ${await readlink('/proc/self/ns/pid')}`;
  await writeFile(join(folder, 'lock'), JSON.stringify({ ...holder, scope, pid: 2 ** 22 + 1 }));
  await back(folder);
  assert.deepEqual((await readdir(folder)).sort(), ['.drafts', 'backups', 'images']);
  const [one, other] = await Promise.allSettled([back(folder), back(folder)]);
  assert.deepEqual([one?.status, other?.status].sort(), ['fulfilled', 'rejected']);
});

test('a backup of an older version is restored and then migrated to this version', async () => {
  const old = await createDatabase(false);
  cleanups.push(old.drop);
  const names = (await readMigrations()).map(({ name }) => name);
  const only = new Set(names.slice(0, names.indexOf('0049_design_pictures') + 1));
  await migrate(old.url, { only });
  await queryAll(
    old.url,
    `insert into accounts (id, name, plan, created_at) values ('${newId()}', 'Of old', 'free', now())`,
  );
  const folder = join(home, 'old');
  const settings = { ...getInstanceSettings(instance), DATABASE_URL: old.url };
  await withSettings(settings, () =>
    createBackup(commandContext(), folder, { ...silent, ...sealed, verify: true }),
  );
  const target = await emptyPlace();
  // Without a mark of its secret, only the sealed one shows that it's the same.
  const { migrated, rows } = await bring(folder, target, sealed);
  assert.deepEqual([rows, migrated.length], [1, names.length - only.size]);
  assert.deepEqual(await queryAll(target.database.url, 'select name from accounts'), [
    { name: 'Of old' },
  ]);
});

const sequences = { mail_positions: 'mails', move_in_positions: 'move_ins' };

test('a restore leaves the schema identical, and a backup omits no kind of object', async () => {
  const target = await emptyPlace();
  await bring(join(home, 'sound'), target);
  const schema = `
    with ours as (select oid from pg_class where not relispartition and relnamespace in ('public'::regnamespace, 'auth'::regnamespace))
    select conname || ' ' || pg_get_constraintdef(oid) || convalidated as part from pg_constraint where conrelid in (select oid from ours)
    union all select pg_get_indexdef(indexrelid) || indisvalid from pg_index where indrelid in (select oid from ours)
    union all select tgname || tgenabled::text || tgrelid::regclass::text from pg_trigger where not tgisinternal and tgrelid in (select oid from ours)
    order by 1`;
  assert.deepEqual(
    await queryAll(target.database.url, schema),
    await queryAll(instance.databaseUrl, schema),
  );
  // Partitions differ between databases.
  const bare = `select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid where c.relkind = 'r'
    and (select count(*) from pg_index where indrelid = c.oid) <> (select count(*) from pg_index where indrelid = i.inhparent)`;
  assert.deepEqual(await queryAll(target.database.url, bare), [], 'months that lack an index');
  // Partitions have copies of row triggers only.
  const untriggered = `select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid where c.relkind = 'r' and exists (
    select from pg_trigger t where t.tgrelid = i.inhparent and not t.tgisinternal and t.tgtype & 1 = 1
      and not exists (select from pg_trigger where tgrelid = c.oid and tgparentid = t.oid and tgenabled = t.tgenabled))`;
  assert.deepEqual(
    await queryAll(target.database.url, untriggered),
    [],
    'months without a trigger',
  );
  for (const [sequence, table] of Object.entries(sequences)) {
    const order = `select nextval('${sequence}') > greatest(max(position), 0) as "isLater" from ${table}`;
    assert.deepEqual(await queryAll(target.database.url, order), [{ isLater: true }], sequence);
  }
  const others = `select relname, relkind from pg_class where relkind not in ('r', 'i', 't', 'p', 'I') and relname not in ('${Object.keys(sequences).join("', '")}') and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`;
  assert.deepEqual(
    await queryAll(instance.databaseUrl, others),
    [],
    'sequences, views, partitions',
  );
});

test('closing the terminal during verification leaves no temporary database and no lock', async () => {
  const scratch = join(home, 'scratch');
  await mkdir(scratch);
  // Node's compile cache.
  const left = async () => (await readdir(scratch)).filter((name) => name.startsWith('insignia-'));
  const child = spawn(
    process.execPath,
    [insigniaProgram, 'backup', place, '--verify', '--without-secret'],
    {
      env: { PATH: process.env.PATH, ...getInstanceSettings(instance), TMPDIR: scratch },
    },
  );
  const exited = once(child, 'exit');
  let postmaster: number | undefined;
  await waitForCondition('the temporary database runs', async () => {
    assert.equal(child.exitCode, null);
    const folder = (await left()).find((name) => name.startsWith('insignia-verify-'));
    if (folder) postmaster = await findPostmaster(join(scratch, folder, 'postgres'));
    return postmaster !== undefined;
  });
  child.stdout.destroy();
  child.stderr.destroy();
  child.kill('SIGHUP');
  const [code] = await exited;
  assert.equal(code, 130);
  assert.deepEqual(await left(), []);
  assert.throws(() => process.kill(postmaster ?? 0, 0), { code: 'ESRCH' });
  await assert.rejects(stat(join(place, 'lock')), { code: 'ENOENT' });
});
