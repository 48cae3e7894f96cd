import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the package that is published stands alone: JavaScript with types, and nothing of ours beside it', async () => {
  const directory = `${root}node_modules/.cache/openbadges-package`;
  execFileSync(process.execPath, [`${root}scripts/pack-openbadges.ts`, directory]);
  const { baked, hashed } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { hashIdentity, unbake } = await import(${JSON.stringify(`${directory}/dist/index.js`)});
         const svg = '<svg xmlns:o="http://openbadges.org"><o:assertion verify="https://a.example/1"/></svg>';
         console.log(JSON.stringify({ baked: await unbake(new TextEncoder().encode(svg)), hashed: hashIdentity('A@b.c') }));`,
      ],
      { encoding: 'utf8' },
    ),
  );
  assert.deepEqual([baked, hashed.slice(0, 7)], ['https://a.example/1', 'sha256$']);
  const types = await readFile(`${directory}/dist/index.d.ts`, 'utf8');
  assert.match(types, /\bcheck\b/);
  const { dependencies, private: isPrivate } = JSON.parse(
    await readFile(`${directory}/package.json`, 'utf8'),
  );
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@insignia/'));
  assert.deepEqual([ours, isPrivate], [[], undefined]);
});
