import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { after, before, describe, mock, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { fetch as plainFetch } from 'undici';
import { assertOk } from '../tests/support/client.ts';
import { dataUri } from '../tests/support/images.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import { runConcurrently } from '../tests/support/run-concurrently.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { type Kind, type ProxiedInstance, startBehind } from './proxy.ts';

const mebibyte = 1024 * 1024;
/** Noise close to the maximum picture size, because PNG doesn't compress it. */
const largePicture = (): Promise<Buffer> =>
  sharp(randomBytes(1_250 * 1_250 * 3), { raw: { width: 1_250, height: 1_250, channels: 3 } })
    .png()
    .toBuffer();

for (const kind of ['nginx', 'caddy'] satisfies Kind[])
  describe(`the shipped configuration deploy/${kind}`, () => {
    let site: ProxiedInstance;
    let owner: Owner;
    let badgeId: string;
    let awardId: string;
    before(async () => {
      site = await startBehind(kind);
      owner = await createOwner(site);
      badgeId = await createBadge(owner, await createIssuer(owner));
      awardId = await issueAward(owner, badgeId);
    });
    after(() => site?.stop());

    test('signing up over https sets secure cookies and opens a session of that user', async () => {
      assert.match(owner.cookie, /^__Secure-/);
      const { body } = assertOk(await owner.session('GET', '/api/auth/get-session'));
      assert.equal(body.user.email, owner.email);
    });

    test('an image of nearly 5 MiB becomes the badge image and is served as immutable', async () => {
      const bytes = await largePicture();
      assert.ok(bytes.length > 4.4 * mebibyte && bytes.length < 5 * mebibyte, `${bytes.length}`);
      const id = await createBadge(owner, await createIssuer(owner), { image: dataUri(bytes) });
      const { body } = assertOk(await owner.api('GET', `/badges/${id}`));
      const picture = await fetch(body.image);
      assert.equal(picture.status, 200);
      assert.equal((await sharp(await picture.arrayBuffer()).metadata()).format, 'png');
      assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
    });

    test('an oversized body is refused, by the service with its own error if it arrives there', async () => {
      const createRequest = (bytes: number) => ({
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': owner.key },
        body: Buffer.alloc(bytes, 32),
      });
      const answers = await Promise.all(
        [8.5, 20].map((size) =>
          // The proxy's own answers aren't in the contract.
          plainFetch(new URL('/badges', site.url), createRequest(size * mebibyte)),
        ),
      );
      const [within, beyond] = answers.map(({ status }) => status);
      assert.equal(within, 413);
      assert.match(await (answers[0]?.text() ?? ''), /body_too_large/);
      // Caddy cuts off a body above its own limit, and may report 502.
      assert.ok(beyond === 413 || (kind === 'caddy' && beyond === 502), `${beyond}`);
    });

    test('10,000 CSV rows become credentials, and the export returns them as one stream', async () => {
      const rows = Array.from(
        { length: 10_000 },
        (_, n) => `Person ${n},p${n}@example.org,2026-03-01`,
      );
      const { body } = assertOk(
        await owner.api(
          'POST',
          `/awards/imports?badgeId=${badgeId}`,
          ['name,email,issuedOn', ...rows].join('\n'),
          { 'content-type': 'text/csv' },
        ),
        202,
      );
      // Not through the proxy, which would rate-limit the polling.
      const state = async () => {
        const { rows } = await sql<{ status: string; issued: number }>`
          select status, issued from imports where id = ${body.info.importId}`.execute(site.db);
        return rows[0];
      };
      await waitForCondition('imported', async () => (await state())?.status === 'completed');
      assert.equal((await state())?.issued, 10_000);
      const { text } = assertOk(await owner.api('GET', `/awards/export.csv?badgeId=${badgeId}`));
      assert.equal(text.trim().split('\n').length, 10_002);
    });

    test('a public document has its ETag, at most one compression, and each header once', async () => {
      const path = `/certify-badge/award/${awardId}`;
      const packed = await raw(path, { 'accept-encoding': 'gzip' });
      const plain = await raw(path, { 'accept-encoding': 'identity' });
      assert.equal(packed.headers['content-encoding'] ?? 'none', packed.isPacked ? 'gzip' : 'none');
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.deepEqual(JSON.parse(packed.text), JSON.parse(plain.text));
      assert.equal(packed.headers.etag, plain.headers.etag);
      const again = await raw(path, { 'if-none-match': plain.headers.etag ?? '' });
      assert.equal(again.status, 304);
      const page = await raw(`/credentials/${awardId}`, { 'accept-encoding': 'gzip' });
      assert.equal(page.headers['content-encoding'], 'gzip');
      assert.match(page.text, /<h1/);
      for (const name of ['strict-transport-security', 'content-security-policy', 'cache-control'])
        assert.equal(page.distinct[name]?.length, 1, `${name}: ${page.distinct[name]}`);
      const framed = await raw(`/credentials/${awardId}/embed`, {});
      assert.equal(framed.status, 200);
      assert.equal(framed.headers['x-frame-options'], undefined);
    });

    test('HTTP/2 requests are answered', async () => {
      const session = connect(site.url);
      const stream = session.request({ ':path': `/certify-badge/award/${awardId}` });
      const [headers] = await once(stream, 'response');
      assert.equal(headers[':status'], 200);
      stream.resume();
      await once(stream, 'end');
      session.close();
    });

    test('rate limits count each client, ignore X-Forwarded-For from clients, and never count the proxy', async () => {
      // The rate limit's minute lasts as long as this test.
      const now = performance.now();
      mock.method(performance, 'now', () => now);
      let n = 0;
      const one = () =>
        raw('/sign-in', { 'x-forwarded-for': `203.0.113.${n++ % 250}` }, '127.0.0.2');
      const answers = await runConcurrently(305, one);
      const refused = answers.filter(({ status }) => status === 429).length;
      assert.equal(refused, 5);
      assert.equal((await raw('/sign-in', {}, '127.0.0.3')).status, 200);
      mock.reset();
    });

    if (kind === 'nginx')
      test('http redirects to https', async () => {
        const url = `http://127.0.0.1:${site.plainPort}/sign-in?next=%2Fapp`;
        const answer = await fetch(url, { redirect: 'manual' });
        assert.equal(answer.status, 308);
        assert.equal(answer.headers.get('location'), 'https://127.0.0.1/sign-in?next=%2Fapp');
      });

    /** Sends raw HTTP from one of this machine's many addresses. */
    async function raw(path: string, headers: Record<string, string>, localAddress = '127.0.0.1') {
      const asking = request(new URL(path, site.url), { headers, localAddress, family: 4 });
      const [answer] = await once(asking.end(), 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return {
        status: answer.statusCode as number,
        headers: answer.headers as Record<string, string | undefined>,
        distinct: answer.headersDistinct as Record<string, string[] | undefined>,
        isPacked,
        text: (isPacked ? gunzipSync(bytes) : bytes).toString(),
      };
    }
  });
