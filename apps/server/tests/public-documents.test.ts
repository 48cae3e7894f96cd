import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { badgeImage, jpegBytes } from './support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance);
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId, {
  shareText: '{{recipient_name}} got {{badge_name}} of {{issuer_name}}',
});

const ld = { accept: 'application/ld+json' };
const get = (path: string, headers: Record<string, string> = {}) =>
  createTestClient(instance.url)('GET', path, undefined, headers);
const revoke = (id: string, reason: string | null) =>
  sql`update credentials set revoked_at = now(), revocation_reason = ${reason} where id = ${id}`.execute(
    instance.db,
  );

test('issuer and badge are public Open Badges documents without authentication [4.6-1 4.6-2 5-2]', async () => {
  const issuer = assertOk(await get(`/certify-badge/issuer/${issuerId}`)).body;
  assert.deepEqual(issuer, {
    '@context': 'https://w3id.org/openbadges/v2',
    type: 'Issuer',
    id: `${instance.url}/certify-badge/issuer/${issuerId}`,
    name: 'Analytical Society',
    url: 'https://society.example',
    email: owner.email,
    verification: { type: 'hosted', allowedOrigins: new URL(instance.url).host },
  });
  const badge = assertOk(await get(`/certify-badge/badge/${badgeId}`)).body;
  assert.deepEqual(badge, {
    '@context': 'https://w3id.org/openbadges/v2',
    type: 'BadgeClass',
    id: `${instance.url}/certify-badge/badge/${badgeId}`,
    name: 'Poet of Science',
    description: 'Writes programs',
    criteria: { narrative: 'Wrote one' },
    image: badge.image,
    issuer: issuer.id,
  });
  assert.ok(badge.image.startsWith(`${instance.url}/ipfs/bafkrei`));
});

test('an assertion is served in each form with its cache headers [4.6-3 8-10]', async () => {
  const id = await issueAward(owner, badgeId, { expires: '2030-01-01' });
  const path = `/certify-badge/award/${id}`;
  for (let time = 0; time < 2; time++) {
    const json = assertOk(await get(path));
    assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(json.headers.get('cache-control'), 'public, max-age=300');
    assert.equal(json.headers.get('vary'), 'Accept');
    assert.equal(json.headers.get('access-control-allow-origin'), '*');
    assert.equal(json.headers.get('x-content-type-options'), 'nosniff');
    assert.match(json.headers.get('etag') ?? '', /^"[^"]+"$/);
    assert.equal(json.body.revoked, false);
    assert.equal(json.body.expires, '2030-01-01T23:59:59.999Z');
    const linked = assertOk(await get(path, ld));
    assert.equal(linked.headers.get('content-type'), 'application/ld+json');
    assert.equal(linked.text, json.text);
    assert.notEqual(linked.headers.get('etag'), json.headers.get('etag'));
    const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    assert.deepEqual(
      [page.status, page.headers.get('location'), page.headers.get('cache-control')],
      [303, `${instance.url}/credentials/${id}`, 'no-store'],
    );
    for (const [document, target] of [
      [`/certify-badge/badge/${badgeId}`, `/badge/${badgeId}`],
      [`/certify-badge/issuer/${issuerId}`, `/issuer/${issuerId}`],
    ] as const) {
      const led = await get(document, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      assert.deepEqual(
        [led.status, led.headers.get('location'), led.headers.get('cache-control')],
        [303, instance.url + target, 'no-store'],
      );
      assert.equal(led.headers.get('vary')?.includes('Accept'), true);
      const image = await get(document, { accept: 'image/avif,image/webp,*/*;q=0.8' });
      assert.match(assertOk(image).headers.get('content-type') ?? '', /^application\/json/);
    }
  }
});

test('a matching ETag returns 304, and HEAD returns only the headers', async () => {
  const id = await issueAward(owner, badgeId);
  const path = `/certify-badge/award/${id}`;
  const { headers } = assertOk(await get(path));
  const etag = headers.get('etag') ?? '';
  for (const requested of [etag, `"x", W/${etag}`, '*']) {
    const unchanged = await get(path, { 'if-none-match': requested });
    assert.deepEqual(
      [unchanged.status, unchanged.text, unchanged.headers.get('etag')],
      [304, '', etag],
    );
    assert.equal(unchanged.headers.get('cache-control'), 'public, max-age=300');
    assert.equal(unchanged.headers.get('content-type'), null);
  }
  assertOk(await get(path, { 'if-none-match': '"other"' }));
  const head = await createTestClient(instance.url)('HEAD', path);
  assert.deepEqual(
    [head.status, head.text, head.headers.get('content-length')],
    [200, '', headers.get('content-length')],
  );
});

test('a revoked assertion shows its reason, and JSON-LD requests get 410 [3.3-1]', async () => {
  for (const reason of ['issued in error', null]) {
    const id = await issueAward(owner, badgeId);
    await revoke(id, reason);
    const path = `/certify-badge/award/${id}`;
    const revocation = reason ? { revocationReason: reason } : {};
    const json = assertOk(await get(path));
    assert.equal(json.headers.get('cache-control'), 'public, max-age=30');
    assert.equal(json.body.revoked, true);
    assert.deepEqual(json.body.recipient.type, 'email');
    assert.equal(json.body.revocationReason, reason ?? undefined);
    for (let time = 0; time < 2; time++) {
      const erased = await get(path, ld);
      assert.equal(erased.status, 410);
      assert.equal(erased.headers.get('cache-control'), 'no-store');
      const expected = {
        '@context': 'https://w3id.org/openbadges/v2',
        type: 'Assertion',
        id: instance.url + path,
        revoked: true,
        ...revocation,
      };
      assert.deepEqual(JSON.parse(erased.text), expected);
    }
  }
});

test('the share text fills in its placeholders and has a default [4.6-4]', async () => {
  const recipient = { name: 'Grace {{badge_name}} $& Hopper', email: 'grace@example.org' };
  const id = await issueAward(owner, badgeId, { recipient });
  const path = `/certify-badge/award/${id}/share-text`;
  assert.deepEqual(assertOk(await get(path)).body, {
    text: 'Grace {{badge_name}} $& Hopper got Poet of Science of Analytical Society',
  });
  await owner.insignia.badges.setShareText({ badgeId, text: 'Now {{badge_name}}' });
  assert.deepEqual(assertOk(await get(path)).body, { text: 'Now Poet of Science' });
  const plain = await issueAward(owner, await createBadge(owner, issuerId));
  const { text } = assertOk(await get(`/certify-badge/award/${plain}/share-text`)).body;
  assert.ok(
    text.includes('Poet of Science') && text.includes('Analytical Society') && !text.includes('{{'),
  );
});

test('an unknown document returns 404 in the one error shape and is not cached', async () => {
  const unknown = '01900000-0000-7000-8000-000000000000';
  const cases: [string, string][] = [
    [`/certify-badge/issuer/${unknown}`, 'issuer_not_found'],
    [`/certify-badge/badge/${unknown}`, 'badge_not_found'],
    [`/certify-badge/award/${unknown}`, 'credential_not_found'],
    [`/certify-badge/award/${unknown}/share-text`, 'credential_not_found'],
    [`/certify-badge/award/${badgeId}`, 'credential_not_found'],
    ['/certify-badge/award/nonsense', 'credential_not_found'],
    ["/certify-badge/award/'%20or%201=1", 'credential_not_found'],
    ['/certify-badge/award/%00', 'credential_not_found'],
  ];
  for (const [path, code] of cases) {
    const answer = await get(path);
    assertRefused(answer, 404, code);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  }
});

test('the page shows the credential, its status and no hostile markup', async () => {
  const recipient = { name: '<script>alert(1)</script>', email: 'x@example.org' };
  const id = await issueAward(owner, badgeId, {
    recipient,
    issuedOn: '2020-01-01',
    expires: '2020-06-01',
  });
  const expired = assertOk(await get(`/credentials/${id}`));
  assert.match(expired.headers.get('content-type') ?? '', /text\/html/);
  assert.ok(
    expired.text.includes('&lt;script&gt;alert(1)&lt;/script&gt;') &&
      !expired.text.includes('<script>'),
  );
  assert.match(expired.text, /Expired<\/strong>.*<time[^>]*>June 1, 2020/);
  assert.doesNotMatch(expired.text, /x@example\.org/);
  await owner.insignia.credentials.revoke({ awardId: id, reason: 'a "reason"' });
  assert.match(
    assertOk(await get(`/credentials/${id}`)).text,
    /Revoked<\/strong>.*Reason: <span dir="auto">a &quot;reason&quot;/,
  );
  const valid = await issueAward(owner, badgeId);
  assert.match(assertOk(await get(`/credentials/${valid}`)).text, /Valid/);
  assertRefused(await get(`/credentials/${badgeId}`), 404, 'credential_not_found');
  const missing = await get('/credentials/nonsense', { accept: 'text/html' });
  assert.deepEqual([missing.status, /Credential not found/.test(missing.text)], [404, true]);
});

test('pages of missing and erased credentials speak the language that the browser prefers', async () => {
  const erased = await issueAward(owner, badgeId);
  await owner.insignia.credentials.delete({ awardId: erased });
  const unknown = '01900000-0000-7000-8000-000000000000';
  const expected: Record<string, [lang: string, dir: string, ...headings: string[]]> = {
    'en-GB': [
      ...(['en', 'ltr', 'This credential was erased', 'Credential not found'] as const),
      ...['Badge not found', 'Issuer not found', 'Page not found', 'Verify a credential'],
    ],
    'de-AT,de;q=0.9,en;q=0.5': [
      ...(['de', 'ltr', 'Dieses Zertifikat wurde gelöscht', 'Zertifikat nicht gefunden'] as const),
      ...['Badge nicht gefunden', 'Aussteller nicht gefunden', 'Seite nicht gefunden'],
      'Ein Zertifikat prüfen',
    ],
    'fr-CH, en;q=0.1': [
      ...(['fr', 'ltr', 'Ce certificat a été supprimé', 'Certificat introuvable'] as const),
      ...['Badge introuvable', 'Émetteur introuvable', 'Page introuvable'],
      'Vérifier un certificat',
    ],
    'es-MX': [
      ...(['es', 'ltr', 'Este certificado se ha eliminado', 'Certificado no encontrado'] as const),
      ...['Insignia no encontrada', 'Emisor no encontrado', 'Página no encontrada'],
      'Verificar un certificado',
    ],
    ar: [
      ...(['ar', 'rtl', 'حُذفت هذه الشهادة', 'الشهادة غير موجودة', 'الشارة غير موجودة'] as const),
      ...['الجهة المُصدِرة غير موجودة', 'الصفحة غير موجودة', 'التحقق من شهادة'],
    ],
    'ja, *;q=0.5': [
      ...(['en', 'ltr', 'This credential was erased', 'Credential not found'] as const),
      ...['Badge not found', 'Issuer not found', 'Page not found', 'Verify a credential'],
    ],
  };
  for (const [accepted, [lang, dir, ...headings]] of Object.entries(expected)) {
    const button = headings.pop();
    const places = [`/credentials/${erased}`, `/credentials/${unknown}`, `/badge/${unknown}`];
    for (const [n, path] of [...places, `/issuer/${unknown}`, '/nothing'].entries()) {
      const page = await get(path, { accept: 'text/html', 'accept-language': accepted });
      assert.equal(page.status, n === 0 ? 410 : 404);
      assert.match(page.headers.get('vary') ?? '', /^Accept, Accept-Language\b/);
      assert.ok(page.text.includes(`<html lang="${lang}" dir="${dir}">`), accepted);
      assert.ok(page.text.includes(`<h1>${headings[n]}</h1>`), `${accepted} ${path}`);
      assert.ok(page.text.includes(`href="/verify">${button}</a></p>`), accepted);
      assert.equal(/There is|The issuer|Check that/.test(page.text), lang === 'en');
    }
  }
});

test('an image is served under its content address with a permanent cache, and is verified', async () => {
  const { image } = assertOk(await get(`/certify-badge/badge/${badgeId}`)).body;
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(image);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('etag'), `"${image.split('/').at(-1)}"`);
  }
  const etag = `"${image.split('/').at(-1)}"`;
  assert.equal((await fetch(image, { headers: { 'if-none-match': etag } })).status, 304);
  const unknown = 'bafkreidfoewmumc2sp2nhtehqcih4jwctgsy4r5wpxnsmmc3yfpskagxaa';
  assertRefused(await get(`/ipfs/${unknown}`), 404, 'image_not_found');
  for (const bad of ['x', '..%2f..%2fsecret'])
    assertRefused(await get(`/ipfs/${bad}`), 400, 'invalid_request', 'cid');
});

test('a damaged, truncated or missing image returns 503, never wrong bytes', async () => {
  const { rm, truncate, open } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const damage = [
    (path: string) => rm(path),
    (path: string) => truncate(path, 10),
    async (path: string) => {
      const file = await open(path, 'r+');
      await file.write(Buffer.from([0xff]), 0, 1, 40);
      await file.close();
    },
  ];
  for (const [at, harm] of damage.entries()) {
    const image = await badgeImage(100 + at);
    const id = await createBadge(owner, issuerId, { image });
    const { image: url } = (await owner.api('GET', `/badges/${id}`)).body;
    const cid = url.split('/').at(-1);
    await harm(join(instance.config.dataDir, 'images', cid.slice(-2), cid.slice(-4, -2), cid));
    const answer = await get(`/ipfs/${cid}`);
    assertRefused(answer, 503, 'image_unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await owner.insignia.badges.update({ badgeId: id, image });
    assert.equal((await fetch(url)).status, 200);
  }
});

test('a logo keeps its format and is the image of the issuer profile', async () => {
  const logo = (await jpegBytes()).toString('base64');
  await owner.insignia.issuers.update({ issuerId: issuerId, logo });
  const { image } = assertOk(await get(`/certify-badge/issuer/${issuerId}`)).body;
  assert.equal((await fetch(image)).headers.get('content-type'), 'image/jpeg');
});
