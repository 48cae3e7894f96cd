import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { assertOk, assertRefused } from '../support/client.ts';
import { createIssuer, createOwner } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ TOPOLOGY: 'one' });
const owner = await createOwner(instance);
const issuerId = await createIssuer(owner);

const send = (bytes: Buffer) =>
  owner.api('POST', '/badges', {
    parameters: {
      ...{ name: 'B', description: 'D', criteria: 'C', issuerId },
      image: bytes.toString('base64'),
    },
  });

/** Incompressible. */
function noise(side: number, channels: 3 | 4): Sharp {
  const raw = { width: side, height: side, channels };
  return sharp(randomFillSync(Buffer.alloc(side * side * channels)), { raw });
}
/** 25 megapixels that are noise at any scale. */
function mosaic(tiles: number, channels: 3 | 4): Promise<Buffer> {
  return noise(tiles, channels).resize(5_000, 5_000, { kernel: 'nearest' }).raw().toBuffer();
}
const whole = (data: Buffer, channels: 3 | 4): Sharp =>
  sharp(data, { raw: { width: 5_000, height: 5_000, channels } });
const filtered = { adaptiveFiltering: true, compressionLevel: 2 };

const worst: Record<string, () => Promise<Buffer>> = {
  '25 megapixels with transparency': async () =>
    whole(await mosaic(750, 4), 4)
      .png(filtered)
      .toBuffer(),
  '25 megapixels, a colour profile, lying on the side': async () =>
    whole(await mosaic(750, 4), 4)
      .withIccProfile('p3')
      .withExif({ IFD0: { Orientation: '6' } })
      .png(filtered)
      .toBuffer(),
  '25 megapixels of 16 bits, interlaced': async () =>
    whole(await mosaic(200, 4), 4)
      .toColourspace('rgb16')
      .png({ ...filtered, progressive: true })
      .toBuffer(),
  '25 megapixels as a progressive JPG': async () =>
    whole(await mosaic(1_000, 3), 3)
      .jpeg({ quality: 30, progressive: true })
      .toBuffer(),
  'a JPG of 1,600 by 1,600 that is all noise': () =>
    noise(1_600, 3).jpeg({ quality: 10 }).toBuffer(),
  'a JPG for printing': () =>
    noise(2_040, 3).toColourspace('cmyk').jpeg({ quality: 15 }).toBuffer(),
  '5 MiB that cannot be packed': () => noise(1_280, 3).png({ compressionLevel: 1 }).toBuffer(),
  'the same with transparency': () => noise(1_024, 4).png({ compressionLevel: 1 }).toBuffer(),
};

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

/** Slowness of this machine relative to bench/results.md. */
function slowness(): number {
  const text = randomFillSync(Buffer.alloc(8_000_000)).map((byte) => byte & 15);
  const before = process.cpuUsage();
  deflateSync(text, { level: 6 });
  return Math.max(1, cpuMs(before) / 155);
}

/** Others have the same properties and more. */
const shortForm = [
  '25 megapixels, a colour profile, lying on the side',
  '25 megapixels of 16 bits, interlaced',
  '25 megapixels as a progressive JPG',
  'a JPG for printing',
  '5 MiB that cannot be packed',
];
const isShown = ([name]: [string, unknown]): boolean => !isShort || shortForm.includes(name);
for (const [name, make] of Object.entries(worst).filter(isShown))
  test(`an image takes at most one second of CPU, little of it in the event loop: ${name}`, async (t) => {
    const bytes = await make();
    assert.ok(bytes.length <= 5 * 1024 * 1024, `${bytes.length} bytes`);
    const slowBefore = slowness();
    // Round trip including this test's own cost, for a picture refused before decoding.
    const refused = process.cpuUsage();
    assertRefused(await send(Buffer.concat([bytes, Buffer.from('x')])), 400, 'invalid_request');
    const way = cpuMs(refused);
    const [before, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
    assertOk(await send(bytes));
    const [ms, { utilization }] = [cpuMs(before) - way, performance.eventLoopUtilization(loop)];
    const slow = Math.max(slowBefore, slowness());
    t.diagnostic(
      `${bytes.length} bytes, ${Math.round(ms)} ms of CPU, machine ${slow.toFixed(2)} times as slow`,
    );
    assert.ok(ms <= 1_000 * slow, `${ms} ms of CPU`);
    assert.ok(utilization < 0.5, `the event loop was busy for ${utilization} of the time`);
  });

test('some of thirty concurrent uploads are stored, others get 503 with Retry-After, and other requests succeed', async () => {
  const bytes = await noise(1_600, 3).jpeg({ quality: 10 }).toBuffer();
  const uploads = Array.from({ length: 30 }, () => send(bytes));
  await owner.insignia.service.health();
  const answers = await Promise.all(uploads);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`);
  for (const answer of refused) {
    assertRefused(answer, 503, 'busy');
    assert.equal(answer.headers.get('retry-after'), '5');
  }
  assertOk(await send(bytes));
});
