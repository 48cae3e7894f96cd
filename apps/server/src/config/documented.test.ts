import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readConfig } from './index.ts';

const guide = new URL('../../../../docs/operate/configuration.md', import.meta.url);

test('the guide to the configuration names every setting that is read, and no other', async () => {
  const requestedNames = new Set<string>();
  readConfig((name) => {
    requestedNames.add(name);
    return undefined;
  });
  const named = (await readFile(guide, 'utf8'))
    .split('\n')
    .flatMap(
      (line) => /^- (?:`[A-Z0-9_]+`(?:, )?)+/.exec(line)?.[0].match(/[A-Z][A-Z0-9_]+/g) ?? [],
    );
  assert.deepEqual(named.toSorted(), [...requestedNames].toSorted());
});
