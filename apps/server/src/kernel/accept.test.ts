import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeByAccept, prefersHtml } from './accept.ts';

test('a page is served to clients that name HTML and rank it above JSON', () => {
  for (const accept of [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
    'text/html',
    'TEXT/HTML;Q=0.9, application/json;q=0.2',
    'application/*;q=0.9, text/html',
  ])
    assert.equal(prefersHtml(accept), true, accept);
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/html',
    'text/html, */*',
    'text/html;q=0',
    'text/html;q=7, */*;q=0.1',
    'image/avif,image/webp,*/*;q=0.8',
    'application/ld+json',
    ',;,=',
  ])
    assert.equal(prefersHtml(accept), false, String(accept));
});

test('a choice is cached per Accept header, except for very long headers', () => {
  let count = 0;
  const choose = memoizeByAccept((accept) => `${++count} ${accept}`);
  assert.equal(choose('text/plain'), choose('text/plain'));
  assert.equal(choose('*/*'), choose(undefined));
  const long = `text/plain;x=${'x'.repeat(1_000)}`;
  assert.notEqual(choose(long), choose(long));
  const first = choose('0/0');
  for (let n = 1; n <= 1_000; n++) choose(`${n}/0`);
  assert.notEqual(choose('0/0'), first);
});
