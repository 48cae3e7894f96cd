// A static export behind real web servers with the rules that it contains, while the service is stopped.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { fetch as plainFetch } from 'undici';
import { exportStaticSite, withService } from '../src/commands/index.ts';
import { collectPageErrors, openBrowser } from '../tests/support/browser.ts';
import { startOverHttps } from '../tests/support/https.ts';
import { getInstanceSettings } from '../tests/support/insignia.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../tests/support/people.ts';
import { createTemporaryDirectory } from '../tests/support/process.ts';
import { createCertificateAuthority } from '../tests/support/receiver.ts';
import { withSettings } from '../tests/support/settings.ts';
import { checkDocuments, listErased } from '../tests/support/static-site.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const ids = { valid: '', expired: '', revoked: '', erased: '' };
const place = { home: '', folder: '', url: '', badgeId: '', issuerId: '', code: '', listId: '' };
const cleanups: (() => Promise<unknown>)[] = [];
const signal = new AbortController().signal;

before(async () => {
  const instance = await startOverHttps();
  const owner = await createOwner(instance);
  place.url = instance.url;
  place.issuerId = await createIssuer(owner);
  place.badgeId = await createBadge(owner, place.issuerId);
  ids.valid = await issueAward(owner, place.badgeId);
  const past = { issuedOn: '2020-01-01', expires: '2020-02-01' };
  ids.expired = await issueAward(owner, place.badgeId, past);
  ids.revoked = await issueAward(owner, place.badgeId);
  ids.erased = await issueAward(owner, place.badgeId);
  await owner.insignia.credentials.revoke({ awardId: ids.revoked, reason: 'issued in error' });
  await owner.insignia.credentials.delete({ awardId: ids.erased });
  const directory = await createTemporaryDirectory();
  cleanups.push(directory.remove);
  place.home = directory.path;
  // Apache reads the folder as another user.
  await chmod(place.home, 0o755);
  place.folder = join(directory.path, 'export');
  await withSettings(getInstanceSettings(instance), () =>
    withService({ signal, warn: () => {} }, (service) =>
      exportStaticSite(service, { signal, warn: () => {} }, place.folder, {
        ...{ account: undefined, onProgress: () => {} },
      }),
    ),
  );
  for (const name of await readdir(join(place.folder, 'public/c'))) {
    const text = await readFile(join(place.folder, 'public/c', name), 'utf8');
    if (text.includes(ids.valid)) place.code = name.replace('.html', '');
  }
  const { issue } = await createCertificateAuthority();
  const { cert, key } = await issue();
  await writeFile(join(place.home, 'cert.pem'), cert);
  await writeFile(join(place.home, 'key.pem'), key);
  await instance.stop();
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
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

type Badge = { image: string };
type Kind = 'nginx' | 'apache' | 'caddy';

/** The exported rules with another port and certificate. */
async function readRules(name: string, changes: readonly (readonly [RegExp, string])[]) {
  let text = await readFile(join(place.folder, 'servers', name), 'utf8');
  for (const [wanted, by] of changes) {
    assert.match(text, wanted, `${name} has no ${wanted} any more`);
    text = text.replaceAll(new RegExp(wanted, 'gm'), by);
  }
  return text;
}

const programs: Record<Kind, (port: string) => Promise<string[]>> = {
  nginx: async (port) => {
    const { home } = place;
    const site = await readRules('nginx.conf', [
      [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
      [/\/etc\/letsencrypt\/live\/localhost\/fullchain\.pem/, join(home, 'cert.pem')],
      [/\/etc\/letsencrypt\/live\/localhost\/privkey\.pem/, join(home, 'key.pem')],
    ]);
    await writeFile(join(home, 'site.conf'), site);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    await writeFile(
      join(home, 'nginx.conf'),
      `${user} daemon off; pid ${home}/pid; error_log stderr; events {}
      http { access_log off; ${temporary.map((each) => `${each}_temp_path ${home}/${each};`).join(' ')}
        include ${home}/site.conf; }`,
    );
    return ['nginx', '-c', join(home, 'nginx.conf'), '-p', home, '-e', 'stderr'];
  },
  apache: async (port) => {
    const { home } = place;
    const site = await readRules('apache.conf', [
      [/<VirtualHost \*:443>/, `<VirtualHost 127.0.0.1:${port}>`],
      [/\/etc\/letsencrypt\/live\/localhost\/fullchain\.pem/, join(home, 'cert.pem')],
      [/\/etc\/letsencrypt\/live\/localhost\/privkey\.pem/, join(home, 'key.pem')],
    ]);
    const modules = ['mpm_event', 'authz_core', 'mime', 'dir', 'headers', 'rewrite', 'ssl'];
    const loaded = modules.map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    await writeFile(
      join(home, 'apache.conf'),
      `${loaded.join('\n')}\nServerRoot ${home}\nPidFile ${home}/apache.pid\nErrorLog ${home}/apache.log
      User www-data\nGroup www-data\nMutex file:${home} default\nTypesConfig /dev/null\nListen 127.0.0.1:${port}\n${site}`,
    );
    return ['apache2', '-D', 'FOREGROUND', '-f', join(home, 'apache.conf')];
  },
  caddy: async (port) => {
    const { home } = place;
    const certificate = `tls ${join(home, 'cert.pem')} ${join(home, 'key.pem')}`;
    const site = await readRules('Caddyfile', [
      [
        /^localhost \{$/m,
        `{\n\tadmin off\n\tauto_https disable_redirects\n}\nhttps://localhost:${port} {\n\tbind 127.0.0.1\n\t${certificate}`,
      ],
    ]);
    await writeFile(join(home, 'Caddyfile'), site);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')];
  },
};

async function startServer(kind: Kind): Promise<ChildProcess> {
  const { port } = new URL(place.url);
  const [program = '', ...args] = await programs[kind](port);
  const server = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: place.home },
  });
  let output = '';
  server.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  try {
    await waitForCondition(`${kind} answers`, async () => {
      assert.equal(server.exitCode, null, `${kind} ended: ${output}`);
      return (await get('/verify').catch(() => undefined))?.ok ?? false;
    });
  } catch (error) {
    server.kill('SIGTERM');
    throw error;
  }
  return server;
}

// Not the tests' own fetch, which compares with the contract of the service.
const get = (path: string, accept = '*/*') =>
  plainFetch(`${place.url}${path}`, { headers: { accept }, redirect: 'manual' });
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

for (const kind of ['nginx', 'apache', 'caddy'] satisfies Kind[])
  describe(`a static export behind ${kind}`, () => {
    let server: ChildProcess;
    before(async () => {
      server = await startServer(kind);
    });
    after(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    });

    test('our verifier and others accept every document', async () => {
      await checkDocuments(place.url, [
        { status: 'valid', id: ids.valid },
        { status: 'expired', id: ids.expired },
        { status: 'revoked', id: ids.revoked },
      ]);
    });

    test('browsers get pages, programs documents, with the media type that they ask for', async () => {
      const pages = {
        [`/certify-badge/award/${ids.valid}`]: `/credentials/${ids.valid}`,
        [`/certify-badge/badge/${place.badgeId}`]: `/badge/${place.badgeId}`,
        [`/certify-badge/issuer/${place.issuerId}`]: `/issuer/${place.issuerId}`,
      };
      for (const [path, page] of Object.entries(pages)) {
        const led = await get(path, browserAccept);
        assert.equal(led.status, 303, path);
        assert.equal(new URL(led.headers.get('location') ?? '', place.url).pathname, page);
        for (const [accept, type] of [
          ['application/json', 'application/json'],
          ['application/ld+json', 'application/ld+json'],
          ['*/*', 'application/json'],
        ] as const) {
          const answer = await get(path, accept);
          assert.equal(answer.status, 200, `${path} ${accept}`);
          assert.equal(answer.headers.get('content-type')?.split(';')[0], type);
          assert.equal(answer.headers.get('vary')?.includes('Accept'), true);
          assert.equal(JSON.parse(await answer.text()).id, place.url + path);
        }
        assert.match(await (await get(page, browserAccept)).text(), /<h1/);
      }
      const did = await get(`/issuer/${place.issuerId}/did.json`);
      assert.match(did.headers.get('content-type') ?? '', /^application\/did\+ld\+json/);
      assert.equal((await get('/')).status, 200);
    });

    test('erased credentials answer 410, unknown addresses 404, each with its page', async () => {
      for (const url of listErased(place.url, ids.erased)) {
        const answer = await get(url.slice(place.url.length), browserAccept);
        assert.equal(answer.status, 410, url);
        assert.match(await answer.text(), /This credential was erased/);
      }
      const absent = await get(`/credentials/${place.badgeId}`);
      assert.equal(absent.status, 404);
      assert.match(await absent.text(), /Page not found/);
      for (const path of ['/../export.json', '/%2e%2e/export.json', '/credentials/', '/.drafts/'])
        assert.notEqual((await get(path)).status, 200, path);
    });

    test('pictures never change, downloads are attachments, and only embeds may be framed', async () => {
      const badge = (await (await get(`/certify-badge/badge/${place.badgeId}`)).json()) as Badge;
      const picture = await get(badge.image.slice(place.url.length));
      assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
      assert.match(picture.headers.get('content-type') ?? '', /^image\//);
      const file = await get(`/credentials/${ids.valid}/badge.png?download`);
      assert.equal(file.headers.get('content-disposition'), 'attachment');
      const page = await get(`/credentials/${ids.valid}`);
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      const framed = await get(`/credentials/${ids.valid}/embed`);
      assert.equal(framed.headers.get('content-security-policy'), null);
      assert.equal(
        (await get(`/credentials/${ids.valid}/vc`)).headers.get('x-robots-tag'),
        'noindex',
      );
    });

    test('printed short codes lead to the page, only where guessing is limited', async () => {
      await access(join(place.folder, 'public/c', `${place.code}.html`));
      const answers: number[] = [];
      for (let n = 0; n < 30; n++) answers.push((await get(`/c/${place.code}`)).status);
      if (kind !== 'nginx') return assert.ok(answers.every((status) => status === 404));
      assert.equal(answers[0], 200);
      assert.ok(answers.includes(429), answers.join(' '));
    });
  });

test('the page for verifying works in the browser alone, in its language', async () => {
  const server = await startServer('nginx');
  const browser = await openBrowser();
  try {
    const { url } = place;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const complaints = collectPageErrors(page, url);
    await page.goto(`${url}/credentials/${ids.valid}`);
    await page.getByRole('link', { name: 'Verify', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Valid credential' }).waitFor();
    assert.match(
      await page.getByRole('main').innerText(),
      /Signed by localhost|Hosted at localhost/,
    );
    const enter = async (reference: string, expected: string) => {
      await page.getByLabel('Link, ID or short code').fill(reference);
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('heading', { level: 1, name: expected }).waitFor();
    };
    await enter(ids.revoked, 'Revoked');
    await enter(`${url}/credentials/${ids.expired}/vc`, 'Expired');
    const file = join(place.folder, 'public/credentials', ids.valid, 'vc.json');
    const signed = await readFile(file, 'utf8');
    const changed = signed.replaceAll('Charles Babbage', 'Ada Lovelace');
    assert.notEqual(changed, signed);
    await writeFile(file, changed);
    await enter(`${url}/credentials/${ids.valid}/vc`, 'Not valid');
    await writeFile(file, signed);
    const slow = Promise.withResolvers<void>();
    const slowUrl = `${url}/credentials/${ids.valid}/vc`;
    await page.route(slowUrl, async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.getByLabel('Link, ID or short code').fill(slowUrl);
    await page.getByRole('button', { name: 'Verify' }).click();
    await enter(ids.revoked, 'Revoked');
    const verified = page.waitForResponse(/\/status\//);
    slow.resolve();
    await verified;
    await page.waitForTimeout(500);
    const shown = await page.getByRole('heading', { level: 1 }).innerText();
    assert.equal(shown, 'Revoked', 'an earlier verification replaced the result');
    await page.getByLabel('or file').setInputFiles({
      ...{ name: 'certificate.pdf', mimeType: 'application/pdf' },
      buffer: Buffer.from('%PDF-1.7'),
    });
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').filter({ hasText: 'can’t read PDFs' }).waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
});
