import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { computeCid, isCid } from './store-image.ts';

test('a CID equals that of the reference implementation', async () => {
  for (const text of ['', 'hello', 'ü'.repeat(10_000)]) {
    const bytes = new TextEncoder().encode(text);
    const expected = CID.createV1(raw.code, await sha256.digest(bytes)).toString();
    assert.equal(computeCid(bytes), expected);
    assert.ok(isCid(expected));
  }
  for (const bad of ['', 'bafkrei', '../../etc/passwd', `bafkrei${'A'.repeat(52)}`])
    assert.equal(isCid(bad), false);
});
