import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createFolderRepository } from './folder.ts';
import { lockRepository } from './lock.ts';
import { readWhole } from './repository.ts';

const now = new Date().toISOString();
const whole = JSON.stringify({
  ...{ token: 'theirs', host: hostname(), pid: process.ppid, since: now, renewed: now },
});

test('a lock that is being written is respected, and one that stays truncated is taken over', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = createFolderRepository(folder);
  // As on file systems without hard links, where the name appears before the contents.
  await writeFile(join(folder, 'lock'), whole.slice(0, 30));
  const whileWritten = {
    ...repository,
    async read(name: string) {
      const found = await readWhole(repository, name);
      await writeFile(join(folder, name), whole);
      return found && Readable.from([found]);
    },
  };
  await assert.rejects(lockRepository(whileWritten), /is running since/);
  assert.equal((await readWhole(repository, 'lock'))?.toString(), whole);

  await writeFile(join(folder, 'lock'), '');
  const lock = await lockRepository(repository);
  await lock.hold();
  await lock.release();
  assert.equal(await readWhole(repository, 'lock'), undefined);
});

test('a lock released and reacquired meanwhile is not taken from its new owner', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = createFolderRepository(folder);
  await writeFile(join(folder, 'lock'), whole);
  let reads = 0;
  const handedOn = {
    ...repository,
    async read(name: string) {
      reads += 1;
      if (reads > 1) return repository.read(name);
      await repository.remove(name);
      const found = await repository.read(name);
      await repository.create(name, Buffer.from(whole));
      return found;
    },
  };
  await assert.rejects(lockRepository(handedOn), /is running since/);
});

test('a lock is held by its process only, however many have the same id or host name', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = createFolderRepository(folder);
  const lock = await lockRepository(repository);
  const own = JSON.parse(await readFile(join(folder, 'lock'), 'utf8'));
  const write = (more: object) =>
    writeFile(join(folder, 'lock'), JSON.stringify({ ...own, token: 'theirs', ...more }));
  await assert.rejects(lockRepository(repository), /is running since/, 'by this process');
  // Another container with the same host name, whose process has the same id.
  await write({ scope: 'another container' });
  await assert.rejects(lockRepository(repository), /is running since/);
  await write({ scope: 'another container', pid: 999_999_999 });
  await assert.rejects(lockRepository(repository), /is running since/);
  await write({ scope: 'another container', renewed: '2026-01-01T00:00:00Z' });
  await (await lockRepository(repository)).release();
  for (const gone of [{ start: '1' }, { pid: 999_999_999 }]) {
    await write(gone);
    await (await lockRepository(repository)).release();
  }
  await lock.release();
});
