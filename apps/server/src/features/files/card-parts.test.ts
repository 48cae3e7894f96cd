import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cardSize } from '@insignia/design';
import { pino } from 'pino';
import sharp from 'sharp';
import { createFlatThread } from '../../platform/drawing/index.ts';
import { readCardParts } from './card-parts.ts';

const flatThread = createFlatThread(pino({ level: 'silent' }));
after(flatThread.stop);

const wrap = (content: string): string =>
  `<svg class="typst-doc" viewBox="0 0 1200 630" width="1200" height="630" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;

const readPixels = (file: Uint8Array): Promise<Buffer> =>
  sharp(file).flatten({ background: '#fff' }).raw().toBuffer();

/** The largest and the average difference from librsvg, of 255. Skia has fewer shades at edges. */
async function compare(content: string) {
  const parts = readCardParts(wrap(content));
  assert.ok(parts, content);
  const png = await flatThread.draw({ ...cardSize, parts, compressionLevel: 2 });
  assert.ok(png, content);
  const [painted, drawn] = await Promise.all([png, Buffer.from(wrap(content))].map(readPixels));
  assert.ok(painted && painted.length === drawn?.length);
  let [largest, sum] = [0, 0];
  for (const [at, value] of painted.entries()) {
    const difference = Math.abs(value - (drawn[at] ?? 0));
    largest = Math.max(largest, difference);
    sum += difference;
  }
  return { largest, average: sum / painted.length };
}

test('paths with lines, curves, arcs and overlaps are painted as by librsvg', async () => {
  const star = 'M600 20 780 560 320 220H880L420 560Z';
  const ring =
    'M200 100a50 50 0 1 1 100 0a50 50 0 1 1-100 0M220 100a30 30 0 1 0 60 0a30 30 0 1 0-60 0z';
  for (const content of [
    `<path fill="#24477f" d="${star}"/>`,
    `<g transform="matrix(1 0.3 -0.2 1 10.5 -7.25)"><path fill="#8a153880" d="${ring}"/></g>`,
    '<path d="M10.5 10.25h100.5v50.75h-100.5zM50 30h100v60h-100z"/>',
    '<g transform="scale(2 1.5)"><path fill="#fd0" fill-rule="nonzero" d="M20 200q60-150 120 0z"/></g>',
    '<path fill="#221f1a" d="M100 300c0-26.509668 21.490332-48 48-48h256c80 0 20 300-48 48z m900 100 l30.5.5 -10 40"/>',
    '<path fill="#24477f" d="M-50 10h20v20h-20zM10 700h20v20h-20z"/>',
  ]) {
    const { largest, average } = await compare(content);
    assert.ok(largest <= 64 && average < 0.05, `${content}: ${largest}, ${average}`);
  }
});

const create = { width: 60, height: 40, channels: 4 as const, background: '#8a153880' };
const picture = (await sharp({ create }).png().toBuffer()).toString('base64');
const place = (more: string): string =>
  `<image ${more} preserveAspectRatio="none" xlink:href="data:image/png;base64,${picture}"/>`;

test('upright pictures are painted where and as large as they are drawn', async () => {
  for (const content of [
    place('transform="matrix(1 0 0 1 26 30)" width="60" height="40"'),
    place('transform="matrix(1 0 0 1 26.0000001 30)" width="59.99999999" height="40"'),
    `<g transform="matrix(1.5 0 0 1.5 1140 -20)">${place('width="60" height="40"')}</g>`,
  ]) {
    const { largest } = await compare(content);
    assert.ok(largest <= 2, `${content}: ${largest}`);
  }
});

test('a picture that is much smaller or damaged is left to librsvg', async () => {
  for (const content of [
    place('width="20" height="40"'),
    place('width="60" height="40"').replace(picture, 'AAAA'),
  ]) {
    const parts = readCardParts(wrap(content));
    assert.ok(parts, content);
    const png = await flatThread.draw({ ...cardSize, parts, compressionLevel: 2 });
    assert.equal(png, undefined, content);
  }
});

test('an SVG with anything else, or with very much, is left to librsvg', () => {
  const square = 'd="M0 0h9v9h-9z"';
  for (const content of [
    'text',
    `<path stroke="#000" ${square}/>`,
    `<path fill="url(#g)" ${square}/>`,
    `<path fill="none" ${square}/>`,
    `<path fill-rule="evenodd" ${square}/>`,
    `<g opacity="0.5"><path ${square}/></g>`,
    `<g transform="rotate(20)"><path ${square}/></g>`,
    '<rect width="9" height="9"/>',
    '<image width="9" height="9" preserveAspectRatio="none" xlink:href="https://example.org/a.png"/>',
    place('transform="matrix(0 1 1 0 0 0)" width="60" height="40"'),
    place('width="60" height="40"').replace('none', 'xMidYMid'),
    '<path d="M0 0H1200V630H0Z"/>'.repeat(101),
    `<path d="M0 0${'h1v1'.repeat(100_000)}"/>`,
  ])
    assert.equal(readCardParts(wrap(content)), undefined, content.slice(0, 200));
});
