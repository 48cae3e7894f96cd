import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Language } from '@insignia/contract';
import { getVerifierTexts } from '../src/features/verifier/index.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { pngBytes } from './support/images.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let badgeId: string;
let issuerId: string;
let anyone: SendRequest;
let other: Server;
let answer: RequestListener;
let origin: string;
before(async () => {
  instance = await startInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32' });
  anyone = createTestClient(instance.url);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner, { name: 'Our University' });
  badgeId = await createBadge(owner, issuerId, { name: 'Our Badge' });
  other = createServer((request, response) => answer(request, response));
  other.listen(0, '127.0.0.2');
  await once(other, 'listening');
  origin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
});
after(async () => {
  other.closeAllConnections();
  other.close();
  await instance.stop();
});

const ask = async (url: string, more = '') =>
  assertOk(await anyone('GET', `/verify?url=${encodeURIComponent(url)}${more}`)).body;
const post = async (body: object) => assertOk(await anyone('POST', '/verify', body)).body;
const bad = ({ checks }: { checks: { check: string; outcome: string }[] }) =>
  Object.fromEntries(
    checks
      .filter(({ outcome }) => outcome !== 'valid')
      .map(({ check, outcome }) => [check, outcome]),
  );
const assertion = (id: string) => `${instance.url}/certify-badge/award/${id}`;

async function upload(bytes: Uint8Array, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(`${instance.url}/verify`, { method: 'POST', body: form });
  return {
    status: response.status,
    headers: response.headers,
    text: '',
    body: await response.json(),
  };
}

test('our own credentials verify by URL, page, text, baked image and recipient', async () => {
  const id = await issueAward(owner, badgeId);
  const verdict = await ask(assertion(id));
  assert.deepEqual([verdict.status, verdict.outcome], ['valid', 'valid']);
  assert.deepEqual(verdict.found.recipient, { name: 'Charles Babbage' });
  assert.deepEqual(
    verdict.checks.map(({ check }: { check: string }) => check),
    ['fetched', 'shape', 'scope', 'issuer', 'badge', 'expiry', 'revocation'],
  );
  assert.deepEqual(
    [verdict.found.badge.name, verdict.found.issuer.name],
    ['Our Badge', 'Our University'],
  );
  for (const url of [
    `${instance.url}/credentials/${id}`,
    `${instance.url}/awards/${id}/pdf`,
    `${instance.url}/credentials/${id}/badge.png?download`,
  ])
    assert.equal((await ask(url)).outcome, 'valid', url);
  assert.deepEqual(bad(await ask(assertion(id), '&email=CHARLES@example.org')), {});
  assert.deepEqual(bad(await ask(assertion(id), '&email=eve@example.org')), {
    recipient: 'invalid',
  });
  const document = assertOk(await anyone('GET', `/certify-badge/award/${id}`)).text;
  assert.equal((await post({ document })).outcome, 'valid');
  assert.equal((await post({ parameters: { document: JSON.parse(document) } })).outcome, 'valid');
  const forged = {
    ...JSON.parse(document),
    recipient: { type: 'email', hashed: false, identity: 'eve@example.org' },
  };
  assert.deepEqual(bad(await post({ document: forged })), { fetched: 'invalid' });
  const baked = Buffer.from(
    await (await fetch(`${instance.url}/credentials/${id}/badge.png`)).arrayBuffer(),
  );
  assert.equal((await upload(baked, 'badge.png')).body.outcome, 'valid');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="http://openbadges.org"><openbadges:assertion verify="${assertion(id)}"/></svg>`;
  const response = await upload(Buffer.from(svg), 'badge.svg', { email: 'charles@example.org' });
  assert.deepEqual(
    [response.body.outcome, response.body.checks.at(-1).check],
    ['valid', 'recipient'],
  );
});

test('the page speaks the language that the browser prefers, also about details', async () => {
  const id = await issueAward(owner, await createBadge(owner, issuerId, { name: 'Poésie' }));
  assert.equal((await ask(assertion(id))).found.badge.name, 'Poésie');
  const expected: Record<string, [lang: string, dir: string, title: string, headline: string]> = {
    'en-US,en;q=0.9': ['en', 'ltr', 'Verify a credential', 'Valid credential'],
    'de-AT,de;q=0.9,en;q=0.5': ['de', 'ltr', 'Ein Zertifikat prüfen', 'Gültiges Zertifikat'],
    'fr-CH, en;q=0.1': ['fr', 'ltr', 'Vérifier un certificat', 'Certificat valide'],
    'es-MX': ['es', 'ltr', 'Verificar un certificado', 'Certificado válido'],
    ar: ['ar', 'rtl', 'التحقق من شهادة', 'شهادة سارية'],
    'ja, *;q=0.5': ['en', 'ltr', 'Verify a credential', 'Valid credential'],
  };
  for (const [accepted, [lang, dir, title, headline]] of Object.entries(expected)) {
    const page = async (query: string) => {
      const headers = { accept: 'text/html', 'accept-language': accepted };
      const response = await fetch(`${instance.url}/verify${query}`, { headers });
      assert.match(response.headers.get('vary') ?? '', /Accept-Language/);
      return response.text();
    };
    const empty = await page('');
    assert.ok(empty.includes(`<html lang="${lang}" dir="${dir}">`), accepted);
    assert.ok(empty.includes(`<h1>${title}</h1>`), accepted);
    const fields = empty.match(/<(?:input|textarea) id="(?:url|document|email)"[^>]+/g) ?? [];
    assert.deepEqual(
      fields.map((field) => field.includes(' dir="ltr"')),
      [true, true, true],
    );
    const valid = await page(`?url=${encodeURIComponent(assertion(id))}`);
    assert.ok(valid.includes(`<h1 id="verdict">${headline}</h1>`), accepted);
    assert.equal(/Every check|Hosted at|The credential|Issued on/.test(valid), lang === 'en');
    const wrong = await page(`?url=${encodeURIComponent(assertion(id))}&email=no%40example.org`);
    const [, detail] = /<li class="invalid">.*<span dir="auto">([^<]+)/.exec(wrong) ?? [];
    const { not_issued_to: text } = getVerifierTexts(lang as Language).details;
    assert.equal(
      detail?.replaceAll(/[\u2068\u2069]/g, ''),
      text.replace('{email}', 'no@example.org'),
    );
    const errorPage = await page('?url=utter%20nonsense');
    assert.match(errorPage, /role="alert">[^<]+https:\/\//);
    assert.equal(errorPage.includes('Enter a link'), lang === 'en');
  }
});

test('our own credentials verify as revoked, expired, erased or unknown', async () => {
  const revoked = await issueAward(owner, badgeId);
  await owner.insignia.credentials.revoke({ awardId: revoked, reason: 'Copied' });
  const verdict = await ask(assertion(revoked));
  assert.deepEqual([verdict.outcome, bad(verdict)], ['invalid', { revocation: 'invalid' }]);
  assert.deepEqual(
    [verdict.status, verdict.found.revocationReason, verdict.found.recipient.name],
    ['revoked', 'Copied', 'Charles Babbage'],
  );
  const expired = await issueAward(owner, badgeId, {
    issuedOn: '2020-01-01',
    expires: '2021-01-01',
  });
  const past = await ask(assertion(expired));
  assert.deepEqual(
    [past.status, bad(past), past.found.recipient.name],
    ['expired', { expiry: 'invalid' }, 'Charles Babbage'],
  );
  assert.equal((await ask(assertion(expired), '&email=eve@example.org')).status, 'invalid');
  const erased = await issueAward(owner, badgeId);
  await owner.insignia.credentials.delete({ awardId: erased });
  for (const id of [erased, badgeId, 'nonsense', '../badge']) {
    const erased = await ask(assertion(id));
    assert.deepEqual(
      [erased.status, erased.outcome, bad(erased), erased.found.recipient],
      ['not_found', 'invalid', { fetched: 'invalid' }, undefined],
    );
  }
  assert.deepEqual(bad(await ask(`${instance.url}/certify-badge/badge/${badgeId}`)), {
    fetched: 'invalid',
  });
});

test('another issuer’s responses decide the outcome, and unreadable sources never pass', async () => {
  const context = 'https://w3id.org/openbadges/v2';
  const pages: Record<string, unknown> = {
    '/a': {
      ...{ '@context': [context], type: ['Assertion'], id: `${origin}/a`, badge: [`${origin}/b`] },
      recipient: { type: 'email', hashed: false, identity: 'ada@example.org' },
      ...{ issuedOn: '2026-01-01T00:00:00+00:00', verification: { type: 'HostedBadge' } },
    },
    '/b': {
      ...{
        type: 'BadgeClass',
        id: `${origin}/b`,
        name: 'Theirs',
        description: 'D',
        image: `${origin}/b.png`,
      },
      ...{
        criteria: `${origin}/c`,
        issuer: {
          id: `${origin}/i`,
          type: 'Profile',
          name: 'They',
          url: origin,
          email: 'a@b.example',
        },
      },
    },
  };
  answer = (request, response) => {
    const document = pages[request.url ?? ''];
    response
      .writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(document ?? {}));
  };
  const verdict = await ask(`${origin}/a`, '&email=ada@example.org');
  assert.deepEqual([verdict.outcome, bad(verdict)], ['valid', {}]);
  assert.equal(verdict.found.issuer.name, 'They');
  assert.deepEqual(bad(await ask(`${origin}/none`)), { fetched: 'invalid' });

  const answers: [string, RequestListener, string][] = [
    [
      'HTML',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
      'invalid',
    ],
    [
      'redirect',
      (_, response) => response.writeHead(302, { location: `${origin}/a` }).end(),
      'unknown',
    ],
    ['500', (_, response) => response.writeHead(500).end(), 'unknown'],
    ['reset', (request) => request.socket.destroy(), 'unknown'],
    ['a number', (_, response) => response.end('42'), 'invalid'],
    ['a picture', async (_, response) => response.end(await pngBytes()), 'invalid'],
    ['nested', (_, response) => response.end('['.repeat(100_000)), 'unknown'],
    ['large', (_, response) => response.end(`"${'x'.repeat(2_000_000)}"`), 'unknown'],
    ['404, nested', (_, response) => response.writeHead(404).end('['.repeat(100_000)), 'invalid'],
    [
      '410, large',
      (_, response) => response.writeHead(410).end(`"${'x'.repeat(2_000_000)}"`),
      'invalid',
    ],
  ];
  for (const [name, listener, outcome] of answers) {
    answer = listener;
    const verdict = await ask(`${origin}/a`);
    assert.deepEqual(bad(verdict), { fetched: outcome }, name);
    assert.equal(verdict.outcome, outcome, name);
  }
  let sentBytes = 0;
  answer = (_, response) => {
    const piece = 'x'.repeat(64 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sentBytes += piece.length;
    };
    response.on('drain', more).on('error', () => {});
    more();
  };
  assert.deepEqual(bad(await ask(`${origin}/a`)), { fetched: 'unknown' });
  assert.ok(sentBytes < 20_000_000, `${sentBytes} bytes were taken`);
});

test('verification never requests private addresses, however they are written', async () => {
  answer = () => assert.fail('connected');
  const port = (other.address() as AddressInfo).port;
  for (const url of [
    `http://127.0.0.1:${port}/a`,
    `http://localhost:${port}/a`,
    `http://2130706433:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'https://127.0.0.2:22/',
    `http://user:secret@127.0.0.2:${port}/`,
  ]) {
    const verdict = await ask(url);
    assert.deepEqual([verdict.outcome, bad(verdict)], ['unknown', { fetched: 'unknown' }], url);
    assert.doesNotMatch(JSON.stringify(verdict), /ECONN|EHOST|ENOTFOUND|secret@127.*resolves/);
  }
});

test('bad input is reported, and never as an internal error', async () => {
  assertRefused(await anyone('GET', '/verify'), 400, 'invalid_request', 'url');
  for (const url of [
    'ftp://a.example/x',
    'javascript:alert(1)',
    'utter nonsense',
    `https://a.example/${'x'.repeat(3_000)}`,
  ])
    assertRefused(
      await anyone('GET', `/verify?url=${encodeURIComponent(url)}`),
      400,
      'invalid_request',
      'url',
    );
  assertRefused(
    await anyone('GET', '/verify?url=https://a.example&email=nobody'),
    400,
    'invalid_request',
    'email',
  );
  assertRefused(await anyone('POST', '/verify', {}), 400, 'invalid_request', 'url');
  assertRefused(
    await anyone('POST', '/verify', { document: 7 }),
    400,
    'invalid_request',
    'document',
  );
  assertRefused(
    await anyone('POST', '/verify', '<xml/>', { 'content-type': 'application/xml' }),
    415,
    'unsupported_media_type',
  );
  const plain = await upload(await pngBytes(), 'plain.png');
  assertRefused(plain, 400, 'invalid_request', 'file');
  assert.match(
    plain.body.error,
    /contains no credential: .+ send the URL or the short code printed on it/,
  );
  const unreadable: [text: string, message: RegExp][] = [
    ['GIF89a', /this is neither a PNG nor an SVG/],
    ['%PDF-1.7', /is a damaged PDF/],
    ['['.repeat(200), /must not be nested more than 100 levels deep/],
  ];
  for (const [text, message] of unreadable) {
    const answer = await upload(Buffer.from(text), 'a.gif');
    assertRefused(answer, 400, 'invalid_request', 'file');
    assert.match(answer.body.error, message);
  }
  assertRefused(
    await upload((await pngBytes()).subarray(0, 50), 'a.png'),
    400,
    'invalid_request',
    'file',
  );
  assertRefused(await upload(Buffer.alloc(20 * 1024 * 1024), 'large.png'), 413, 'body_too_large');
  for (const document of [
    '',
    'x',
    '{}',
    '[]',
    '{"id":7}',
    '{"id":"https://a.example","__proto__":{"a":1}}'.replace('https://a.example', 'urn:x'),
    'a.b.c',
  ]) {
    const response = await anyone('POST', '/verify', { document });
    if (document === '') assertRefused(response, 400, 'invalid_request', 'url');
    else assert.deepEqual(bad(assertOk(response).body), { fetched: 'invalid' }, document);
  }
});

test('a verification ends when its client disconnects', async () => {
  const closed: string[] = [];
  const arrived: Record<string, () => void> = {};
  answer = ({ url = '', socket }) => {
    socket.once('close', () => closed.push(url));
    arrived[url]?.();
  };
  const start = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived[path] = resolve;
    const client = new AbortController();
    const { signal } = client;
    const address = `${instance.url}/verify?url=${encodeURIComponent(`${origin}${path}`)}`;
    const ended = fetch(address, { signal }).catch(() => {});
    await promise;
    return { client, ended };
  };
  // Both would end at the same age.
  const first = await start('/first');
  const second = await start('/second');
  second.client.abort();
  await waitForCondition('one request has ended', async () => closed.length > 0);
  assert.deepEqual(closed, ['/second']);
  first.client.abort();
  await Promise.all([first.ended, second.ended]);
});

test('a client may verify external addresses 60 times a minute, and our own documents without this limit', async () => {
  const limited = await startInstance({
    RATE_LIMIT: 'on',
    VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
    TOPOLOGY: 'one',
  });
  try {
    let requestCount = 0;
    answer = (_, response) => {
      requestCount++;
      response.writeHead(404).end();
    };
    const send = createTestClient(limited.url);
    const ask = (n: number) => send('GET', `/verify?url=${encodeURIComponent(`${origin}/${n}`)}`);
    // One at a time: a slow machine refuses those that wait too long for the main thread.
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) statuses.push((await ask(n)).status);
    assert.deepEqual([statuses.filter((status) => status === 200).length, requestCount], [60, 60]);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    const own = `${limited.url}/certify-badge/award/${badgeId}`;
    assertOk(await send('GET', `/verify?url=${encodeURIComponent(own)}`));
  } finally {
    await limited.stop();
  }
});
