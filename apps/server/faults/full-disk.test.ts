import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { dataUri } from '../tests/support/images.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';
import { prepareAccount } from './prepare.ts';

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** An incompressible picture. */
const noise = async (): Promise<string> => {
  const raw = { width: 128, height: 128, channels: 3 } as const;
  return dataUri(
    await sharp(randomBytes(128 * 128 * 3), { raw })
      .png()
      .toBuffer(),
  );
};

test('a full disk refuses new images, keeps accepted ones, and recovers when there is room', async (t) => {
  const { path: dataDir, remove } = await createTemporaryDirectory();
  cleanups.push(remove);
  const images = join(dataDir, 'images');
  await mkdir(images, { mode: 0o700 });
  const mount = (options: string): void => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', images]);
  };
  try {
    mount('size=400k');
  } catch {
    assert.fail('this test mounts a small file system: run it as root');
  }
  cleanups.push(() => execFileSync('umount', [images]));
  const running = await startProcess({ DATA_DIR: dataDir });
  cleanups.push(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  });
  const { key, badgeId } = await prepareAccount(running.url, dataDir);
  const api = createTestClient(running.url, { 'x-api-key': key });
  const [badge] = assertOk(await api('GET', '/badges')).body;
  const issuerId = badge.issuer.split('/').at(-1);
  const add = async () =>
    api('POST', '/badges', {
      parameters: { name: 'B', description: 'D', criteria: 'C', issuerId, image: await noise() },
    });
  const answers = [];
  for (let n = 0; n < 20; n++) answers.push(await add());
  const acceptedCount = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(acceptedCount > 0 && refused.length > 0);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [507, 'storage_full']);
    assert.ok(headers.get('retry-after'));
  }
  const listed = assertOk(await api('GET', '/badges')).body;
  assert.equal(listed.length, acceptedCount + 1);
  for (const { image } of listed) assert.equal((await fetch(image)).status, 200);
  assertOk(await createTestClient(running.url)('GET', `/certify-badge/badge/${badgeId}`));
  execFileSync('mount', ['-o', 'remount,size=10m', images]);
  assertOk(await add());
  t.diagnostic(
    `disk full: ${acceptedCount} pictures taken and served, ${refused.length} refused with 507, then healed`,
  );
});
