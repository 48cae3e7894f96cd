import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyBrandChange,
  findPictureFields,
  listBrandPictures,
  type StoredBrand,
} from './rules.ts';

const before: StoredBrand = {
  accentColor: '#1c4f8a',
  logoDarkCid: 'dark',
  logoDark512: 'dark-512',
  website: 'https://before.example',
  footText: 'Before',
  certificateStyle: 'classic',
  orientation: 'landscape',
  paper: 'a4',
  language: 'en',
  searchIndexing: false,
  signatures: [{ name: 'Ada', title: 'Dean', pictureCid: 'hand' }],
};
const cidOf = (picture: string): string => `cid of ${picture}`;

test('what a change does not name stays, and what it names as nothing goes', () => {
  assert.deepEqual(applyBrandChange(before, {}, cidOf), before);
  assert.deepEqual(applyBrandChange(before, { language: 'ar', footText: '' }, cidOf), {
    ...before,
    language: 'ar',
    footText: '',
  });
  const without = applyBrandChange(before, { logoDark: '', website: '', signatures: [] }, cidOf);
  assert.deepEqual([without.logoDarkCid, without.logoDark512], [null, null]);
  assert.deepEqual([without.website, without.signatures], [null, []]);
});

test('a picture is stored by its address, and the smaller one of before goes with it', () => {
  const signatures = [
    { name: 'Bo', title: '', picture: 'hand' },
    { name: 'Cy', title: '' },
  ];
  const after = applyBrandChange(before, { logoDark: 'new', signatures }, cidOf);
  assert.deepEqual([after.logoDarkCid, after.logoDark512], ['cid of new', null]);
  assert.deepEqual(
    after.signatures.map(({ pictureCid }) => pictureCid),
    ['cid of hand', null],
  );
  assert.deepEqual(listBrandPictures(after), ['cid of new', 'cid of hand']);
});

test('pictures are found in changes of whatever shape, in no more signatures than there may be', () => {
  assert.deepEqual(findPictureFields({ logoDark: 7, signatures: 'none' }), []);
  const signatures = [null, { picture: 'a' }, { picture: 'never looked at' }];
  assert.deepEqual(findPictureFields({ logoDark: 'b', signatures }), [
    { path: 'logoDark', text: 'b', isSignature: false },
    { path: 'signatures.1.picture', text: 'a', isSignature: true },
  ]);
});
