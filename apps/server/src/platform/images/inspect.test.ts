import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { inspectImage } from './inspect.ts';
import { decodeBase64 } from './rules.ts';

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } });
const refusal = (bytes: Uint8Array): string => {
  const found = inspectImage(bytes);
  return 'refused' in found ? found.refused : '';
};

test('base64 is accepted in either alphabet, with line breaks, with or without padding, and nothing else', () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0x00, 0x01]);
  const [usual, url] = [bytes.toString('base64'), bytes.toString('base64url')];
  const lines = ` ${usual.slice(0, 3)}\r\n${usual.slice(3)} `;
  for (const text of [usual, url, lines, usual.replace(/=$/, '\r\n= \n'), `data:${url}`])
    assert.deepEqual(
      decodeBase64(text.replace('data:', 'data:image/png; base64,')),
      Buffer.from(bytes),
    );
  for (const text of [
    '',
    '=',
    'hello world!',
    `${usual}!`,
    `${usual}===`,
    'A',
    'ÄÖ==',
    'AA=A',
    'AA A=AA',
    'AA\u00a0AA',
    ' = = ',
  ])
    assert.ok('refused' in decodeBase64(text), text);
  // Takes linear time.
  assert.ok('refused' in decodeBase64(`${'='.repeat(6_000_000)}A`));
  assert.ok('refused' in decodeBase64(`data:${';'.repeat(6_000_000)}A`));
});

test('only the parts of an image needed for drawing are kept', async () => {
  const png = await flat(40).png({ progressive: true }).toBuffer();
  const found = inspectImage(png);
  assert.ok(!('refused' in found));
  const { width, height, bytes, isInterlaced } = found.shape;
  assert.deepEqual([width, height, bytes, isInterlaced], [40, 40, 3, true]);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const texts = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync('x'.repeat(9_999))]),
  );
  const empty = chunk('IDAT', Buffer.alloc(0));
  const at = 8 + 25;
  const stuffed = Buffer.concat([
    png.subarray(0, at),
    ...Array.from({ length: 20_000 }, () => [texts, empty]).flat(),
    png.subarray(at),
  ]);
  const plain = inspectImage(stuffed);
  assert.ok(!('refused' in plain));
  const clean = inspectImage(png);
  assert.ok(!('refused' in clean) && Buffer.from(plain.plain).equals(clean.plain));
  assert.deepEqual(await sharp(plain.plain).raw().toBuffer(), await flat(40).raw().toBuffer());
  const jpeg = inspectImage(await flat(40).toColourspace('b-w').jpeg().toBuffer());
  assert.ok(!('refused' in jpeg));
  assert.deepEqual([jpeg.shape.width, jpeg.shape.height, jpeg.shape.colorSpace], [40, 40, 'b-w']);
});

/** A progressive JPG with many nearly empty scans. */
function withScans(jpeg: Buffer, scans: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0x0d, 0x00]);
  const more = Array.from({ length: scans }, () => scan);
  return Buffer.concat([jpeg.subarray(0, at), ...more, Buffer.from([0xff, 0xd9])]);
}

test('images with too many scans or parts are refused before decoding', async () => {
  const [small, large] = await Promise.all(
    [1_000, 5_000].map((side) => flat(side).jpeg({ progressive: true }).toBuffer()),
  );
  assert.ok(small && large);
  for (const options of [{}, { mozjpeg: true }])
    assert.equal(refusal(await flat(5_000).jpeg(options).toBuffer()), '');
  assert.equal(refusal(large), '');
  assert.equal(refusal(withScans(small, 20)), '');
  assert.match(refusal(withScans(small, 21)), /scans/);
  assert.equal(refusal(withScans(large, 12)), '');
  assert.match(refusal(withScans(large, 13)), /scans/);
  const jpeg = await flat(100).jpeg().toBuffer();
  const parts = Array.from({ length: 3_000 }, () => Buffer.from([0xff, 0xe1, 0, 2]));
  const stuffed = Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
  assert.match(refusal(stuffed), /parts/);
  assert.match(refusal(await flat(5_001).png({ compressionLevel: 1 }).toBuffer()), /25 megapixels/);
});
