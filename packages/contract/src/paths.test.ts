import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getImage, publicAward, publicBadge, publicIssuer } from './documents.ts';
import { exampleIds } from './examples.ts';
import { createPathBuilder, createPathMatcher, matchPathPrefix } from './paths.ts';

test('a path is built from its values, and matching it returns them', () => {
  const values = { first: '1', third: '3' };
  assert.equal(createPathBuilder('/a/:first/b/:third')('1', '3'), '/a/1/b/3');
  assert.equal(createPathBuilder('/a/:id/b.png')('1'), '/a/1/b.png');
  assert.equal(createPathBuilder('/a')(), '/a');
  assert.deepEqual(createPathMatcher('/a/:first/b/:third')('/a/1/b/3'), values);
  assert.deepEqual(createPathMatcher('/a')('/a'), {});
});

test('another path, an empty value or trailing text does not match a path', () => {
  for (const text of ['', '/', '/a', '/a/', '/a//', '/b/1', '/a/1/', '/a/1/b', '/a/1?b', '/a/1#b'])
    assert.equal(createPathMatcher('/a/:id')(text), undefined, text);
});

test('a matching path prefix may continue with segments, a query or a fragment', () => {
  for (const text of ['/a/1', '/a/1/', '/a/1/b/c?d/e', '/a/1?b', '/a/1#b?c', '/a/1#b\nc'])
    assert.deepEqual(matchPathPrefix('/a/:id', text), { id: '1' }, text);
  for (const text of ['/a', '/a/', '/a/?1', '/b/1', 'x/a/1'])
    assert.equal(matchPathPrefix('/a/:id', text), undefined, text);
});

test('the URLs in examples match the paths of the operations', () => {
  const { home, issuer, badge, award, awardGuid, image } = exampleIds;
  const within = (address: string) => address.slice(home.length);
  assert.ok(createPathMatcher(publicIssuer.path)(within(issuer)));
  assert.ok(createPathMatcher(publicBadge.path)(within(badge)));
  assert.deepEqual(createPathMatcher(publicAward.path)(within(award)), { guid: awardGuid });
  assert.ok(createPathMatcher(getImage.path)(within(image)));
});
