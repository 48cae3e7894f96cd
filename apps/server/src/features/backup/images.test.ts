import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { computeCid } from '../../platform/images/index.ts';
import { createFolderRepository } from './folder.ts';
import { deleteUnlistedImages } from './images.ts';
import { writeWhole } from './repository.ts';

test('an image written shortly before the list that names it is kept', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-pictures-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = createFolderRepository(folder);
  const [old, young] = await Promise.all(
    ['old', 'young'].map(async (each) => {
      const cid = computeCid(Buffer.from(each));
      const name = `images/${cid.slice(7, 9)}/${cid}`;
      await writeWhole(repository, name, Buffer.from(each));
      return name;
    }),
  );
  const before = Date.now() - 60_000;
  await utimes(join(folder, old ?? ''), new Date(0), new Date(0));
  assert.equal(await deleteUnlistedImages(repository, [], before), 1);
  const left: string[] = [];
  for await (const { name } of repository.list('images/')) left.push(name);
  assert.deepEqual(left, [young]);
  assert.equal(await deleteUnlistedImages(repository, []), 1);
});
