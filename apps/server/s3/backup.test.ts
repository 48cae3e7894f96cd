import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parseS3Place } from '../src/config/index.ts';
import {
  BackupError,
  lockRepository,
  openRepository,
  type Repository,
  readWhole,
} from '../src/features/backup/index.ts';
import { createDatabase } from '../tests/support/database.ts';
import { assertSucceeded, getInstanceSettings, runInsignia } from '../tests/support/insignia.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory } from '../tests/support/process.ts';

// scripts/s3-gateway.sh starts Ceph's gateway and prints the settings.
const { S3_TEST_STORE = '', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
if (!S3_TEST_STORE) throw new Error('S3_TEST_STORE is not set: start scripts/s3-gateway.sh first');
const run = randomUUID();
const place = S3_TEST_STORE.replace(/(s3:\/\/[^/?]+)[^?]*/, `$1/${run}`);
const where = parseS3Place(place);

let repository: Repository;
let instance: Instance;
before(async () => {
  const { endpoint = '', region, bucket } = where;
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/Already/.test(error.name)) throw error;
  });
  repository = await openRepository(where);
  instance = await startInstance();
});
after(() => instance.stop());

const namesBelow = async (prefix: string) => {
  const names: string[] = [];
  for await (const { name } of repository.list(prefix)) names.push(name);
  return names;
};

test('a file longer than one part is stored whole, and a failed write leaves nothing', async () => {
  const piece = randomBytes(1024 * 1024);
  async function* pieces(count: number, error?: Error) {
    for (let n = 0; n < count; n += 1) yield piece;
    if (error) throw error;
  }
  await repository.write('long', pieces(40));
  const read = await readWhole(repository, 'long');
  assert.ok(read?.equals(Buffer.concat(Array.from({ length: 40 }, () => piece))));
  await assert.rejects(repository.write('half', pieces(40, new Error('broken off'))), /broken off/);
  assert.deepEqual(await namesBelow(''), ['long']);
  assert.equal(await readWhole(repository, 'half'), undefined);
  await repository.remove('long');
});

test('while the lock is held, a second lock is refused', async () => {
  const lock = await lockRepository(repository);
  assert.equal(await repository.create('lock', Buffer.from('mine')), false);
  await lock.hold();
  await lock.release();
  assert.deepEqual(await namesBelow(''), []);
});

test('a missing or unreachable bucket is reported in one line', async () => {
  const nowhere = await openRepository({ ...where, bucket: 'insignia-no-such-bucket' });
  await assert.rejects(nowhere.create('lock', Buffer.from('mine')), BackupError);
  const away = await openRepository({
    ...where,
    endpoint: `http://127.0.0.1:${await findFreePort()}`,
  });
  await assert.rejects(away.create('lock', Buffer.from('mine')), BackupError);
});

test('a service is backed up into a bucket twice and restored from it', async () => {
  const { path: home, remove } = await createTemporaryDirectory();
  const owner = await createOwner(instance);
  await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const env = {
    ...getInstanceSettings(instance),
    ...keys,
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
  };
  const insignia = (more: object, ...args: string[]) =>
    runInsignia(home, args, { env: { ...env, ...more } });
  const first = JSON.parse(
    assertSucceeded(await insignia({}, 'backup', place, '--verify', '--json')),
  );
  assert.ok(first.images.written > 0);
  const second = JSON.parse(
    assertSucceeded(await insignia({}, 'backup', place, '--keep', '1', '--json')),
  );
  assert.deepEqual([second.images.written, second.dropped], [0, [first.backup]]);
  const target = await createDatabase(false);
  const bring = { DATABASE_URL: target.url, DATA_DIR: `${home}/restored` };
  const restored = JSON.parse(assertSucceeded(await insignia(bring, 'restore', place, '--json')));
  assert.deepEqual([restored.rows, restored.secret], [second.rows, 'the same']);
  const listed = JSON.parse(
    assertSucceeded(await insignia({}, 'backups', place, '--json')),
  ).backups;
  assert.deepEqual(
    listed.map(({ backup }: { backup: string }) => backup),
    [second.backup],
  );
  await target.drop();
  await remove();
});
