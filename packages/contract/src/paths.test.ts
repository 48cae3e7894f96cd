import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getImage, publicAward, publicBadge, publicIssuer } from './documents.ts';
import { exampleIds } from './examples.ts';
import { matchStart, pathMaker, pathMatcher } from './paths.ts';

test('a path is made of its values, and they are read out of it again', () => {
  const values = { first: '1', third: '3' };
  assert.equal(pathMaker('/a/:first/b/:third')('1', '3'), '/a/1/b/3');
  assert.equal(pathMaker('/a/:id/b.png')('1'), '/a/1/b.png');
  assert.equal(pathMaker('/a')(), '/a');
  assert.deepEqual(pathMatcher('/a/:first/b/:third')('/a/1/b/3'), values);
  assert.deepEqual(pathMatcher('/a')('/a'), {});
});

test('what is another path, has an empty value or more behind it is not one', () => {
  for (const text of ['', '/', '/a', '/a/', '/a//', '/b/1', '/a/1/', '/a/1/b', '/a/1?b', '/a/1#b'])
    assert.equal(pathMatcher('/a/:id')(text), undefined, text);
});

test('a start may go on with segments, a query or a fragment', () => {
  for (const text of ['/a/1', '/a/1/', '/a/1/b/c?d/e', '/a/1?b', '/a/1#b?c', '/a/1#b\nc'])
    assert.deepEqual(matchStart('/a/:id', text), { id: '1' }, text);
  for (const text of ['/a', '/a/', '/a/?1', '/b/1', 'x/a/1'])
    assert.equal(matchStart('/a/:id', text), undefined, text);
});

test('the addresses in examples are those of the operations', () => {
  const { home, issuer, badge, award, awardGuid, image } = exampleIds;
  const within = (address: string) => address.slice(home.length);
  assert.ok(pathMatcher(publicIssuer.path)(within(issuer)));
  assert.ok(pathMatcher(publicBadge.path)(within(badge)));
  assert.deepEqual(pathMatcher(publicAward.path)(within(award)), { guid: awardGuid });
  assert.ok(pathMatcher(getImage.path)(within(image)));
});
