import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildCacheTagHeader,
  buildEdgeCacheControl,
  buildPurgeRequests,
  findPurgeError,
} from './rules.ts';

test('a response names its cache tags in the format of its cache, and no tags when too long', () => {
  const cacheTags = ['credential/1', 'account/2'];
  assert.deepEqual(buildCacheTagHeader('fastly', cacheTags), [
    'surrogate-key',
    'credential/1 account/2',
  ]);
  assert.deepEqual(buildCacheTagHeader('cloudflare', cacheTags), [
    'cache-tag',
    'credential/1,account/2',
  ]);
  assert.equal(buildCacheTagHeader('generic', []), undefined);
  assert.equal(
    buildCacheTagHeader('generic', Array(30).fill(`badge/${'0'.repeat(36)}`)),
    undefined,
  );
});

test('a cache with invalidations keeps only publicly cacheable responses longer', () => {
  const cases = [
    ['public, max-age=300', 'public, max-age=300, s-maxage=3600'],
    ['no-cache', 'public, max-age=0, must-revalidate, s-maxage=3600'],
    ['public, no-cache', 'public, max-age=0, must-revalidate, s-maxage=3600'],
    ['no-store', 'no-store'],
    ['public, max-age=31536000, immutable', 'public, max-age=31536000, immutable'],
  ] as const;
  for (const [before, after] of cases) assert.equal(buildEdgeCacheControl(before, 3_600), after);
  assert.equal(buildEdgeCacheControl('public, max-age=0', -1), 'public, max-age=0, s-maxage=0');
});

test('every key is purged once, 100 per request, in the format of each hook', () => {
  const keys = Array.from({ length: 250 }, (_, n) => `credential/${n}`);
  const of = (form: 'generic' | 'fastly' | 'cloudflare') =>
    buildPurgeRequests({ form, token: 't0k' }, keys);
  const tagLists = of('fastly').map(({ headers }) => headers['surrogate-key']?.split(' ') ?? []);
  assert.deepEqual(
    tagLists.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(tagLists.flat(), keys);
  assert.equal(of('fastly')[0]?.headers['fastly-key'], 't0k');
  assert.equal(of('generic')[0]?.headers.authorization, 'Bearer t0k');
  const [cloudflare] = of('cloudflare');
  assert.equal(cloudflare?.headers['surrogate-key'], undefined);
  assert.deepEqual(JSON.parse(cloudflare?.body ?? ''), { tags: keys.slice(0, 100) });
  assert.deepEqual(buildPurgeRequests({ form: 'generic', token: undefined }, []), []);
});

test('a redirect is a purge error, and so is 200 from Cloudflare without success', () => {
  assert.equal(findPurgeError('fastly', { status: 200, body: '{"status":"ok"}' }), undefined);
  assert.match(findPurgeError('generic', { status: 302, body: '' }) ?? '', /302/);
  assert.match(
    findPurgeError('cloudflare', { status: 200, body: '{"success":false}' }) ?? '',
    /success/,
  );
  assert.equal(findPurgeError('cloudflare', { status: 200, body: '{"success": true}' }), undefined);
});
