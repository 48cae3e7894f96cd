import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyBrandChange,
  findPictureFields,
  isSameBrandEdition,
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
  certificateId: null,
  certificateVersion: null,
  cardId: null,
  cardVersion: null,
  signatures: [{ name: 'Ada', title: 'Dean', pictureCid: 'hand' }],
};
const buildCid = (picture: string): string => `cid of ${picture}`;

test('a brand change keeps fields that are not sent and clears fields that are sent empty', () => {
  assert.deepEqual(applyBrandChange(before, {}, buildCid), before);
  assert.deepEqual(applyBrandChange(before, { language: 'ar', footText: '' }, buildCid), {
    ...before,
    language: 'ar',
    footText: '',
  });
  const without = applyBrandChange(before, { logoDark: '', website: '', signatures: [] }, buildCid);
  assert.deepEqual([without.logoDarkCid, without.logoDark512], [null, null]);
  assert.deepEqual([without.website, without.signatures], [null, []]);
});

test('a new image replaces the CID of the old one and clears its smaller version', () => {
  const signatures = [
    { name: 'Bo', title: '', picture: 'hand' },
    { name: 'Cy', title: '' },
  ];
  const after = applyBrandChange(before, { logoDark: 'new', signatures }, buildCid);
  assert.deepEqual([after.logoDarkCid, after.logoDark512], ['cid of new', null]);
  assert.deepEqual(
    after.signatures.map(({ pictureCid }) => pictureCid),
    ['cid of hand', null],
  );
  assert.deepEqual(listBrandPictures(after), ['cid of new', 'cid of hand']);
});

test('images are found in a change of any shape, in at most the allowed number of signatures', () => {
  assert.deepEqual(findPictureFields({ logoDark: 7, signatures: 'none' }), []);
  const signatures = [null, { picture: 'a' }, {}, { picture: 'never looked at' }];
  assert.deepEqual(findPictureFields({ logoDark: 'b', signatures }), [
    { path: 'logoDark', text: 'b', isSignature: false },
    { path: 'signatures.1.picture', text: 'a', isSignature: true },
  ]);
});

test('a brand keeps its edition if only the search setting, a resized logo or the order of fields differs', () => {
  const { accentColor, ...rest } = before;
  const same = { ...rest, accentColor, searchIndexing: true, logoDark512: 'resized again' };
  assert.equal(isSameBrandEdition(before, same), true);
  for (const change of [{ footText: 'After' }, { logoDarkCid: null }, { signatures: [] }])
    assert.equal(isSameBrandEdition(before, { ...before, ...change }), false);
});
