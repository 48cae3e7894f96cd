// The operator's commands for pictures in a bucket: move there and back, interrupt, verify, repair,
// drop orphans.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { sql } from 'kysely';
import { parseS3Place } from '../src/config/index.ts';
import { Problem } from '../src/kernel/problem.ts';
import { computeCid } from '../src/platform/images/index.ts';
import { createFileStore } from '../src/platform/images/open-images.ts';
import { createS3Store } from '../src/platform/images/s3-store.ts';
import { dataUri, pngBytes } from '../tests/support/images.ts';
import {
  assertSucceeded,
  getInstanceSettings,
  insigniaProgram,
  runInsignia,
} from '../tests/support/insignia.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

// scripts/s3-gateway.sh starts Ceph's gateway and prints the settings.
const { S3_TEST_STORE = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
if (!S3_TEST_STORE) throw new Error('S3_TEST_STORE is not set: start scripts/s3-gateway.sh first');
const below = (name: string) => S3_TEST_STORE.replace(/(s3:\/\/[^/?]+)[^?]*/, `$1/${name}`);
const run = randomUUID();
const place = below(`${run}/pictures`);
const backups = below(`${run}/backups`);
const where = parseS3Place(place);
const { endpoint = '', region, bucket, prefix } = where;
const s3 = new S3Client({ region, endpoint, forcePathStyle: true });
const at = (cid: string) => ({ Bucket: bucket, Key: `${prefix}${cid}` });
const store = createS3Store(where);
const inBucket = async () => {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names;
};
/** More than one page of a listing. */
const many = 1_050;

let instance: Instance;
let home: { path: string; remove: () => Promise<void> };
let env: Record<string, string | undefined>;
before(async () => {
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/Already/.test(error.name)) throw error;
  });
  [instance, home] = [await startInstance(), await createTemporaryDirectory()];
  env = { ...getInstanceSettings(instance), AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
});
after(async () => {
  await instance.stop();
  await home.remove();
});

const insignia = (more: object, ...args: string[]) =>
  runInsignia(home.path, [...args, '--json'], { env: { ...env, ...more } });
const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(instance.db)).rows[0]?.n ?? 0;
const known = () => count(sql<{ n: number }>`select count(*)::int as n from images`);
const noted = () =>
  count(sql<{ n: number }>`select count(*)::int as n from images where damaged_at is not null`);

/** Starts a command and sends Ctrl-C once pictures are in `target`. */
async function breakOff(more: object, to: string, isUnderWay: () => Promise<boolean>) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [insigniaProgram, 'images', 'move', to], {
    env: { PATH, HOME: home.path, ...env, ...more },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  await waitForCondition('pictures are being copied', isUnderWay);
  child.kill('SIGINT');
  const [code] = await closed;
  assert.equal(code, 130);
}

const strays: string[] = [];
const pictures: string[] = [];

test('images move from a folder into a bucket, and the next run continues after Ctrl-C', async () => {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  for (const color of [1, 2, 3]) {
    const badgeId = await createBadge(owner, issuerId, {
      image: dataUri(await pngBytes(40, 40, color)),
    });
    const { rows } = await sql<{ cid: string }>`
      select image_cid as cid from badges where id = ${badgeId}`.execute(instance.db);
    pictures.push(rows[0]?.cid ?? '');
  }
  const folder = createFileStore(join(instance.config.dataDir, 'images'));
  for (let n = 0; n < many; n += 1) strays.push(await folder.put(randomBytes(64)));
  await sql`insert into images (cid, media_type, bytes, width, height, touched_at)
    select cid, 'image/png', 64, 1, 1, now() from unnest(${strays}::text[]) c (cid)`.execute(
    instance.db,
  );
  await breakOff({}, place, async () => (await inBucket()).length > 20);
  const before = (await inBucket()).length;
  assert.ok(before < (await known()));

  const moved = JSON.parse(assertSucceeded(await insignia({}, 'images', 'move', place)));
  assert.ok(moved.copied > 0 && moved.there >= before);
  assert.deepEqual([moved.copied + moved.there, moved.missing], [await known(), 0]);
  assert.deepEqual(moved.settings, { IMAGE_STORE: place, IMAGE_STORE_PREVIOUS: 'file' });
  assert.equal(new Set(await inBucket()).size, await known());
  const switched = { IMAGE_STORE: place, IMAGE_STORE_PREVIOUS: 'file' };
  const last = JSON.parse(assertSucceeded(await insignia(switched, 'images', 'move', place)));
  assert.deepEqual([last.outcome, last.copied, last.there], ['done', 0, await known()]);
});

test('missing, damaged and oversized images in a bucket are reported and repaired from backups in another', async () => {
  const on = { IMAGE_STORE: place };
  assertSucceeded(await insignia(on, 'backup', backups, '--without-secret'));
  const [missing = '', altered = '', long = ''] = pictures;
  await s3.send(new DeleteObjectCommand(at(missing)));
  await s3.send(new PutObjectCommand({ ...at(altered), Body: 'not what it was' }));
  await s3.send(new PutObjectCommand({ ...at(long), Body: Buffer.alloc(20 * 1024 * 1024) }));
  const verification = await insignia(on, 'images', 'verify');
  assert.equal(verification.code, 6, verification.err);
  const found = JSON.parse(verification.out);
  assert.deepEqual(
    Object.fromEntries(
      found.images.map(({ image, state }: { image: string; state: string }) => [image, state]),
    ),
    { [missing]: 'missing', [altered]: 'damaged', [long]: 'damaged' },
  );
  assert.equal(await noted(), 3);
  const mended = JSON.parse(
    assertSucceeded(await insignia(on, 'images', 'verify', '--repair', backups)),
  );
  assert.deepEqual([mended.bad, mended.repaired, mended.orphans], [3, 3, 0]);
  assert.equal(await noted(), 0);
});

test('reading an oversized image repeatedly leaks no connection', async () => {
  const cid = computeCid(Buffer.from('long'));
  await s3.send(new PutObjectCommand({ ...at(cid), Body: Buffer.alloc(20 * 1024 * 1024) }));
  for (let n = 0; n < 60; n += 1) assert.equal(await store.get(cid), undefined);
  await store.remove(cid);
});

test('an unreachable gateway or missing bucket is reported, and no image is considered bad', async () => {
  const away = place.replace(/endpoint=[^&]+/, `endpoint=http://127.0.0.1:${await findFreePort()}`);
  const nowhere = place.replace(bucket, 'insignia-no-such-bucket');
  const elsewhere = createS3Store(parseS3Place(nowhere));
  await assert.rejects(
    elsewhere.get(pictures[0] ?? ''),
    (error: unknown) => error instanceof Problem && error.code === 'image_unavailable',
  );
  for (const odd of [away, nowhere]) {
    const answers = await Promise.all([
      insignia({ IMAGE_STORE: odd }, 'images', 'verify'),
      insignia({ IMAGE_STORE: odd }, 'images', 'move', join(home.path, 'empty')),
      insignia({}, 'images', 'move', odd),
      insignia({ IMAGE_STORE: place }, 'images', 'verify', '--repair', odd),
    ]);
    for (const [n, { code, err }] of answers.slice(0, 3).entries()) {
      assert.equal(code, 5, `${n}: ${err}`);
      assert.match(err, new RegExp(`s3://${parseS3Place(odd).bucket}/`));
    }
    // Nothing is damaged, so backups aren't read.
    assert.equal(answers[3]?.code, 0, answers[3]?.err);
  }
  assert.equal(await noted(), 0);
  const [missing = ''] = pictures;
  await s3.send(new DeleteObjectCommand(at(missing)));
  for (const odd of [away, nowhere]) {
    const { code, err } = await insignia(
      { IMAGE_STORE: place },
      'images',
      'verify',
      '--repair',
      odd,
    );
    assert.equal(code, 5, err);
  }
  assertSucceeded(await insignia({ IMAGE_STORE: place }, 'images', 'verify', '--repair', backups));
});

test('more orphans than fit on a list page are found in a bucket and dropped', async () => {
  await sql`delete from images where cid = any(${strays}::text[])`.execute(instance.db);
  const on = { IMAGE_STORE: place };
  const found = JSON.parse(assertSucceeded(await insignia(on, 'images', 'verify')));
  assert.deepEqual([found.orphans, found.dropped, found.bad], [many, 0, 0]);
  const cleanup = JSON.parse(
    assertSucceeded(await insignia(on, 'images', 'verify', '--drop-orphans')),
  );
  assert.deepEqual([cleanup.orphans, cleanup.dropped], [many, many]);
  assert.equal((await inBucket()).length, await known());
});

test('images move back into a folder', async () => {
  const folder = join(home.path, 'back');
  const moved = JSON.parse(
    assertSucceeded(await insignia({ IMAGE_STORE: place }, 'images', 'move', folder)),
  );
  assert.deepEqual([moved.copied, moved.missing], [await known(), 0]);
  assert.deepEqual(moved.settings, { IMAGE_STORE: folder, IMAGE_STORE_PREVIOUS: place });
  const found = JSON.parse(
    assertSucceeded(await insignia({ IMAGE_STORE: folder }, 'images', 'verify')),
  );
  assert.deepEqual([found.bad, found.orphans], [0, 0]);
});
