import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import * as strangers from '@digitalbazaar/vc-bitstring-status-list';
import fc from 'fast-check';
import { canonicalizeQuads } from '../src/v3/canonical.ts';
import {
  credentialDocument,
  decodeStatusList,
  decodeTokenStatusList,
  emptyStatusList,
  encodeStatusList,
  MIN_STATUS_LIST_ENTRIES,
  readStatus,
  readTokenStatus,
  signCredential,
  signStatusList,
  statusListClaims,
  statusListDocument,
  writeStatus,
} from '../src/v3/index.ts';
import { writeQuads } from '../src/v3/quads.ts';
import { bundled } from '../src/v3/verify/contexts.ts';
import { toQuads } from '../src/v3/verify/to-quads.ts';
import { ordinary } from './support/facts.ts';
import { issuer } from './support/issuer.ts';
import { strangersLoader } from './support/strangers.ts';

const at = new Date('2026-03-01T12:00:00Z');
const list = 'https://badges.example/status/1';

test('another library reads set and cleared bits from the left, as we write them', async () => {
  const indices = fc.uniqueArray(fc.nat(MIN_STATUS_LIST_ENTRIES - 1), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(indices, indices, async (set, cleared) => {
      const bits = emptyStatusList();
      for (const index of set) writeStatus(bits, index, true);
      for (const index of cleared) writeStatus(bits, index, false);
      const theirs = await strangers.decodeList({ encodedList: await encodeStatusList(bits) });
      for (const index of [...set, ...cleared, 0, MIN_STATUS_LIST_ENTRIES - 1]) {
        const isSet = set.includes(index) && !cleared.includes(index);
        assert.deepEqual([readStatus(bits, index), theirs.getStatus(index)], [isSet, isSet]);
      }
      assert.deepEqual(await decodeStatusList(await encodeStatusList(bits)), bits);
    }),
    { numRuns: 20 },
  );
});

test('a status list made by another library is read', async () => {
  const theirs = await strangers.createList({ length: MIN_STATUS_LIST_ENTRIES });
  theirs.setStatus(94_567, true);
  const bits = await decodeStatusList(await theirs.encode());
  assert.deepEqual(
    [94_566, 94_567, 94_568].map((index) => readStatus(bits, index)),
    [false, true, false],
  );
});

test('an index outside of a status list, or a list below the minimum length, throws', () => {
  const bits = emptyStatusList();
  for (const index of [-1, MIN_STATUS_LIST_ENTRIES, 0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => readStatus(bits, index), RangeError);
    assert.throws(() => writeStatus(bits, index, true), RangeError);
  }
  for (const entries of [0, MIN_STATUS_LIST_ENTRIES - 8, MIN_STATUS_LIST_ENTRIES + 1, 2 ** 40])
    assert.throws(() => emptyStatusList(entries), RangeError);
});

test('an invalid status list or a decompression bomb is refused', async () => {
  const bomb = `u${gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64url')}`;
  for (const bad of ['', 'u', 'uAAAA', 'zabc', 'H4sIAAAA', 'u!!!!', `${bomb}=`, bomb])
    await assert.rejects(decodeStatusList(bad), bad.slice(0, 20));
});

test('the canonical N-Quads of a signed list equal those of a JSON-LD processor', async () => {
  const facts = {
    id: list,
    issuer: 'did:web:a.example',
    purpose: 'revocation',
    validFrom: at,
  } as const;
  const encodedList = await encodeStatusList(emptyStatusList());
  for (const more of [{}, { validUntil: at }, { ttl: 30_000 }]) {
    const document = statusListDocument({ ...facts, encodedList, ...more });
    const byLibrary = await canonicalizeQuads(await toQuads(document, bundled));
    assert.equal(await canonicalizeQuads(writeQuads(document, 'statusList')), byLibrary);
  }
});

test('@digitalbazaar/vc with its status checker reads from our list which credential is revoked', async () => {
  const { did, signer, controllerDocument } = await issuer('did:web:badges.example:issuer:1');
  const status = { list, index: 94_567, purpose: 'revocation' } as const;
  const credential = await signCredential(credentialDocument(ordinary({ status })), signer, at);
  const suite = new DataIntegrityProof({ cryptosuite });
  const judge = async (revoked: number): Promise<unknown[]> => {
    const bits = emptyStatusList();
    writeStatus(bits, revoked, true);
    const facts = { id: list, issuer: did, purpose: 'revocation', validFrom: at } as const;
    const document = statusListDocument({ ...facts, encodedList: await encodeStatusList(bits) });
    const documentLoader = strangersLoader({
      [did]: controllerDocument,
      [list]: await signStatusList(document, signer, at),
    });
    const checkStatus = strangers.checkStatus;
    const { verified, statusResult } = await vc.verifyCredential({
      ...{ credential, suite, documentLoader, checkStatus, now: at },
    });
    return [verified, statusResult?.results.map(({ status }) => status)];
  };
  assert.deepEqual(await judge(94_566), [true, [false]]);
  assert.deepEqual(await judge(94_567), [true, [true]]);
});

/** Appendix “Test vectors for Status List encoding” of Token Status List, draft 21: 1 bit, 2^20 entries. */
const vector =
  'eNrt3AENwCAMAEGogklACtKQPg9LugC9k_ACvreiogEAAKkeCQAAAAAAAAAAAAAAAAAAAIBylgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXG9IAAAAAAAAAPwsJAAAAAAAAAAAAAAAvhsSAAAAAAAAAAAA7KpLAAAAAAAAAAAAAAAAAAAAAJsLCQAAAAAAAAAAADjelAAAAAAAAAAAKjDMAQAAAACAZC8L2AEb';
const setInVector = [
  ...[0, 1993, 25460, 159495, 495669, 554353, 645645, 723232, 854545, 934534, 1000345],
];

test('the test vector of Token Status List is read, and written lists have the same bits as in the Bitstring Status List', async () => {
  const theirs = await decodeTokenStatusList({ bits: 1, lst: vector });
  assert.equal(theirs.bytes.length, 2 ** 17);
  const list = emptyStatusList(2 ** 20);
  for (const index of setInVector) writeStatus(list, index, true);
  const claims = await statusListClaims({
    ...{ uri: 'https://badges.example/status/1/token', list, ttl: 30 },
    ...{ issuedAt: at, expires: new Date(at.getTime() + 3_600_000) },
  });
  const ours = await decodeTokenStatusList(claims.status_list);
  assert.deepEqual(ours, theirs);
  for (const index of setInVector)
    assert.deepEqual(
      [index, index + 1].map((each) => readTokenStatus(ours, each)),
      [1, 0],
    );
  assert.equal(readTokenStatus(ours, 2 ** 20), undefined);
});

test('a list of 131,072 entries with 10,000 revoked credentials is a token of less than 24 KB', async () => {
  const list = emptyStatusList();
  for (let n = 0; n < 10_000; n++) writeStatus(list, (n * 7919) % MIN_STATUS_LIST_ENTRIES, true);
  const claims = await statusListClaims({
    ...{ uri: 'https://badges.example/status/1/token', list, ttl: 30 },
    ...{ issuedAt: at, expires: new Date(at.getTime() + 3_600_000) },
  });
  assert.ok(JSON.stringify(claims).length < 24_000);
});
