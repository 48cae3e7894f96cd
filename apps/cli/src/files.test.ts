import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPassphrase } from './files.ts';

const { env } = process;

test('a passphrase reads the same from a file and from BACKUP_PASSPHRASE', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-passphrase-'));
  t.after(() => rm(folder, { recursive: true }));
  t.after(() => delete env.BACKUP_PASSPHRASE);
  const text = ' words that nobody guesses \r\na second line\n';
  const file = join(folder, 'passphrase');
  await writeFile(file, text);
  env.BACKUP_PASSPHRASE = text;
  for (const from of [file, undefined])
    assert.equal(await readPassphrase(from), 'words that nobody guesses');
  env.BACKUP_PASSPHRASE = 'eleven char\n';
  await assert.rejects(readPassphrase(undefined), /fewer than 12 characters/);
  env.BACKUP_PASSPHRASE = '\n';
  assert.equal(await readPassphrase(undefined), undefined);
});
