import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { canCompress, chooseEncoding, compressBody } from './encodings.ts';

test('brotli is preferred to gzip unless the client ranks them otherwise', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.5, BR;q=0.4', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=nonsense, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
  ];
  for (const [accepted, chosen] of cases) assert.equal(chooseEncoding(accepted), chosen, accepted);
});

test('only text of sufficient length is compressed', () => {
  assert.ok(canCompress('application/json; charset=utf-8', 1_024));
  assert.ok(canCompress('image/svg+xml', 5_000));
  assert.ok(!canCompress('application/json', 1_023));
  assert.ok(!canCompress('image/png', 5_000));
  assert.ok(!canCompress('application/pdf', 5_000));
});

test('compressed bodies decompress to the original', () => {
  const body = Buffer.from('badge '.repeat(1_000));
  assert.deepEqual(brotliDecompressSync(compressBody(body, 'br')), body);
  assert.deepEqual(gunzipSync(compressBody(body, 'gzip')), body);
});
