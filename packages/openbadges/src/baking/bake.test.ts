import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { bakePng, unbake } from '../index.ts';

/** Independent of the tested code: node:zlib's CRC and buffers. */
function chunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
const png = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', ''),
  ]);

test('a baked assertion is one valid iTXt chunk after IHDR, and is read back unchanged', async () => {
  const text = JSON.stringify({ id: 'https://a.example/1', name: 'Żółć 🎓' });
  const baked = Buffer.from(bakePng(png(), text));
  const expected = png(chunk('iTXt', Buffer.from(`openbadges\0\0\0\0\0${text}`)));
  assert.deepEqual(baked, expected);
  assert.equal(await unbake(baked), text);
});

test('baking again replaces the earlier assertion', async () => {
  const old = png(
    chunk('tEXt', 'openbadges\0https://old.example/1'),
    chunk('tEXt', 'Comment\0kept'),
  );
  assert.equal(await unbake(old), 'https://old.example/1');
  const twice = Buffer.from(bakePng(bakePng(old, '{"a":1}'), '{"b":2}'));
  assert.equal(await unbake(twice), '{"b":2}');
  assert.equal(twice.toString('latin1').split('openbadges').length, 2);
  assert.ok(twice.includes('kept'));
});

test('a compressed assertion is read, and a decompression bomb is refused', async () => {
  const packed = (text: string) =>
    png(
      chunk(
        'iTXt',
        Buffer.concat([
          Buffer.from('openbadges\0\u0001\0en\0word\0'),
          deflateSync(Buffer.from(text)),
        ]),
      ),
    );
  assert.equal(await unbake(packed('{"id":"x"}')), '{"id":"x"}');
  await assert.rejects(unbake(packed('x'.repeat(50_000_000))), /too large/);
});

test('an SVG contains the assertion as CDATA, escaped text or an address', async () => {
  const svg = (inner: string) =>
    Buffer.from(
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="http://openbadges.org">${inner}<g/></svg>`,
    );
  assert.equal(
    await unbake(
      svg(
        '<openbadges:assertion verify="https://a.example/1"><![CDATA[{"a":"<>&"}]]></openbadges:assertion>',
      ),
    ),
    '{"a":"<>&"}',
  );
  assert.equal(
    await unbake(
      svg('<openbadges:assertion>{&quot;a&quot;:&quot;&amp;lt;&quot;}</openbadges:assertion>'),
    ),
    '{"a":"&lt;"}',
  );
  assert.equal(
    await unbake(svg(`<openbadges:assertion verify='https://a.example/1?a=1&amp;b=2'/>`)),
    'https://a.example/1?a=1&b=2',
  );
  assert.equal(await unbake(svg('<text>nothing</text>')), undefined);
});

test('an SVG is read as XML: namespaces count, not prefixes, and foreign content is ignored', async () => {
  const inside = '<b:assertion verify="https://a.example/1"/>';
  for (const picture of [
    `<svg xmlns="http://www.w3.org/2000/svg"><defs><b:assertion xmlns:b="http://openbadges.org/" verify="https://a.example/1"/></defs></svg>`,
    `<svg xmlns:b="http://openbadges.org" alt="<assertion>"><!-- <b:assertion verify="x"/> --><other:assertion/>${inside}</svg>`,
    `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" xmlns:b="http://openbadges.org">&ns;${inside}</svg>`,
    `<svg xmlns:b="http://openbadges.org"><b:assertion verify="https://a.example/1"><i>no</i> </b:assertion>no</svg>`,
    `<svg xmlns:b="http://openbadges.org">${'<g>🎓&amp;</g>'.repeat(20_000)}${inside}</svg>`,
  ])
    assert.equal(await unbake(Buffer.from(picture)), 'https://a.example/1', picture.slice(0, 200));
  for (const picture of [
    '<svg xmlns:b="http://openbadges.example"><b:assertion verify="https://a.example/1"/></svg>',
    '<svg xmlns:b="http://openbadges.org"><b:assertion>{"cut":"off"}',
  ])
    assert.equal(await unbake(Buffer.from(picture)), undefined, picture);
});

test('costly images are refused, or read in slices that let other work run', async () => {
  const size = 5 * 1024 * 1024;
  const svg = (inner: string, end = '</svg>') =>
    Buffer.from(`<svg xmlns:b="http://openbadges.org">${inner}${end}`);
  const full = (text: string) => text.repeat(Math.floor(size / text.length));
  const wide = Array.from({ length: 400_000 }, (_, n) => `a${n}=""`).join(' ');
  const refused: [RegExp, Buffer][] = [
    [/the SVG isn’t valid XML/, svg(full('<assertion '))],
    [/the SVG isn’t valid XML/, svg(full('&none;'))],
    [/the SVG has too many elements/, svg(full('<a/>'))],
    [/the SVG has too many elements/, svg(full('<!-- -->'))],
    [/the SVG has too many elements/, svg(full('<![CDATA[x]]>'))],
    [/the SVG is nested too deeply/, svg(full('<a>'))],
    [/the SVG has an element with too many attributes/, svg(`<a ${wide}/>`)],
    [/too large/, svg(`<b:assertion>${full('x')}</b:assertion>`)],
    [/too large/, svg(`<b:assertion><![CDATA[${full('x')}]]></b:assertion>`)],
    [/the PNG has too many chunks/, png(Buffer.concat(Array(430_000).fill(chunk('tEXt', ''))))],
    [/too large/, png(chunk('tEXt', `openbadges\0${full('x')}`))],
  ];
  for (const [message, picture] of refused) await assert.rejects(unbake(picture), message);
  const mebibyte = (text: string) => full(text).slice(0, 1024 * 1024);
  for (const text of ['<a b="0123456789"/>', 'x', '&amp;', '\r', '\r\n']) {
    let turns = 0;
    const counting = setInterval(() => turns++);
    const [found] = await Promise.allSettled([unbake(svg(mebibyte(text)))]);
    clearInterval(counting);
    assert.deepEqual(found, { status: 'fulfilled', value: undefined }, text);
    assert.ok(turns > 20, `${text}: others ran ${turns} times`);
  }
});

test('an image without a badge returns nothing, and a broken or unknown file is refused', async () => {
  assert.equal(await unbake(png()), undefined);
  await assert.rejects(unbake(png().subarray(0, 30)), /cut off/);
  await assert.rejects(unbake(Buffer.from('GIF89a')), /neither/);
  await assert.rejects(unbake(Buffer.alloc(0)), /neither/);
  assert.throws(() => bakePng(Buffer.from('<svg/>'), '{}'), /not a PNG/);
});
