import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base16 } from 'multiformats/bases/base16';
import { base36 } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { computeCid, isCid, parseCid } from './cid.ts';

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

test('a CID is read in every usual base and written in ours', () => {
  const ours = computeCid(Buffer.from('hello'));
  const cid = CID.parse(ours);
  for (const base of [base16, base36, base58btc])
    assert.equal(parseCid(cid.toString(base.encoder)), ours, base.name);
  assert.equal(parseCid(ours.toUpperCase()), ours);
  const versionZero = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG';
  assert.match(parseCid(versionZero) ?? '', /^bafybei/);
  for (const bad of [
    '',
    'x',
    ours.slice(0, -1),
    `${ours}a`,
    `${ours}=`,
    `b${'a'.repeat(600)}`,
    'Qm',
  ])
    assert.equal(parseCid(bad), undefined, bad);
});
