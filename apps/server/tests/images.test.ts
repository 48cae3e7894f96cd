import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused } from './support/client.ts';
import { dataUri, jpegBytes, pngBytes } from './support/images.ts';
import { createBadge, createIssuer, createOwner } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance);
const issuerId = await createIssuer(owner);

const send = (image: unknown) =>
  owner.api('POST', '/badges', {
    parameters: { name: 'B', description: 'D', criteria: 'C', issuerId, image },
  });

/** A few kilobytes of PNG whose header claims a size. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(side, 2_000) * (Math.ceil(side / 8) + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

test('anything but a clean PNG or JPG is refused with its field, and nothing is stored', async () => {
  const png = await pngBytes();
  const jpeg = await jpegBytes();
  const script = Buffer.from('<script>alert(1)</script>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const gif = await sharp(png).gif().toBuffer();
  const webp = await sharp(png).webp().toBuffer();
  const broken = Buffer.from(png);
  broken.fill(0xaa, 45, 60);
  const bad: Record<string, unknown> = {
    empty: '',
    'empty data URI': 'data:image/png;base64,',
    blank: '   ',
    'not base64': 'hello world!',
    'not base64 at the end': `${png.toString('base64')}!`,
    'data URI without base64': `data:image/png,${script}`,
    svg: dataUri(svg, 'image/svg+xml'),
    'svg called png': dataUri(svg),
    gif: dataUri(gif, 'image/gif'),
    webp: dataUri(webp, 'image/webp'),
    'truncated png': dataUri(png.subarray(0, png.length - 20)),
    'truncated jpeg': dataUri(jpeg.subarray(0, jpeg.length - 40), 'image/jpeg'),
    'only a signature': dataUri(png.subarray(0, 8)),
    'damaged png': dataUri(broken),
    'png with a script behind it': dataUri(Buffer.concat([png, script])),
    'jpeg with a script behind it': dataUri(Buffer.concat([jpeg, script]), 'image/jpeg'),
    'bomb of 30,000 squared': dataUri(bomb(30_000)),
    'over 25 megapixels': dataUri(bomb(5_001)),
    'over 5 MiB': dataUri(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])),
    number: 7,
    list: [dataUri(png)],
    object: { data: dataUri(png) },
    null: null,
  };
  const rows = () =>
    sql<{
      n: string;
    }>`select (select count(*) from images) + (select count(*) from badges) as n`.execute(
      instance.db,
    );
  const before = (await rows()).rows[0]?.n;
  for (const [name, image] of Object.entries(bad)) {
    const answer = await send(image);
    assert.equal(answer.status, 400, `${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
    assertRefused(answer, 400, 'invalid_request', 'image');
    if (name !== 'null')
      assertRefused(
        await owner.api('PUT', `/issuers/${issuerId}`, { parameters: { logo: image || 7 } }),
        400,
        'invalid_request',
        'logo',
      );
  }
  assert.equal((await rows()).rows[0]?.n, before);
  assertOk(await send(dataUri(png)));
});

test('a decompression bomb is refused without being decoded, also as background of a design', async () => {
  const image = dataUri(bomb(30_000));
  const background = { parameters: { image, use: 'background' } };
  const addBackground = () => owner.api('POST', '/design-pictures', background);
  await send(dataUri(await pngBytes()));
  const memory = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? send(image) : addBackground())),
  );
  for (const answer of answers) assertRefused(answer, 400, 'invalid_request', 'image');
  // One has 900 megapixels.
  assert.ok(process.memoryUsage().rss - memory < 300 * 1024 * 1024);
});

test('an invalid image is reported together with other errors', async () => {
  const findRefusedFields = async (method: string, path: string, parameters: object) => {
    const answer = await owner.api(method, path, { parameters });
    assertRefused(answer, 400, 'invalid_request');
    return answer.body.details.map(({ path: field }: { path: string }) => field);
  };
  const image = dataUri(Buffer.from('GIF89a'), 'image/gif');
  const id = await createBadge(owner, issuerId);
  const words = { name: '', description: 'D', criteria: 'C', issuerId };
  assert.deepEqual(await findRefusedFields('POST', '/badges', { ...words, image }), [
    'name',
    'image',
  ]);
  const other = { badgeId: issuerId, image };
  assert.deepEqual(await findRefusedFields('PUT', `/badges/${id}`, { ...other, name: '' }), [
    'name',
    'badgeId',
    'image',
  ]);
  assert.deepEqual(await findRefusedFields('PUT', `/badges/${id}`, other), ['badgeId', 'image']);
  const issuer = { name: 'U', url: 'https://u.example', email: 'a@u.example', logo: image };
  assert.deepEqual(await findRefusedFields('POST', '/issuers', issuer), ['name', 'logo']);
  const unverified = await createIssuer(owner, { email: 'pictures@else.example' });
  const change = { name: 'U', logo: image };
  assert.deepEqual(await findRefusedFields('PUT', `/issuers/${unverified}`, change), [
    'name',
    'logo',
  ]);
  const none = { name: 'U', logo: '', issuerId: id };
  assert.deepEqual(await findRefusedFields('PUT', `/issuers/${unverified}`, none), ['name']);
  const good = dataUri(await pngBytes(20, 20));
  assert.deepEqual(await findRefusedFields('POST', '/badges', { ...words, image: good }), ['name']);
});

test('badge images become clean PNGs of at most 1,024 pixels a side and 1 MiB', async () => {
  const noise = await sharp(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))), {
    raw: { width: 200, height: 100, channels: 3 },
  })
    .resize(1_400, 700, { kernel: 'nearest' })
    .png()
    .withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } })
    .toBuffer();
  const cases = [noise, await jpegBytes(3_000, 1_000), await pngBytes(40, 40)];
  for (const bytes of cases) {
    const { badgeId } = assertOk(await send(bytes.toString('base64url'))).body;
    const { image } = (await owner.api('GET', `/badges/${badgeId.split('/').at(-1)}`)).body;
    const picture = Buffer.from(await (await fetch(image)).arrayBuffer());
    const { format, width, height, exif } = await sharp(picture).metadata();
    assert.equal(format, 'png');
    assert.ok(width <= 1_024 && height <= 1_024 && picture.length <= 1024 * 1024);
    assert.equal(exif, undefined);
  }
});

test('the same picture is stored once', async () => {
  const image = dataUri(await pngBytes(33, 33));
  const urls = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { badgeId } = assertOk(await send(image)).body;
      return (await owner.api('GET', `/badges/${badgeId.split('/').at(-1)}`)).body.image;
    }),
  );
  assert.equal(new Set(urls).size, 1);
});
