import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { prepareAccount } from '../faults/prepare.ts';
import { s3Place } from '../src/config/index.ts';
import { createUrls } from '../src/kernel/urls.ts';
import { readStatus } from '../src/platform/archive/index.ts';
import { layoutOf } from '../src/platform/db/index.ts';
import { assertOk, client } from '../tests/support/client.ts';
import { ok, runInsignia } from '../tests/support/insignia.ts';
import { start, temporaryDirectory } from '../tests/support/process.ts';
import { until } from '../tests/support/until.ts';

const { S3_TEST_STORE = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
if (!S3_TEST_STORE) throw new Error('S3_TEST_STORE is not set: start scripts/s3-gateway.sh first');
const place = S3_TEST_STORE.replace(/(s3:\/\/[^/?]+)[^?]*/, `$1/${randomUUID()}`);
const { path: home, remove } = await temporaryDirectory();
after(remove);

test('the log is archived into a bucket, and a moment brought back from it', async () => {
  const { endpoint = '', region, bucket } = s3Place(place);
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/Already/.test(error.name)) throw error;
  });
  const dataDir = join(home, 'data');
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const common = { ...keys, BACKUP_PASSPHRASE: 'a passphrase of the tests', LOG_LEVEL: 'fatal' };
  const service = await start({ ...common, DATA_DIR: dataDir, BACKUP_ARCHIVE: place });
  const insignia = (more: object, ...args: string[]) =>
    runInsignia(home, args, { env: { ...common, BASE_URL: service.url, ...more } });
  const { key, badgeId } = await prepareAccount(service.url, dataDir);
  await until('a base backup is taken', async () =>
    Boolean((await readStatus(layoutOf(dataDir).spool))?.base),
  );
  const send = client(service.url, { 'x-api-key': key });
  const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const parameters = { badgeId, recipient, issuedOn: '2026-01-01' };
  const issued = assertOk(await send('POST', '/awards', { parameters }));
  const awardId = issued.body.info.awardId.split('/').at(-1);
  const moment = new Date().toISOString();
  assertOk(await send('DELETE', `/awards/${awardId}`));
  const own = { DATA_DIR: dataDir, BACKUP_ARCHIVE: place };
  const second = JSON.parse(ok(await insignia(own, 'archive', 'base', '--json')));
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);

  const { bases } = JSON.parse(ok(await insignia({}, 'archive', 'list', place, '--json')));
  assert.equal(bases.length, 2);
  assert.equal(bases[1].base, second.base);
  assert.ok(bases.every(({ isBroken }: { isBroken: boolean }) => !isBroken));
  const other = join(home, 'other');
  const to = ['restore', place, '--to-time', moment, '--json'];
  const done = JSON.parse(ok(await insignia({ DATA_DIR: other }, ...to)));
  assert.deepEqual([done.base, done.images.missing], [bases[0].base, 0]);
  const { port } = new URL(service.url);
  const restored = await start({ ...common, DATA_DIR: other, PORT: port, BASE_URL: service.url });
  const document = await fetch(createUrls(service.url).credential(awardId));
  assert.equal(document.status, 200);
  restored.child.kill('SIGTERM');
  assert.equal(await restored.ended, 0);
});
