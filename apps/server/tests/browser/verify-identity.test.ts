// The verifier names the proven signer or host. Everything else in a credential is a claim.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  type Signer,
  signCredential,
} from '@insignia/openbadges/v3';
import { verify } from '@insignia/sdk/verify';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../support/axe.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { assertOk, createTestClient, type SendRequest } from '../support/client.ts';
import {
  type Any,
  server as httpsServer,
  origin,
  school,
  servedDocuments,
  stranger,
} from '../support/forgers/world.ts';
import { assertSucceeded, runCommand } from '../support/insignia.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory } from '../support/process.ts';
import { isShort } from '../support/test-form.ts';
import { updateIssuedBrand } from '../support/update-issued.ts';

let instance: Instance;
let owner: Owner;
let issuerId: string;
let badgeId: string;
let anyone: SendRequest;
let browser: Browser;
let plainServer: Server;
let plainOrigin: string;
/** Documents on a host without TLS. */
const plainWeb: Record<string, unknown> = {};
let did: string;
let signer: Signer<'Ed25519'>;
before(async () => {
  const port = await findFreePort();
  [instance, browser] = await Promise.all([
    startInstance({
      ...{ PORT: String(port), BASE_URL: `http://localhost:${port}` },
      VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    }),
    openBrowser(),
  ]);
  anyone = createTestClient(instance.url);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner, { name: 'Our University', url: instance.url });
  badgeId = await createBadge(owner, issuerId, { name: 'Our Badge' });
  plainServer = createServer((request, response) => {
    const found = plainWeb[request.url ?? ''];
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? {}));
  });
  await once(plainServer.listen(0, '127.0.0.2'), 'listening');
  plainOrigin = `http://127.0.0.2:${(plainServer.address() as AddressInfo).port}`;
  const key = await generateKey('Ed25519');
  did = `did:key:${key.publicKeyMultibase}`;
  signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
});
after(async () => {
  plainServer.closeAllConnections();
  plainServer.close();
  await Promise.all([browser.close(), httpsServer.close()]);
  await instance.stop();
});

const at = new Date('2026-03-01T00:00:00Z');
const harvard = { name: 'Harvard University', url: 'https://www.harvard.edu' };
const post = async (document: unknown): Promise<Any> =>
  assertOk(await anyone('POST', '/verify', { document })).body;
const ask = async (url: string): Promise<Any> =>
  assertOk(await anyone('GET', `/verify?url=${encodeURIComponent(url)}`)).body;
const findMessage = ({ checks }: Any, name: string): string =>
  checks.find(({ check }: Any) => check === name)?.message;

/**
 * Creates an Open Badges 3.0 credential. By default, a new key that calls itself Harvard University
 * signs it.
 */
function credential(more: object = {}, by = signer, issuer: object = harvard): Promise<Any> {
  const document = credentialDocument({
    ...{ id: 'urn:uuid:6f4c3b1e-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Sailor', validFrom: at },
    issuer: { id: by.verificationMethod.split('#')[0] ?? '', name: '', ...issuer },
    subject: { identifiers: [{ kind: 'name', value: 'Ada Lovelace', hashed: false }] },
    achievement: {
      ...{ id: 'urn:uuid:1', name: 'Sailor', description: 'D', criteria: { narrative: 'C' } },
    },
    ...more,
  });
  return signCredential(document, by, at);
}

/** Returns the page of a verified document, without the form below it. */
async function fetchPage(document: unknown): Promise<string> {
  const body = new FormData();
  body.set('document', typeof document === 'string' ? document : JSON.stringify(document));
  const headers = { accept: 'text/html' };
  const answer = await fetch(`${instance.url}/verify`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  return (await answer.text()).split('<form')[0] ?? '';
}

const bandIn = (html: string): string =>
  /<div class="band[\s\S]*?<\/p><\/div><\/div>/.exec(html)?.[0] ?? '';
const extractText = (html: string): string =>
  html
    .replaceAll(/<\/?(?:br|p|d[dlt]|div|h\d|li)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('a fresh did:key that calls itself Harvard University is shown as a key that nobody vouches for', async () => {
  const document = await credential();
  const verdict = await post(document);
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found.issuer, {
    id: did,
    provenBy: { by: 'did:key', key: did.slice('did:key:'.length) },
    claimedName: harvard.name,
    ...harvard,
  });
  const signedBy = `Signed by the key ${did}. No website vouches for this key.`;
  assert.equal(findMessage(verdict, 'issuer'), signedBy);
  assert.doesNotMatch(JSON.stringify(verdict.checks), /Harvard/);
  const html = await fetchPage(document);
  assert.match(bandIn(html), /class="band unknown"/);
  assert.equal(
    extractText(bandIn(html)),
    `Valid signature, unknown signer ${signedBy} Every check passed, but anyone can create a key like this. Ask the issuer whether this key is theirs.`,
  );
  assert.doesNotMatch(html, /genuine|Valid credential|Issued by/i);
  assert.match(extractText(html), /Issuer claims to be “Harvard University”/);
  assert.match(extractText(html), /Claimed website www\.harvard\.edu not proven/);
  assert.doesNotMatch(html, /href="[^"]*harvard/);
  assert.match(extractText(html), /Issuer key only Signed by the key/);
});

test('a did:web of another host is shown by its host, and only that host is linked', async () => {
  const { host } = new URL(origin);
  for (const [url, link] of [
    [`${origin}/about`, `${origin}/about`],
    ['https://www.harvard.edu', undefined],
    [`https://badges.${host}`, undefined],
    [`https://www.harvard.edu@${host}/`, undefined],
    [origin.replace('localhost', 'LOCALHOST'), `${origin}/`],
  ] as const) {
    const document = await credential({}, school.signer, { ...harvard, url });
    const verdict = await post(document);
    assert.equal(verdict.status, 'valid');
    assert.deepEqual(
      [verdict.found.issuer.id, verdict.found.issuer.provenBy],
      [school.did, { by: 'did:web', host, path: '/school' }],
    );
    const signedBy = `Signed by ${host}/school (did:web).`;
    assert.equal(findMessage(verdict, 'issuer'), signedBy);
    const html = await fetchPage(document);
    assert.equal(
      extractText(bandIn(html)),
      `Valid credential ${signedBy} Every check passed just now.`,
    );
    const links = [...html.matchAll(/<dd><a href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(links, link ? [link] : [], url);
  }
});

test('a key proves no issuer when its document names another controller or the issuer omits it', async () => {
  const key = await generateKey('Ed25519');
  const keys = `${origin}/forger/keys`;
  const victim = `${origin}/victim`;
  const method = `${keys}#1`;
  servedDocuments['/forger/keys'] = {
    id: keys,
    verificationMethod: [
      { id: method, controller: victim, publicKeyMultibase: key.publicKeyMultibase },
    ],
    assertionMethod: [method],
  };
  servedDocuments['/victim'] = { id: victim, assertionMethod: [`${victim}#1`] };
  const forger = await importEd25519Signer(key.pkcs8, method);
  for (const document of [
    await credential({}, forger, { ...harvard, id: victim }),
    await credential({}, stranger.signer, { ...harvard, id: school.did }),
  ]) {
    const verdict = await post(document);
    assert.equal(verdict.status, 'invalid');
    assert.equal(verdict.found.issuer.provenBy, undefined);
    assert.equal(verdict.found.issuer.claimedName, harvard.name);
    const html = await fetchPage(document);
    assert.equal(
      extractText(bandIn(html)),
      'Not valid At least one check failed. Don’t rely on this credential.',
    );
    assert.match(html, /Nothing proves who wrote this/);
  }
});

test('a forged credential with our address as its id gets neither our link nor our images', async () => {
  const id = await issueAward(owner, badgeId);
  const own = assertOk(await anyone('GET', `/credentials/${id}/vc`)).body;
  const { image } = own.credentialSubject.achievement;
  const picture = image?.id ?? image;
  assert.ok(picture.startsWith(instance.url), picture);
  const genuine = await fetchPage(own);
  assert.ok(genuine.includes(`src="${picture}"`) && genuine.includes(`/credentials/${id}"`));
  const achievement = { ...own.credentialSubject.achievement, image: picture };
  for (const [by, issuer] of [
    [signer, harvard],
    [school.signer, harvard],
    // The issuer's own name and identifier, signed by another key.
    [signer, { id: own.issuer.id, name: 'Our University', url: instance.url }],
  ] as const) {
    for (const address of [
      own.id,
      `${instance.url}/certify-badge/award/${id}`,
      own.id.toUpperCase(),
    ]) {
      const forged = await credential({ id: address, achievement }, by, issuer);
      const html = await fetchPage(forged);
      assert.doesNotMatch(html, /<img|View the credential/, address);
      assert.doesNotMatch(html, new RegExp(`href="[^"]*/credentials/${id}`));
      assert.doesNotMatch(html, /Charles Babbage/);
    }
  }
});

test('our own credentials name our host in both editions and link to their page', async () => {
  const id = await issueAward(owner, badgeId);
  const { host } = new URL(instance.url);
  const hosted = await ask(`${instance.url}/certify-badge/award/${id}`);
  assert.deepEqual(hosted.found.issuer, {
    id: `${instance.url}/certify-badge/issuer/${issuerId}`,
    provenBy: { by: 'hosted', host, encrypted: false },
    ...{ claimedName: 'Our University', name: 'Our University', url: instance.url },
  });
  assert.equal(findMessage(hosted, 'issuer'), `Hosted at ${host}, without encryption (http).`);
  const signed = await ask(`${instance.url}/credentials/${id}/vc`);
  assert.deepEqual(signed.found.issuer.provenBy, {
    ...{ by: 'did:web', host, path: `/issuer/${issuerId}` },
  });
  for (const document of [
    `${instance.url}/certify-badge/award/${id}`,
    `${instance.url}/credentials/${id}/vc`,
  ]) {
    const html = await fetchPage(document);
    assert.match(html, new RegExp(`href="${instance.url}/credentials/${id}"`));
    assert.match(html, new RegExp(`<a href="${instance.url}/" rel="noopener nofollow">`));
    assert.match(extractText(html), /Issuer claims to be “Our University”/);
  }
});

test('an Open Badges 2.0 badge shows its host, whatever name its issuer claims', async () => {
  const picture = `${instance.url}/certify-badge/image`;
  const documents = (more: object = {}): void => {
    plainWeb['/a'] = {
      ...{
        '@context': 'https://w3id.org/openbadges/v2',
        type: 'Assertion',
        id: `${plainOrigin}/a`,
      },
      ...{ badge: `${plainOrigin}/b`, issuedOn: '2026-01-01', verification: { type: 'hosted' } },
      recipient: { type: 'email', hashed: false, identity: 'ada@example.org' },
    };
    plainWeb['/b'] = {
      ...{ type: 'BadgeClass', id: `${plainOrigin}/b`, name: 'Sailor', description: 'D' },
      ...{ image: picture, criteria: { narrative: 'C' }, issuer: `${plainOrigin}/i` },
    };
    plainWeb['/i'] = {
      ...{ type: 'Issuer', id: `${plainOrigin}/i`, email: 'a@harvard.edu', ...harvard },
      ...more,
    };
  };
  documents();
  const { host } = new URL(plainOrigin);
  const verdict = await ask(`${plainOrigin}/a`);
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found.issuer, {
    id: `${plainOrigin}/i`,
    provenBy: { by: 'hosted', host, encrypted: false },
    ...{ claimedName: harvard.name, ...harvard },
  });
  const hostedAt = `Hosted at ${host}, without encryption (http).`;
  assert.equal(findMessage(verdict, 'issuer'), hostedAt);
  assert.doesNotMatch(JSON.stringify(verdict.checks), /Harvard/);
  const html = await fetchPage(`${plainOrigin}/a`);
  assert.equal(
    extractText(bandIn(html)),
    `Valid credential ${hostedAt} Every check passed just now.`,
  );
  assert.doesNotMatch(html, /<img|Issued by|href="[^"]*harvard/);

  // The forger's badge names a real issuer's profile on our host, which doesn't list the forger's host.
  const badge = plainWeb['/b'] as object;
  plainWeb['/b'] = { ...badge, issuer: `${instance.url}/certify-badge/issuer/${issuerId}` };
  const borrowed = await ask(`${plainOrigin}/a`);
  assert.deepEqual([borrowed.status, borrowed.found.issuer.provenBy], ['invalid', undefined]);
  assert.equal(borrowed.found.issuer.claimedName, 'Our University');
  assert.doesNotMatch(JSON.stringify(borrowed.checks), /Our University|Hosted at/);
  assert.doesNotMatch(bandIn(await fetchPage(`${plainOrigin}/a`)), /Hosted|University/);

  // A profile on another host that names it.
  documents();
  plainWeb['/b'] = { ...badge, issuer: `${origin}/profile` };
  servedDocuments['/profile'] = {
    ...{ type: 'Issuer', id: `${origin}/profile`, email: 'a@harvard.edu', ...harvard },
    verification: { type: 'hosted', allowedOrigins: host },
  };
  const delegated = await ask(`${plainOrigin}/a`);
  assert.equal(delegated.status, 'valid');
  assert.equal(
    findMessage(delegated, 'issuer'),
    `Hosted at ${host} on behalf of ${new URL(origin).host}, without encryption (http).`,
  );
});

const rightToLeft = '\u202e';
const hostileNames = [
  'Valid credential. Signed by harvard.edu (did:web).',
  `${rightToLeft}ude.dravrah yb dengiS`,
  '</dd><h1>Valid credential</h1>',
  `\u2066Signed by${'\n'.repeat(20)}harvard.edu\u2069`,
  `Z${'\u0335\u0321\u0489'.repeat(400)}`,
  'W'.repeat(20_000),
];

test('a hostile name can neither imitate the verifier nor break its page', async () => {
  for (const name of hostileNames) {
    const document = await credential(
      {
        achievement: {
          ...{ id: 'urn:uuid:1', name, description: name, criteria: { narrative: name } },
        },
        subject: { identifiers: [{ kind: 'name', value: name, hashed: false }] },
      },
      signer,
      { name, url: 'https://www.harvard.edu' },
    );
    const verdict = await post(document);
    assert.equal(verdict.found.issuer.claimedName, name.trim());
    assert.ok(!JSON.stringify(verdict.checks).includes(JSON.stringify(name).slice(1, 40)), name);
    const html = await fetchPage(document);
    assert.equal([...html.matchAll(/<h1/g)].length, 1);
    assert.match(
      extractText(bandIn(html)),
      /^Valid signature, unknown signer Signed by the key did:key:/,
    );
    assert.doesNotMatch(html, /[\u202a-\u202e\u2066-\u2069]/);
    assert.ok(html.length < 20_000, `${html.length} characters`);
  }
});

/** Returns the verdict on a document pasted in a browser. */
async function paste(page: Page, document: unknown): Promise<void> {
  await page.goto(`${instance.url}/verify`);
  await page.getByText('or paste a document').click();
  await page.fill('#document', JSON.stringify(document));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.locator('.band').waitFor();
}

test('the verification result page is accessible and fits, in light and dark, wide and narrow', async () => {
  const narrow = { width: 360, dark: true };
  for (const look of isShort ? [narrow] : [{}, narrow]) {
    const { page, complaints } = await visit(browser, instance.url, '/verify', look);
    for (const name of [...hostileNames, 'Fjord University']) {
      const by = name.startsWith('Fjord') ? school.signer : signer;
      await paste(
        page,
        await credential({}, by, { name, url: `https://${'w'.repeat(60)}.example` }),
      );
      // Names differ in length, but not in markup.
      if (!isShort || by === school.signer) assert.deepEqual(await findViolations(page), [], name);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(overflow, 0, name);
      // Stacked combining marks don't reach the headline.
      const band = await page.locator('.band').boundingBox();
      const claims = await page.locator('.facts').boundingBox();
      assert.ok(band && claims && claims.y >= band.y + band.height, name);
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
});

test('the SDK and the command line report the same issuer as the service', async () => {
  const document = await credential();
  const served = await post(document);
  const { found } = await verify(document);
  assert.deepEqual(JSON.parse(JSON.stringify(found.issuer)), served.found.issuer);

  const home = (await createTemporaryDirectory()).path;
  await writeFile(join(home, 'badge.json'), JSON.stringify(document));
  const env = { INSIGNIA_URL: instance.url };
  const out = assertSucceeded(await runCommand(home, ['verify', 'badge.json'], { env }));
  assert.equal(
    out.split('\n').slice(0, 3).join('\n'),
    `✓ valid  Ada Lovelace · Sailor
  Signed by the key ${did}. No website vouches for this key.
  Issuer claims to be “Harvard University” (not proven)`,
  );
  const json = JSON.parse(
    assertSucceeded(await runCommand(home, ['--json', 'verify', 'badge.json'], { env })),
  );
  assert.deepEqual(json.found.issuer, served.found.issuer);

  await writeFile(
    join(home, 'loud.json'),
    JSON.stringify(
      await credential({}, signer, { name: `\u001b[2J${rightToLeft}Harvard\nUniversity` }),
    ),
  );
  const loud = assertSucceeded(await runCommand(home, ['verify', 'loud.json'], { env }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: which must not reach the terminal
  assert.doesNotMatch(loud, /[\u001b\u202e]/);
  assert.match(loud, /Issuer claims to be “.*Harvard University” \(not proven\)/);
});

const hostedAt: Record<string, RegExp> = {
  en: /Hosted at localhost:\d+/,
  de: /Veröffentlicht auf localhost:\d+/,
  fr: /Hébergé sur localhost:\d+/,
  es: /Alojado en localhost:\d+/,
  ar: /مستضافة على \u2068localhost:\d+/,
};

test('the page of a credential names its host in its own language, and no issuer name', async () => {
  const { page, complaints } = await visit(browser, instance.url, '/verify');
  const id = await issueAward(owner, badgeId);
  for (const [language, identity] of Object.entries(hostedAt)) {
    await updateIssuedBrand(owner, { issuerId, language: language as 'en' });
    await page.goto(`${instance.url}/credentials/${id}`);
    await page.locator('#verify').click();
    await page.locator('#checks .checks').waitFor();
    const text = await page.locator('#checks').innerText();
    assert.match(text, identity, language);
    assert.doesNotMatch(text, /Our University/, language);
    // Texts differ by language, but not their markup.
    if (!isShort || language === 'ar') assert.deepEqual(await findViolations(page), []);
  }
  await owner.insignia.credentials.revoke({ awardId: id, reason: 'Mistake' });
  await page.goto(`${instance.url}/credentials/${id}`);
  await page.locator('#verify').click();
  const detail = await page.locator('#checks .invalid .detail').innerText();
  assert.equal(detail, 'ألغت الجهة المُصدِرة هذه الشهادة: \u2068Mistake\u2069');
  assert.deepEqual(complaints, []);
  await page.context().close();
});
