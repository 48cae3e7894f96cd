import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { bakeCredentialPng, bakeCredentialSvg, bakePng, unbakeAll } from './index.ts';

const credential = '{"name":"Ends with ]]> & <b>"}';
const jws = 'aaa.bbb.c-_';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a credential baked into a PNG is read back beside an Open Badges 2.0 assertion, replacing older ones', async () => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  const both = bakePng(bakeCredentialPng(bakeCredentialPng(png, 'old'), credential), '{"a":1}');
  assert.deepEqual(await unbakeAll(both), [
    { edition: '2.0', text: '{"a":1}' },
    { edition: '3.0', text: credential },
  ]);
  assert.deepEqual((await sharp(both).metadata()).width, 2);
});

for (const [name, svg] of [
  ['plain', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
  ['empty', '<?xml version="1.0"?>\r\n<svg xmlns="http://www.w3.org/2000/svg" width="3"/>'],
] as const)
  test(`a credential baked into an SVG (${name}) is read back once, as JSON or JWS`, async () => {
    const once = bakeCredentialSvg(svg, jws);
    assert.deepEqual(await unbakeAll(bytes(once)), [{ edition: '3.0', text: jws }]);
    const twice = bakeCredentialSvg(once, credential);
    assert.deepEqual(await unbakeAll(bytes(twice)), [{ edition: '3.0', text: credential }]);
    assert.equal(twice.match(/credential xmlns/g)?.length, 1);
  });

test('reading an image returns all credentials in it', async () => {
  const one = '<o:credential xmlns:o="https://purl.imsglobal.org/ob/v3p0" verify="a.b.c"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${one}<g>${one.replace('a.b', 'x.y')}</g></svg>`;
  assert.deepEqual(
    (await unbakeAll(bytes(svg))).map(({ text }) => text),
    ['a.b.c', 'x.y.c'],
  );
  const baked = bakeCredentialSvg(svg, jws);
  assert.deepEqual(
    (await unbakeAll(bytes(baked))).map(({ text }) => text),
    [jws],
  );
});

test('baking into invalid XML or anything but an SVG throws', () => {
  for (const bad of [
    '<html/>',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
    '<svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
    '',
  ])
    assert.throws(() => bakeCredentialSvg(bad, jws));
});
