import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance();

const html = { accept: 'text/html' };
const ask = (path: string, init: RequestInit = {}) =>
  fetch(instance.url + path, { redirect: 'manual', ...init });

/** Resources of the first render. */
async function loadedFirst(): Promise<{ scripts: string[]; styles: string[] }> {
  const page = await (await ask('/app/', { headers: html })).text();
  const found = (form: RegExp) => Array.from(page.matchAll(form), ([, path = '']) => path);
  return {
    scripts: found(/(?:src|href)="(\/app\/assets\/[^"]+\.js)"/g),
    styles: found(/href="(\/app\/assets\/[^"]+\.css)"/g),
  };
}

test('every dashboard URL serves its page, which browsers revalidate each time', async () => {
  const { scripts } = await loadedFirst();
  assert.ok(scripts.length > 0);
  for (const path of ['/app/', '/app/01a1ff35-a000-7000-8000-000000000001/badges?search=x']) {
    const answer = await ask(path, { headers: html });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    const etag = answer.headers.get('etag') ?? '';
    assert.match(etag, /^"/);
    const again = await ask(path, { headers: { ...html, 'if-none-match': etag } });
    assert.equal(again.status, 304);
    const head = await ask(path, { method: 'HEAD', headers: html });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  }
  for (const [path, led] of [
    ['/app', '/app/'],
    ['/keys', '/app/keys'],
  ] as const) {
    const { status, headers } = await ask(path, { headers: html });
    assert.deepEqual([status, headers.get('location')], [301, led]);
  }
});

test('the content security policy allows only our own scripts and resources', async () => {
  const { headers } = await ask('/app/', { headers: html });
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ])
    assert.ok(policy.includes(rule), policy.join('\n'));
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('files are cached permanently and served compressed, and a missing file returns 404', async () => {
  const { scripts, styles } = await loadedFirst();
  for (const path of [...scripts, ...styles]) {
    const answer = await ask(path, { headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const isSmall = Number(answer.headers.get('content-length')) < 1_024;
    assert.equal(
      answer.headers.get('content-encoding'),
      isSmall ? answer.headers.get('content-encoding') : 'br',
    );
  }
  for (const [file, type] of [
    ['NotoSansHebrew-Bold.ttf', 'font/ttf'],
    ['coverage.txt', 'text/plain; charset=utf-8'],
  ] as const) {
    const { status, headers } = await ask(`/app/fonts/${file}`);
    assert.deepEqual([status, headers.get('content-type')], [200, type]);
    assert.equal(headers.get('cache-control'), 'public, max-age=86400');
    const again = { 'if-none-match': headers.get('etag') ?? '' };
    assert.equal((await ask(`/app/fonts/${file}`, { headers: again })).status, 304);
  }
  for (const path of ['Gone-Bold.ttf', 'OFL.txt', '..%2f..%2fpackage.json', 'coverage.txt%00'])
    assert.equal((await ask(`/app/fonts/${path}`)).status, 404, path);
  for (const path of ['/app/assets/gone-12345678.js', '/app/assets/..%2findex.html']) {
    const { status, headers } = await ask(path, { headers: html });
    assert.equal(status, 404);
    assert.doesNotMatch(headers.get('cache-control') ?? '', /immutable/);
  }
});

test('at most 220 KB of gzipped scripts load before the first display', async () => {
  const { scripts } = await loadedFirst();
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await (await ask(path)).bytes(), { level: 9 }).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total > 50_000, `${total}: not what is loaded`);
  assert.ok(
    total <= 220_000,
    `${total} bytes: ${scripts.map((path, at) => `${path} ${sizes[at]}`).join(', ')}`,
  );
});

test('a production installation does not include the packages that the dashboard is built from', async () => {
  const read = async (path: string) =>
    JSON.parse(await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
  assert.deepEqual((await read('apps/dashboard/package.json')).dependencies ?? {}, {});
  const { packages } = await read('package-lock.json');
  for (const name of ['@mantine/core', '@tabler/icons-react', '@tanstack/react-router'])
    assert.equal(packages[`node_modules/${name}`].dev, true, name);
});
