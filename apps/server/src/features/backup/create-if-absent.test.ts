import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolderRepository, createIfAbsent } from './folder.ts';
import { writeWhole } from './repository.ts';

test('when two writers create the same file, one succeeds, also without hard links', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-new-'));
  t.after(() => rm(folder, { recursive: true }));
  const none = async () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  };
  for (const [name, links] of Object.entries({ linked: [], copied: [none] })) {
    const [first, second, path] = ['a', 'b', name].map((each) => join(folder, each)) as [
      string,
      string,
      string,
    ];
    await writeFile(first, 'the first');
    await writeFile(second, 'the second');
    assert.equal(await createIfAbsent(first, path, ...links), true);
    assert.equal(await createIfAbsent(second, path, ...links), false);
    assert.equal(await readFile(path, 'utf8'), 'the first');
  }
  const full = async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  await assert.rejects(createIfAbsent(join(folder, 'a'), join(folder, 'c'), full), {
    code: 'ENOSPC',
  });
});

test('removing the last file of a folder removes the folder, but no folder with other files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-new-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = createFolderRepository(folder);
  await writeWhole(repository, 'backups/one/tables/a', Buffer.from('a'));
  await writeWhole(repository, 'backups/two/b', Buffer.from('b'));
  await repository.remove('backups/one/tables/a');
  await assert.rejects(readFile(join(folder, 'backups/one')), { code: 'ENOENT' });
  assert.equal(await readFile(join(folder, 'backups/two/b'), 'utf8'), 'b');
  await repository.remove('backups/two/b');
  await repository.remove('backups/two/b');
  await writeWhole(repository, 'backups/three/c', Buffer.from('c'));
});
