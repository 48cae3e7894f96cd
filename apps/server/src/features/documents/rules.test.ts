import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseBlockForm,
  chooseFormat,
  chooseType,
  didTypes,
  documentTypes,
  needsOtherCar,
  readByteRange,
} from './rules.ts';

test('the form of a public document follows the Accept header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/ld+json', 'ld'],
    ['application/json, application/ld+json', 'ld'],
    ['application/ld+json;q=0.5, application/json', 'json'],
    ['application/ld+json, */*', 'ld'],
    ['application/ld+json;q=0, */*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'page'],
    ['text/html, */*', 'json'],
    ['text/html', 'page'],
    ['image/png', 'json'],
    ['TEXT/HTML;Q=1, application/json;q=0.2', 'page'],
    ['application/*;q=0.9, text/html', 'page'],
    ['text/html;q=7, */*', 'json'],
    [',;,=', 'json'],
  ];
  for (const [accept, form] of cases) assert.equal(chooseFormat(accept), form, String(accept));
});

test('the content type of a signed document follows the Accept header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'application/vc+ld+json'],
    ['*/*', 'application/vc+ld+json'],
    ['text/html', 'application/vc+ld+json'],
    ['application/json', 'application/json'],
    ['application/ld+json, application/json', 'application/json'],
    ['application/ld+json, application/json;q=0.9', 'application/ld+json'],
    ['application/vc+ld+json, application/json', 'application/vc+ld+json'],
    ['application/json;q=0.1, */*', 'application/vc+ld+json'],
  ];
  for (const [accept, type] of cases)
    assert.equal(chooseType(accept, documentTypes), type, String(accept));
  assert.equal(chooseType('application/json', didTypes), 'application/json');
});

test('content is a block or a CAR file if the query or the Accept header asks for it', () => {
  const [raw, car] = ['application/vnd.ipld.raw', 'application/vnd.ipld.car'];
  const cases: ['raw' | 'car' | undefined, string | undefined, string][] = [
    [undefined, undefined, 'plain'],
    [undefined, '*/*', 'plain'],
    [undefined, 'image/avif,image/*,*/*;q=0.8', 'plain'],
    [undefined, raw, 'raw'],
    [undefined, `${car}; version=1; order=dfs; dups=n`, 'car'],
    [undefined, `${car}, ${raw}`, 'raw'],
    [undefined, `${raw};q=0.5, ${car}`, 'car'],
    [undefined, `${raw};q=0.5, */*`, 'plain'],
    [undefined, `${raw};q=0`, 'plain'],
    ['raw', car, 'raw'],
    ['car', raw, 'car'],
    ['car', 'image/png', 'car'],
  ];
  for (const [format, accept, form] of cases)
    assert.equal(chooseBlockForm(format, accept), form, `${format} ${accept}`);
  assert.ok(needsOtherCar(`${car}; order=dfs; version=2`));
  for (const accept of [
    ...[
      undefined,
      '*/*',
      car,
      `${car};version=1`,
      `${car}; version="1"`,
      `${car};version=2, ${raw}`,
    ],
  ])
    assert.ok(!needsOtherCar(accept), accept);
});

test('one byte range is read, and everything else is answered with the whole', () => {
  const cases: [string | undefined, ReturnType<typeof readByteRange>][] = [
    [undefined, undefined],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=2-', { from: 2, to: 9 }],
    ['Bytes=2-4', { from: 2, to: 4 }],
    ['bytes=2-400', { from: 2, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-300', { from: 0, to: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['rows=0-1', undefined],
    ['bytes=1e3-', undefined],
  ];
  for (const [header, range] of cases)
    assert.deepEqual(readByteRange(header, 10), range, String(header));
});
