import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { publicAward, signedCredential, signedJwt } from '@insignia/contract';
import { sql } from 'kysely';
import { findViolations } from '../support/axe.ts';
import { visit } from '../support/browser.ts';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { signForeign } from '../support/foreign-credential.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  signInByCode,
} from '../support/people.ts';
import { sampleDesign } from '../support/samples.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();
const { url, db } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const pages = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });
const folder = await mkdtemp(join(tmpdir(), 'insignia-export-'));
after(() => rm(folder, { recursive: true }));

let serial = 0;
async function createRecipient(credentials: object[]) {
  const email = `takes-${++serial}@recipients.example`;
  const recipient = { name: 'Ada Lovelace', email };
  const awardIds: string[] = [];
  for (const more of credentials)
    awardIds.push(await issueAward(owner, badgeId, { recipient, ...more }));
  return { email, awardIds, ...(await signInByCode(instance, email)) };
}

async function download(
  cookie: string,
  language: string,
  { onFirstBytes = async () => {} }: { onFirstBytes?: () => Promise<unknown> } = {},
): Promise<string> {
  const answer = await fetch(`${url}/my/export`, {
    headers: { cookie, 'accept-language': language },
  });
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body ?? []) {
    if (chunks.length === 0) await onFirstBytes();
    chunks.push(chunk);
  }
  const directory = await mkdtemp(join(folder, 'unpacked-'));
  const file = join(directory, 'export.zip');
  await writeFile(file, Buffer.concat(chunks));
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', file, directory]);
  return directory;
}

/** Opens the page of an export without a network. Returns the verdict of each credential. */
async function open(directory: string, look: object = {}) {
  const { page } = await visit(browser, url, '/my/sign-in', look);
  await page.context().setOffline(true);
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.goto(pathToFileURL(join(directory, 'index.html')).href);
  // Not a function that polls: the policy of the page forbids what Playwright would evaluate.
  const unchecked = page.locator('.credentials > li:not(:has(.checks li))');
  await unchecked.first().waitFor({ state: 'detached' });
  const violations = (await findViolations(page)).map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
  );
  const verdicts: string[] = await page.locator('.verdict').allInnerTexts();
  const text = await page.innerText('main');
  await page.context().close();
  assert.ok(
    requested.every((each) => /^(?:file|blob|data):/.test(each)),
    requested.join('\n'),
  );
  return { violations, verdicts, text };
}

test('an export opens without a network, verifies its credentials, and says what it did not check', async () => {
  const { awardIds, cookie, session } = await createRecipient([
    {},
    { issuedOn: '2020-01-01', expires: '2020-06-01' },
    {},
    {},
  ]);
  const [, , revoked = '', erased = ''] = awardIds;
  await owner.insignia.credentials.revoke({ awardId: revoked, reason: 'Mistake' });
  await owner.insignia.credentials.delete({ awardId: erased });
  assertOk(await session('POST', '/my/collections', { parameters: { name: 'Old things' } }), 201);
  const directory = await download(cookie, 'en');
  const { verdicts, text, violations } = await open(directory);
  assert.deepEqual(verdicts, ['Not valid', 'Expired', 'Valid when downloaded']);
  assert.deepEqual(violations, []);
  assert.match(text, /This page can’t check everything/);
  assert.match(text, /revoked after the download look valid here/);
  const [first = ''] = (await readdir(join(directory, 'credentials'))).toSorted().slice(-1);
  const files = await readdir(join(directory, 'credentials', first));
  assert.deepEqual(files.toSorted(), [
    ...['assertion.json', 'badge.png', 'certificate.pdf', 'credential.json', 'credential.jwt'],
  ]);
  // The published bytes, which other tests verify. Signatures of JWTs differ each time.
  const strip = (text: string) => text.replace(/\.[\w-]+$/, '');
  for (const [name, { path }] of Object.entries({
    ...{ 'credential.json': signedCredential, 'credential.jwt': signedJwt },
    'assertion.json': publicAward,
  })) {
    const published = await fetch(url + path.replace(':guid', awardIds[0] ?? ''));
    const file = await readFile(join(directory, 'credentials', first, name), 'utf8');
    assert.equal(strip(file), strip(await published.text()), name);
  }
  const mine = JSON.parse(await readFile(join(directory, 'my-data.json'), 'utf8'));
  assert.equal(mine.collections[0].name, 'Old things');
  assert.equal(mine.addresses.length, 1);
  // A changed file is detected.
  const index = join(directory, 'index.html');
  const html = await readFile(index, 'utf8');
  const file = await readFile(join(directory, 'credentials', first, 'credential.jwt'), 'utf8');
  // Signed again for the page.
  const [jwt = ''] = new RegExp(`${strip(file)}\\.[\\w-]+`).exec(html) ?? [];
  const [head, body = '', signature] = jwt.split('.');
  const claims = Buffer.from(body, 'base64url').toString().replace('Poet', 'Poem');
  const forged = `${head}.${Buffer.from(claims).toString('base64url')}.${signature}`;
  assert.ok(jwt.length > strip(file).length);
  await writeFile(index, html.replace(jwt, forged));
  const changed = await open(directory);
  assert.equal(changed.verdicts.at(-1), 'Not valid');
  assert.match(changed.text, /The signature is wrong/);
});

test('an address that is removed while an export runs takes its remaining credentials along', async () => {
  const other = `removed-${++serial}@recipients.example`;
  const recipient = { name: 'Ada Lovelace', email: other };
  for (let n = 0; n < 40; n++) await issueAward(owner, badgeId, { recipient });
  // The newest, so the export has it before the address is removed.
  const { cookie, session } = await createRecipient([{}]);
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email: other } }),
    201,
  ).body;
  const { mail } = await instance.mailbox.waitFor(other, /^Your code to confirm/);
  const [code = ''] = /\b\d{6}\b/.exec(mail.text ?? '') ?? [];
  assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
  const { items } = assertOk(await session('GET', '/my/credentials')).body;
  assert.equal(items.length, 41);
  const onFirstBytes = async () => assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  const directory = await download(cookie, 'en', { onFirstBytes });
  const folders = await readdir(join(directory, 'credentials'));
  assert.ok(folders.length > 0 && folders.length < 41, `${folders.length} credentials`);
  const { verdicts } = await open(directory);
  assert.equal(verdicts.length, folders.length);
  const mine = await readFile(join(directory, 'my-data.json'), 'utf8');
  assert.ok(!mine.includes(other));
});

test('an export has imports and requests, and misses only the certificate that cannot be drawn', async () => {
  const { awardIds, cookie, email, session } = await createRecipient([{}]);
  const document = await signForeign(email, { name: 'Theirs </script>' });
  const { imported } = assertOk(await session('POST', '/my/imports', { document }), 201).body;
  const parameters = { kind: 'correction', message: 'My surname is misspelled.' };
  const request = await session('POST', `/my/credentials/${awardIds[0]}/requests`, { parameters });
  assertOk(request, 201);
  const issuerId = await createIssuer(owner);
  const { certificateId } = await owner.insignia.certificates.create({
    ...{ issuerId, name: 'Broken', design: sampleDesign },
  });
  const broken = await createBadge(owner, issuerId, { certificateId });
  await issueAward(owner, broken, { recipient: { name: 'Ada Lovelace', email } });
  await sql`update certificate_versions set design = '{"kind":"certificate"}'
    where certificate_id = ${certificateId}`.execute(db);
  const directory = await download(cookie, 'en');
  const folders = (await readdir(join(directory, 'credentials'))).toSorted();
  const hasPdf = await Promise.all(
    folders.map(async (each) =>
      (await readdir(join(directory, 'credentials', each))).includes('certificate.pdf'),
    ),
  );
  assert.deepEqual(hasPdf, [false, true]);
  const file = join(directory, 'imported', `${imported.importedId}.json`);
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), document);
  const mine = JSON.parse(await readFile(join(directory, 'my-data.json'), 'utf8'));
  assert.equal(mine.requests[0].message, 'My surname is misspelled.');
  const { verdicts, text, violations } = await open(directory);
  assert.deepEqual(verdicts, ['Valid when downloaded', 'Valid when downloaded']);
  assert.deepEqual(violations, []);
  assert.match(text, /The PDF couldn’t be drawn\. Download it from the page\./);
  assert.match(text, /This page doesn’t verify these files/);
  assert.ok(text.includes('Theirs </script>'));
});

test('an export is in the language of the browser, fits a phone, and lets no name become code', async () => {
  const hostile = await createBadge(owner, await createIssuer(owner), {
    name: '</script><script>document.title="x"</script>',
  });
  const { email, cookie } = await createRecipient([]);
  await issueAward(owner, hostile, { recipient: { name: 'Ada <b>Lovelace', email } });
  const directory = await download(cookie, 'ar');
  const { verdicts, violations } = await open(directory, { width: 320, dark: true });
  assert.deepEqual(verdicts, ['سارية عند التنزيل']);
  assert.deepEqual(violations, []);
  const html = await readFile(join(directory, 'index.html'), 'utf8');
  assert.match(html, /<html lang="ar" dir="rtl">/);
  assert.ok(!html.includes('<script>document.title'));
});

test('deleting oneself removes everything that the user made, and nothing that issuers did', async () => {
  const { awardIds, email, session, personId } = await createRecipient([{}, {}]);
  const [corrected = '', erased = ''] = awardIds;
  for (const [id, kind] of [
    [corrected, 'correction'],
    [erased, 'erasure'],
  ])
    assertOk(
      await session('POST', `/my/credentials/${id}/requests`, {
        parameters: { kind, message: 'Wrong' },
      }),
      201,
    );
  const document = await signForeign(email);
  assertOk(await session('POST', '/my/imports', { document }), 201);
  assertOk(
    await session('PUT', '/my/profile', {
      parameters: { handle: 'going-away', name: 'Ada', public: true, credentials: awardIds },
    }),
  );
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  await sql`update auth."session" set "createdAt" = now() - interval '6 minutes' where "userId" = ${personId}`.execute(
    db,
  );
  assertRefused(await session('DELETE', '/my'), 403, 'fresh_sign_in_required');
  await sql`update auth."session" set "createdAt" = now() where "userId" = ${personId}`.execute(db);
  assertOk(await session('DELETE', '/my'));
  assertRefused(await session('GET', '/my/credentials'), 401, 'invalid_credentials');
  const bearer = createTestClient(url, { authorization: `Bearer ${token}` });
  assertRefused(await bearer('GET', '/my/credentials'), 401, 'invalid_credentials');
  assert.equal((await pages('GET', '/people/going-away')).status, 404);
  assertOk(await pages('GET', `/credentials/${awardIds[0]}`));
  const { rows } = await sql`select 1 from mails where recipient = ${email} and account_id is null
    union all select 1 from user_addresses where person_id = ${personId}
    union all select 1 from imported_credentials where person_id = ${personId}`.execute(db);
  assert.equal(rows.length, 0);
  // A request to erase is still to be answered.
  const { items } = assertOk(await owner.api('GET', '/requests')).body;
  const own = items.filter(({ award }: { award: { id: string } }) =>
    awardIds.some((id) => award.id.endsWith(id)),
  );
  assert.deepEqual(
    own.map(({ kind }: { kind: string }) => kind),
    ['erasure'],
  );
  const again = await signInByCode(instance, email, 1);
  assert.equal((await again.session('GET', '/my/credentials')).body.items.length, 2);
  assertRefused(await owner.session('DELETE', '/my'), 409, 'has_account');
});

test('the settings screen ends other sessions and deletes after the address was typed', async () => {
  const first = await createRecipient([]);
  const { cookie, session } = await signInByCode(instance, first.email, 1);
  const send = (fields: Record<string, string>, origin = url) =>
    pages('POST', '/my/settings', `${new URLSearchParams(fields)}`, {
      ...{ 'content-type': 'application/x-www-form-urlencoded', origin, cookie },
    });
  for (const [language, heading] of Object.entries({
    ...{ en: 'Settings', de: 'Einstellungen', fr: 'Paramètres', es: 'Ajustes', ar: 'الإعدادات' },
  })) {
    const headers = { cookie, 'accept-language': language };
    const { text } = assertOk(await pages('GET', '/my/settings', undefined, headers));
    assert.ok(
      text.includes(`<h1>${heading}</h1>`) && text.includes('href="/my/settings/download"'),
    );
  }
  const ended = await send({ act: 'sessions' });
  assert.equal(ended.headers.get('location'), '/my/settings?done=sessions');
  assertRefused(await first.session('GET', '/my/credentials'), 401, 'invalid_credentials');
  assertOk(await session('GET', '/my/credentials'));
  const wrong = await send({ act: 'delete', email: 'x@example.org' });
  assert.match(wrong.text, /The address isn’t the one above/);
  const right = { act: 'delete', email: first.email };
  assert.equal((await send(right, 'https://evil.example')).status, 403);
  assert.match((await send(right)).text, /<h1>Your data is deleted<\/h1>/);
  assertRefused(await session('GET', '/my/credentials'), 401, 'invalid_credentials');
});
