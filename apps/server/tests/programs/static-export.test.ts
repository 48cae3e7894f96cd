// A static export: what it contains, who verifies it without the service, and what is refused.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import pg from 'pg';
import {
  CommandError,
  exportStaticSite,
  type StaticExportResult,
  withService,
} from '../../src/commands/index.ts';
import { startWeeklyExport } from '../../src/commands/static-export.ts';
import { parseS3Place } from '../../src/config/index.ts';
import { exportStatic, openExportFolder } from '../../src/features/static-export/index.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { createLog } from '../../src/platform/log/index.ts';
import { imageReferences } from '../../src/program/registry.ts';
import { assertOk } from '../support/client.ts';
import { startOverHttps } from '../support/https.ts';
import { badgeImage } from '../support/images.ts';
import { getInstanceSettings, insigniaProgram, runCommand } from '../support/insignia.ts';
import type { Instance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { withSettings } from '../support/settings.ts';
import {
  checkDocuments,
  checkLinks,
  type ExportedIds,
  listErased,
  readStatic,
  serveStatic,
} from '../support/static-site.ts';
import { startTestBucket } from '../support/test-bucket.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let other: Owner;
let badgeId: string;
let ownBadge: string;
let foreignBadge: string;
let home: string;
const ids = { valid: '', expired: '', revoked: '', erased: '', foreign: '' };
const cleanups: (() => Promise<unknown>)[] = [];

before(async () => {
  instance = await startOverHttps();
  cleanups.push(() => instance.stop());
  owner = await createOwner(instance);
  other = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  badgeId = await createBadge(owner, issuerId);
  ids.valid = await issueAward(owner, badgeId);
  ids.expired = await issueAward(owner, badgeId, { issuedOn: '2020-01-01', expires: '2020-02-01' });
  ids.revoked = await issueAward(owner, badgeId);
  ownBadge = await createBadge(owner, issuerId, { image: await badgeImage(77) });
  ids.erased = await issueAward(owner, ownBadge);
  foreignBadge = await createBadge(other, await createIssuer(other));
  ids.foreign = await issueAward(other, foreignBadge);
  const directory = await createTemporaryDirectory();
  cleanups.push(directory.remove);
  home = directory.path;
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  mock.restoreAll();
});

// verifier-core requests JSON schemas and continues without them. Nothing leaves this machine.
const fetched = globalThis.fetch;
mock.method(globalThis, 'fetch', async (...call: Parameters<typeof fetch>) => {
  const [input] = call;
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error(`not fetched: ${hostname}`);
  return fetched(...call);
});
for (const say of ['log', 'error'] as const) mock.method(console, say, () => {});

const context = (signal = new AbortController().signal) => ({ signal, warn: () => {} });
const exportTo = (place: string, account?: string): Promise<StaticExportResult> =>
  withSettings(getInstanceSettings(instance), () =>
    withService(context(), (service) =>
      exportStaticSite(service, context(), place, { account, onProgress: () => {} }),
    ),
  );
const refuses = (place: string, words: RegExp, account?: string): Promise<void> =>
  assert.rejects(exportTo(place, account), (error: unknown) => {
    assert.ok(error instanceof CommandError, String((error as Error).stack));
    assert.equal(error.kind, 'refused');
    assert.match(error.message, words);
    return true;
  });
const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('a second export writes only what has changed, and erased credentials become 410', async () => {
  const place = join(home, 'whole');
  const first = await exportTo(place);
  assert.deepEqual([first.written, first.failed, first.failures], [5, 0, []]);
  const again = await exportTo(place);
  assert.deepEqual([again.written, again.unchanged, again.removed], [0, 5, 0]);
  await owner.insignia.credentials.revoke({ awardId: ids.revoked, reason: 'issued in error' });
  await owner.insignia.credentials.delete({ awardId: ids.erased });
  const files = (await listFiles(place)).filter((file) => file.includes(ids.erased));
  assert.ok(files.length > 8, `${files.length}`);
  const pictures = join(place, 'public/ipfs');
  const before = await readdir(pictures);
  await owner.insignia.badges.delete({ badgeId: ownBadge });
  const third = await exportTo(place);
  assert.deepEqual([third.written, third.unchanged, third.removed], [1, 3, 1]);
  assert.equal((await readdir(pictures)).length, before.length - 1);
  const left = (await listFiles(place)).filter((file) => file.includes(ids.erased));
  assert.deepEqual(left, [join(place, 'gone', ids.erased)]);
  for (const url of listErased('', ids.erased))
    assert.equal((await readStatic(place, url)).status, 410, url);
  const page = (await readStatic(place, `/credentials/${ids.revoked}`)).body.toString();
  assert.match(page, /issued in error/);
  const drafts = await readdir(join(place, '.drafts'));
  assert.deepEqual(drafts, []);
});

test('web servers can read an export from a shell whose files are private', async () => {
  const place = join(home, 'private/export');
  const before = process.umask(0o077);
  await exportTo(place, other.accountId).finally(() => process.umask(before));
  const page = join(place, 'public/credentials', `${ids.foreign}.html`);
  for (const [path, mode] of [
    ...[join(home, 'private'), place, join(place, 'public'), dirname(page)].map(
      (folder) => [folder, 0o755] as const,
    ),
    ...[page, join(place, 'public/verify.html'), join(place, 'servers/nginx.conf')].map(
      (file) => [file, 0o644] as const,
    ),
  ])
    assert.equal((await stat(path)).mode & 0o777, mode, path);
});

test('status lists are valid for ten years', async () => {
  const folder = join(home, 'whole/public/status');
  const lists = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  assert.equal(lists.length, 2);
  const tenYears = Date.now() + 10 * 365.25 * 86_400_000;
  for (const name of lists) {
    const list = JSON.parse(await readFile(join(folder, name), 'utf8'));
    assert.ok(Date.parse(list.validUntil) >= tenYears, list.validUntil);
    assert.equal(list.credentialSubject.ttl, undefined);
    const token = await readFile(join(folder, name.replace('.json', ''), 'token.jwt'), 'utf8');
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    assert.ok(claims.exp * 1_000 >= tenYears && claims.ttl === undefined, JSON.stringify(claims));
  }
});

test('the export of one account contains nothing of others', async () => {
  const place = join(home, 'one');
  const erased = await issueAward(other, foreignBadge);
  await other.insignia.credentials.delete({ awardId: erased });
  const { written, removed } = await exportTo(place, owner.accountId);
  assert.deepEqual([written, removed], [3, 1]);
  for (const url of listErased('', ids.erased))
    assert.equal((await readStatic(place, url)).status, 410, `${url}, erased before this export`);
  const names = [other.accountId, other.email, ids.foreign, 'recipient_email', owner.key, erased];
  for (const file of await listFiles(place)) {
    const text = `${file}\n${await readFile(file, 'latin1')}`;
    for (const name of names) assert.ok(!text.includes(name), `${name} in ${file}`);
  }
  await refuses(place, /is an export of account [0-9a-f-]+\. Choose another place$/);
  await refuses(place, /is an export of account/, other.accountId);
  await refuses(join(home, 'none'), /account .+ not found/, ids.valid);
});

test('a folder with other files, and one of another database, are refused unchanged', async () => {
  const place = join(home, 'foreign');
  await mkdir(join(place, 'public'), { recursive: true });
  await writeFile(join(place, 'public/index.html'), 'mine');
  await refuses(place, /contains public\/index\.html, which isn't part of a static export/);
  assert.deepEqual(await listFiles(place), [join(place, 'public/index.html')]);
  await writeFile(join(home, 'file'), '');
  await assert.rejects(exportTo(join(home, 'file')), /file isn't a folder$/);
  for (const [n, make] of [
    (folder: string) => writeFile(join(folder, '.htaccess'), ''),
    (folder: string) => symlink(join(place, 'public'), join(folder, 'public')),
    (folder: string) => writeFile(join(folder, 'export.json'), 'mine'),
    (folder: string) => writeFile(join(folder, 'export.json'), '{"baseUrl": "mine"}'),
  ].entries()) {
    const folder = join(home, `strange-${n}`);
    await mkdir(folder);
    await make(folder);
    const before = await readdir(folder, { recursive: true });
    await refuses(folder, /contains (\.htaccess|public|export\.json), which isn't part of/);
    assert.deepEqual(await readdir(folder, { recursive: true }), before);
  }
  assert.deepEqual(await listFiles(place), [join(place, 'public/index.html')]);
  const elsewhere = join(home, 'elsewhere');
  await mkdir(elsewhere);
  const mark = { format: 1, export: ids.valid, baseUrl: instance.url, account: null };
  await writeFile(join(elsewhere, 'export.json'), JSON.stringify(mark));
  await refuses(elsewhere, /is an export of another database/);
  await writeFile(
    join(elsewhere, 'export.json'),
    JSON.stringify({ ...mark, baseUrl: 'https://other.example' }),
  );
  await refuses(elsewhere, /is an export of https:\/\/other\.example, not of /);
  await refuses(join(home, 'a"b'), /contains a character/);
});

test('a killed export leaves complete files, refuses a second one while it runs, and continues', async () => {
  const place = join(home, 'killed');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [insigniaProgram, 'export', '--static', place], {
    env: { PATH, HOME: home, ...getInstanceSettings(instance) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const count = async () => (await listFiles(join(place, 'public')).catch(() => [])).length;
  await waitForCondition(
    'files are written',
    async () => (await count()) > 5 || child.exitCode !== null,
  );
  if (child.exitCode === null) child.kill('SIGSTOP');
  if (child.exitCode === null) await refuses(place, /a static export into .+ is running since/);
  child.kill('SIGKILL');
  await ended;
  for (const file of await listFiles(join(place, 'public'))) {
    const bytes = await readFile(file);
    if (file.endsWith('.json')) JSON.parse(bytes.toString());
    if (file.endsWith('.pdf')) assert.match(bytes.subarray(-10).toString('latin1'), /%%EOF/, file);
    if (file.endsWith('.png')) assert.match(bytes.subarray(-12).toString('latin1'), /IEND/, file);
  }
  const { written, unchanged, failed } = await exportTo(place);
  assert.deepEqual([written + unchanged, failed], [4, 0]);
  assert.deepEqual(
    (await listFiles(join(place, 'public'))).map((file) => file.slice(place.length)).sort(),
    (await listFiles(join(home, 'whole/public')))
      .map((file) => file.slice(join(home, 'whole').length))
      .sort(),
  );
});

test('badges and issuers without credentials are exported until they are deleted', async () => {
  const fourth = await createOwner(instance);
  const issuer = await createIssuer(fourth);
  const [kept, deleted] = [await createBadge(fourth, issuer), await createBadge(fourth, issuer)];
  const place = join(home, 'unissued');
  assert.equal((await exportTo(place, fourth.accountId)).failed, 0);
  const status = async (path: string) => (await readStatic(place, path)).status;
  for (const path of [`/certify-badge/issuer/${issuer}`, `/issuer/${issuer}`])
    assert.equal(await status(path), 200, path);
  for (const id of [kept, deleted])
    for (const path of [`/certify-badge/badge/${id}`, `/badge/${id}`])
      assert.equal(await status(path), 200, path);
  await fourth.insignia.badges.delete({ badgeId: deleted });
  await exportTo(place, fourth.accountId);
  assert.equal(await status(`/badge/${deleted}`), 404);
  assert.equal(await status(`/certify-badge/badge/${deleted}`), 404);
  assert.equal(await status(`/badge/${kept}`), 200);
});

test('issuers that nobody verified stay out, and an export creates no keys for others', async () => {
  const by = await createOwner(instance);
  const verified = await createIssuer(by);
  const claimed = idFromUrl(
    (
      await by.insignia.issuers.create({
        ...{ name: 'Claimed Society', url: 'https://society.example' },
        email: `office-${crypto.randomUUID()}@example.org`,
      })
    ).issuerId,
  );
  const place = join(home, 'drafts');
  assert.equal((await exportTo(place, by.accountId)).failed, 0);
  const paths = [`/certify-badge/issuer/${claimed}`, `/issuer/${claimed}`];
  const statuses = (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await readStatic(place, url)).status));
  assert.deepEqual(await statuses([...paths, `/issuer/${claimed}/did.json`]), [404, 404, 404]);
  assert.deepEqual(
    await statuses([`/issuer/${verified}`, `/issuer/${verified}/did.json`]),
    [200, 404],
  );
  const { rows } = await sql`
    select 1 from issuer_keys where issuer_id in (${verified}, ${claimed})`.execute(instance.db);
  assert.equal(rows.length, 0);
  for (const file of await listFiles(place))
    assert.ok(!(await readFile(file, 'latin1')).includes('Claimed Society'), file);

  // An issuer that has lost its verification since keeps what it issued.
  const [issued, unissued] = [await createBadge(by, verified), await createBadge(by, verified)];
  await issueAward(by, issued);
  await exportTo(place, by.accountId);
  assert.deepEqual(await statuses([`/badge/${issued}`, `/badge/${unissued}`]), [200, 200]);
  await sql`update issuers set verified_at = null where id = ${verified}`.execute(instance.db);
  await exportTo(place, by.accountId);
  assert.deepEqual(
    await statuses([`/issuer/${verified}`, `/issuer/${verified}/did.json`]),
    [200, 200],
  );
  assert.deepEqual(await statuses([`/badge/${issued}`, `/badge/${unissued}`]), [200, 404]);
});

test('texts that link to pictures elsewhere do not stop an export', async () => {
  const third = await createOwner(instance);
  const criteria = `Read https://ipfs.example/ipfs/guide and /ipfs/${'x'.repeat(700)}.`;
  await issueAward(third, await createBadge(third, await createIssuer(third), { criteria }));
  const { written, failed, failures } = await exportTo(join(home, 'links'), third.accountId);
  assert.deepEqual([written, failed, failures], [1, 0, []]);
});

test('a failing badge stops nothing, and files of a failed credential are deleted with it, those of a moved one without 410', async () => {
  const [from, to] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const moving = await createIssuer(from);
  const erased = await issueAward(from, await createBadge(from, await createIssuer(from)));
  const moved = await issueAward(from, await createBadge(from, moving));
  const place = join(home, 'partial');
  const target = await openExportFolder(place);
  let failing: RegExp | undefined;
  const run = () =>
    exportStatic(
      {
        ...{
          db: instance.db,
          clock: systemClock,
          fixedFiles: [],
          imageReferences,
          gonePage: Buffer.alloc(0),
        },
        urls: createUrls(instance.url, { hasMyCredentials: false, isStatic: true }),
        answer: async (path, accept) => ({
          ...{ status: failing?.test(path) ? 500 : 200, policy: undefined },
          ...{ type: accept, bytes: Buffer.from('"Ada Lovelace"') },
        }),
      },
      target,
      { accountId: from.accountId, signal: new AbortController().signal, onProgress: () => {} },
    );
  const find = async (id: string) =>
    (await listFiles(place))
      .filter((file) => file.includes(id))
      .map((file) => file.slice(place.length));
  failing = new RegExp(`${erased}.*pdf|/badge/`);
  const first = await run();
  assert.deepEqual([first.written, first.failed, first.failures.length], [1, 3, 3]);
  assert.ok((await find(erased)).length > 1);
  failing = undefined;
  await from.insignia.credentials.delete({ awardId: erased });
  const offer = { parameters: { email: to.email } };
  const { transferId } = assertOk(
    await from.session('POST', `/issuers/${moving}/transfer`, offer),
  ).body;
  assertOk(await to.session('POST', `/transfers/${transferId}/accept`), 202);
  await waitForCondition('moved', async () => {
    const { items } = await from.insignia.transfers.list();
    return items.some((each) => each.transferId === transferId && each.state === 'completed');
  });
  assert.equal((await run()).removed, 1);
  assert.deepEqual(await find(erased), [`/gone/${erased}`]);
  assert.deepEqual(await find(moved), []);
});

test('an export stops before its next batch when another one has taken over its place', async () => {
  const place = join(home, 'taken-over');
  const paths: string[] = [];
  const exporting = exportStatic(
    {
      ...{
        db: instance.db,
        clock: systemClock,
        fixedFiles: [],
        imageReferences,
        gonePage: Buffer.alloc(0),
      },
      urls: createUrls(instance.url, { hasMyCredentials: false, isStatic: true }),
      answer: async (path, accept) => {
        paths.push(path);
        await writeFile(join(place, 'lock'), JSON.stringify({ token: 'theirs' }));
        return { status: 200, policy: undefined, type: accept, bytes: Buffer.from('{}') };
      },
    },
    await openExportFolder(place),
    {
      ...{ accountId: other.accountId, signal: new AbortController().signal },
      onProgress: () => {},
    },
  );
  await assert.rejects(exporting, /from another process has taken over/);
  assert.ok(paths.some((path) => path.includes(ids.foreign)));
  assert.ok(!paths.some((path) => /certify-badge\/(badge|issuer)\//.test(path)));
});

test('STATIC_EXPORT fills a bucket with media types and 410 marks, once a week', async () => {
  const bucket = await startTestBucket();
  cleanups.push(bucket.close);
  const { config, db } = instance;
  const announce = async (): Promise<void> => {};
  await withSettings({ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' }, async () => {
    const parts = { config, clock: systemClock, db, log: createLog('silent'), announce };
    const weekly = startWeeklyExport(parts, parseS3Place(bucket.url), 50);
    const read = async () => {
      const { rows } = await sql<{ finishedAt: Date | null }>`
        select finished_at as "finishedAt" from static_exports where place like 's3://%'`.execute(
        db,
      );
      assert.ok(rows.length <= 1);
      return rows[0]?.finishedAt?.getTime();
    };
    const age = async (interval: string) => {
      await sql`update static_exports set finished_at = now() - ${interval}::interval where place like 's3://%'`.execute(
        db,
      );
      return read();
    };
    try {
      await waitForCondition('exported', async () => (await read()) !== undefined);
      const recent = await age('6 days 23 hours');
      const query = mock.method(pg.Client.prototype, 'query');
      const countLooks = () =>
        query.mock.calls.filter(({ arguments: [first] }) =>
          /from static_exports\s+where place = .* and finished_at >/.test(
            (first as { text?: string }).text ?? `${first}`,
          ),
        ).length;
      await waitForCondition('it has looked three times', () => countLooks() > 3);
      query.mock.restore();
      assert.equal(await read(), recent, 'it was exported again before a week had passed');
      const old = await age('7 days 1 minute');
      await waitForCondition('exported again after a week', async () => (await read()) !== old);
    } finally {
      await weekly.stop();
    }
  });
  const type = (path: string) => bucket.find(path)?.headers['content-type'];
  assert.equal(type(`credentials/${ids.valid}`), 'text/html; charset=utf-8');
  assert.equal(type(`credentials/${ids.valid}/vc`), 'application/vc+ld+json');
  assert.equal(type(`certify-badge/award/${ids.valid}`), 'application/json');
  assert.equal(type('verify'), 'text/html; charset=utf-8');
  const gone = bucket.find(`credentials/${ids.erased}`);
  assert.equal(gone?.headers['x-amz-meta-status'], '410');
  assert.equal(bucket.find('.insignia/lock'), undefined);
});

test('the function for CloudFront leads browsers to pages and answers 410', async () => {
  const code = await readFile(
    new URL('../../src/features/static-export/assets/cloudfront-function.js', import.meta.url),
    'utf8',
  );
  for (const syntax of ['const [', 'const {', '({', '?.', '??', '...'])
    assert.ok(!code.includes(syntax), `${syntax} fails in the runtime of CloudFront`);
  const run = (event: object) =>
    JSON.parse(JSON.stringify(runInNewContext(`${code}; handler(${JSON.stringify(event)})`)));
  const ask = (uri: string, accept: string) =>
    run({
      context: { eventType: 'viewer-request' },
      request: { uri, headers: { accept: { value: accept } } },
    });
  const assertion = `/certify-badge/award/${ids.valid}`;
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  assert.equal(ask(assertion, browser).headers.location.value, `/credentials/${ids.valid}`);
  assert.equal(ask(assertion, 'application/ld+json').uri, assertion);
  for (const path of ['//evil.example', '/\\evil.example', '/x/evil.example', '/award/../x'])
    assert.equal(ask(`/certify-badge${path}`, browser).headers.location, undefined, path);
  for (const path of ['/.insignia/export.json', '/%2Einsignia/lock', '/%2e%69nsignia/lock'])
    assert.equal(ask(path, '*/*').statusCode, 404, path);
  const response = { statusCode: 200, headers: { 'x-amz-meta-status': { value: '410' } } };
  const context = { eventType: 'viewer-response' };
  assert.equal(run({ context, request: { uri: '/x', headers: {} }, response }).statusCode, 410);
  const picture = { uri: '/x/badge.png', headers: {}, querystring: { download: { value: '' } } };
  const saved = run({ context, request: picture, response: { headers: {} } });
  assert.equal(saved.headers['content-disposition'].value, 'attachment');
  for (const [uri, robots] of [
    [`/credentials/${ids.valid}/certificate.png`, 'noindex'],
    [`/awards/${ids.valid}/pdf`, 'noindex'],
    [`/credentials/${ids.valid}`, undefined],
  ] as const) {
    const served = run({ context, request: { uri, headers: {} }, response: { headers: {} } });
    assert.equal(served.headers['x-robots-tag']?.value, robots, uri);
  }
  for (const [uri, accept, type] of [
    [assertion, 'application/ld+json', 'application/ld+json'],
    [assertion, '*/*', 'application/json'],
    [`/credentials/${ids.valid}/vc`, 'application/ld+json', 'application/json'],
  ] as const) {
    const headers = { 'content-type': { value: 'application/json' } };
    const request = { uri, headers: { accept: { value: accept } } };
    const served = run({ context, request, response: { statusCode: 200, headers } });
    assert.equal(served.headers['content-type'].value, type, `${uri} ${accept}`);
  }
});

test('with the service stopped, our verifier and others accept every document from the files', async () => {
  const place = join(home, 'whole');
  await exportTo(place);
  const { url } = instance;
  const env = { INSIGNIA_URL: instance.direct };
  for (const [id, code, status] of [
    [ids.valid, 0, 'valid'],
    [ids.revoked, 7, 'revoked'],
  ] as const)
    for (const name of ['vc.json', 'vc.jwt', 'badge3.png']) {
      const file = join(place, 'public', 'credentials', id, name);
      const verdict = await runCommand(home, ['--json', 'verify', file], { env });
      assert.equal(verdict.code, code, `${file}: ${verdict.err}`);
      assert.equal(JSON.parse(verdict.out).status, status, file);
    }
  await instance.stop();
  cleanups.shift();
  const stop = await serveStatic(place, url);
  try {
    const credentials: ExportedIds = [
      { status: 'valid', id: ids.valid },
      { status: 'expired', id: ids.expired },
      { status: 'revoked', id: ids.revoked },
      { status: 'valid', id: ids.foreign },
    ];
    await checkDocuments(url, credentials);
    for (const path of ['/', '/verify', `/badge/${badgeId}`])
      await checkLinks(url, (await readStatic(place, path)).body.toString());
  } finally {
    await stop();
  }
});
