import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSecrets } from './files.ts';

test('fifty concurrent starts on an empty directory agree on one secret and leave no other file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'insignia-secret-'));
  const place = join(directory, 'data');
  const configured = { secret: undefined, secretPrevious: undefined, dataDir: place };
  const open = async () => (await openSecrets(configured)).current;
  const found = await Promise.all(Array.from({ length: 50 }, () => open()));
  assert.equal(new Set(found).size, 1);
  assert.deepEqual(await readdir(place), ['secret']);
  assert.equal((await stat(join(place, 'secret'))).mode & 0o777, 0o600);
  await rm(directory, { recursive: true });
});
