import assert from 'node:assert/strict';
import { test } from 'node:test';
import { icons } from './index.ts';
import { searchIcons } from './search-icons.ts';

test('searching icons finds them by name and by meaning', () => {
  for (const [search, name] of [
    ['heart handshake', 'heart-handshake'],
    ['Heart-Handshake', 'heart-handshake'],
    ['graduation', 'school'],
    ['degree', 'school'],
    ['diploma', 'certificate'],
    ['chemistry', 'flask'],
    ['safety', 'shield'],
    ['leadership', 'crown'],
    ['winner cup', 'trophy'],
  ] as const)
    assert.ok(searchIcons(search).includes(name), `${search}: ${searchIcons(search)}`);
  assert.equal(searchIcons('book')[0], 'book');
  assert.deepEqual(searchIcons('no such thing'), []);
});

test('an empty search lists all icons, starting with those suitable for badges', () => {
  for (const search of ['', ' ', '-']) {
    const all = searchIcons(search);
    assert.deepEqual(all.toSorted(), Object.keys(icons).toSorted());
    assert.equal(all[0], 'award');
  }
});
