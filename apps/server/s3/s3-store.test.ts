import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { parseS3Place } from '../src/config/index.ts';
import { Problem } from '../src/kernel/problem.ts';
import { createS3Store } from '../src/platform/images/s3-store.ts';
import { assertOk, assertRefused, createTestClient } from '../tests/support/client.ts';
import { dataUri, pngBytes } from '../tests/support/images.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';

// scripts/s3-gateway.sh starts Ceph's gateway and prints the settings.
const { S3_TEST_STORE = '' } = process.env;
if (!S3_TEST_STORE) throw new Error('S3_TEST_STORE is not set: start scripts/s3-gateway.sh first');
const place = parseS3Place(S3_TEST_STORE);
const { endpoint = '', bucket, prefix } = place;
const s3 = new S3Client({ region: place.region, endpoint, forcePathStyle: true });
const at = (cid: string) => ({ Bucket: bucket, Key: `${prefix}${cid}` });
const store = createS3Store(place);
const readBytes = async (cid: string) => {
  const { Body } = await s3.send(new GetObjectCommand(at(cid)));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

let instance: Instance;
before(async () => {
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/Already/.test(error.name)) throw error;
  });
  instance = await startInstance({ IMAGE_STORE: S3_TEST_STORE });
});
after(() => instance.stop());

test('an image is stored under its content address, and storing it again writes nothing', async () => {
  const bytes = await pngBytes(30, 30, Math.floor(Math.random() * 255));
  const cid = await store.put(bytes);
  assert.deepEqual(await store.get(cid), bytes);
  assert.deepEqual(await readBytes(cid), bytes);
  const written = async () =>
    (await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + cid })))
      .Contents?.[0]?.LastModified;
  const first = await written();
  await Promise.all(Array.from({ length: 10 }, () => store.put(bytes)));
  assert.deepEqual(await written(), first);
  await store.remove(cid);
  await store.remove(cid);
  assert.equal(await store.get(cid), undefined);
});

test('ten concurrent writers of one new image store one image', async () => {
  const bytes = await pngBytes(31, 31, Math.floor(Math.random() * 255));
  const cids = await Promise.all(Array.from({ length: 10 }, () => store.put(bytes)));
  assert.equal(new Set(cids).size, 1);
  assert.deepEqual(await store.get(cids[0] ?? ''), bytes);
});

test('a damaged image is never returned, and the next put repairs it', async () => {
  const bytes = await pngBytes(32, 32, Math.floor(Math.random() * 255));
  const cid = await store.put(bytes);
  const flipped = Buffer.from(bytes);
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  for (const wrong of [flipped, bytes.subarray(0, 20), Buffer.alloc(0)]) {
    await s3.send(new PutObjectCommand({ ...at(cid), Body: wrong }));
    assert.equal(await store.get(cid), undefined);
    assert.equal(await store.put(bytes), cid);
    assert.deepEqual(await store.get(cid), bytes);
  }
});

test('an unreachable or refusing store returns 503, never a missing image', async () => {
  const cid = await store.put(await pngBytes(33, 33));
  for (const odd of [
    { ...place, endpoint: `http://127.0.0.1:${await findFreePort()}` },
    { ...place, bucket: 'not-ours-at-all' },
  ]) {
    const other = createS3Store(odd);
    const refused = (error: unknown) =>
      error instanceof Problem && error.code === 'image_unavailable';
    await assert.rejects(other.put(await pngBytes(34, 34)), refused);
    if (odd.bucket === bucket) await assert.rejects(other.get(cid), refused);
  }
});

test('with images in S3, all files of a credential are served, and a deleted image causes 503', async () => {
  const owner = await createOwner(instance);
  const image = dataUri(await pngBytes(700, 700, Math.floor(Math.random() * 255)));
  const badgeId = await createBadge(owner, await createIssuer(owner), { image });
  const id = await issueAward(owner, badgeId);
  const anyone = createTestClient(instance.url);
  const { image: url } = assertOk(await anyone('GET', `/certify-badge/badge/${badgeId}`)).body;
  const cid = new URL(url).pathname.split('/').at(-1) ?? '';
  const served = await fetch(url);
  assert.equal((await sharp(await served.arrayBuffer()).metadata()).width, 700);
  assert.ok((await readBytes(cid)).length > 0);
  for (const path of [
    `/awards/${id}/pdf`,
    `/credentials/${id}/card.png`,
    `/credentials/${id}/badge.png`,
    `/credentials/${id}`,
  ])
    assert.equal((await fetch(instance.url + path)).status, 200, path);
  await s3.send(new DeleteObjectCommand(at(cid)));
  const other = await issueAward(owner, badgeId, {
    recipient: { name: 'Second Person', email: 's@example.org' },
  });
  assertRefused(await anyone('GET', `/awards/${other}/pdf`), 503, 'image_unavailable');
  assertOk(await anyone('GET', `/credentials/${other}`));
});
