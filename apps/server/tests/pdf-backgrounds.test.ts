import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { assertOk, assertRefused } from './support/client.ts';
import { badPdfs, samplePdf } from './support/hostile/pdfs.ts';
import { dataUri } from './support/images.ts';
import { readPdf } from './support/pdf.ts';
import { createIssuer, createOwner } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance({ RATE_LIMIT: '1' });
const owner = await createOwner(instance, 'unlimited');
const { insignia } = owner;

const pdfUri = (pdf: Buffer): string => dataUri(pdf, 'application/pdf');
const add = (pdf: Buffer, use = 'background') =>
  owner.api('POST', '/design-pictures', { parameters: { image: pdfUri(pdf), use } });

async function readStored(url: string) {
  return readPicture(Buffer.from(await (await fetch(url)).arrayBuffer()));
}

async function readPicture(bytes: Buffer) {
  const image = sharp(bytes);
  const { format } = await image.metadata();
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(from, from + 3)].map((part) => Math.round(part / 255));
  };
  return { format, width: info.width, height: info.height, at };
}

test('the first page of a PDF is drawn in 300 dots per inch, and once per content', async () => {
  const pages = samplePdf({ pages: 3 });
  const added = await insignia.designs.addPicture({ image: pdfUri(pages), use: 'background' });
  const { format, width, height, at } = await readStored(added.image);
  assert.deepEqual([format, width, height], ['jpeg', 3_508, 2_479]);
  assert.deepEqual([added.width, added.height], [width, height]);
  assert.deepEqual(
    [at(0.25, 0.5), at(0.75, 0.5)],
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
  );
  const plain = Buffer.from(samplePdf()).toString('base64');
  const again = await insignia.designs.addPicture({ image: plain, use: 'background' });
  assert.equal(again.picture, added.picture);
});

test('a rotated page is upright, and its margins outside the crop box are left out', async () => {
  const turned = assertOk(await add(samplePdf({ page: '/Rotate 90' }))).body;
  const rotated = await readStored(turned.image);
  assert.deepEqual([rotated.width, rotated.height], [2_479, 3_508]);
  assert.deepEqual(
    [rotated.at(0.5, 0.25), rotated.at(0.5, 0.75)],
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
  );
  const cropped = assertOk(await add(samplePdf({ page: '/CropBox [421 0 842 595]' }))).body;
  const { at } = await readStored(cropped.image);
  assert.deepEqual(at(0.1, 0.5), [0, 0, 1]);
});

test('a certificate with a PDF as background is one tagged page of PDF/A', async () => {
  const { picture } = assertOk(await add(samplePdf())).body;
  const issuerId = await createIssuer(owner);
  const words = { id: 'words', type: 'text', x: 20, y: 20, width: 200, height: 20, size: 20 };
  const design = {
    ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'landscape' },
    ...{ background: { picture }, layers: [{ ...words, text: 'For {{recipient_name}}' }] },
  };
  const answer = await insignia.certificates.preview({ issuerId, design, recipientName: 'Ada' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const read = await readPdf(bytes);
  assert.deepEqual([read.pages, read.isTagged], [1, true]);
  assert.match(read.text, /For Ada/);
  assert.match(bytes.toString('latin1'), /pdfaid:part>3<[\s\S]*pdfaid:conformance>A</);
  const shown = await insignia.certificates.preview({ issuerId, design, file: 'certificate.png' });
  const { at } = await readPicture(Buffer.from(await shown.arrayBuffer()));
  assert.deepEqual(
    [at(0.25, 0.8), at(0.75, 0.8)],
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
  );
});

test('a bad PDF is refused in one sentence that names the remedy or the damage', async () => {
  for (const { name, make, refused } of badPdfs) {
    const answer = await add(await make());
    assertRefused(answer, 400, 'invalid_request', 'image');
    const messages = answer.body.details.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, 1, name);
    assert.match(messages[0], refused, name);
  }
});

test('a PDF that isn’t a background, or is larger than 5 MiB, is refused like other files', async () => {
  const layer = await add(samplePdf(), 'layer');
  assertRefused(layer, 400, 'invalid_request', 'image');
  assert.match(layer.body.details[0].message, /must be a PNG or JPG/);
  const large = await add(Buffer.concat([samplePdf(), Buffer.alloc(5 * 1024 * 1024)]));
  assertRefused(large, 400, 'invalid_request', 'image');
  assert.match(large.body.details[0].message, /must be at most 5 MiB/);
  const other = await add(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  assertRefused(other, 400, 'invalid_request', 'image');
  assert.match(other.body.details[0].message, /must be a PNG, a JPG or a PDF/);
});
