import { mkdir, writeFile } from 'node:fs/promises';
import { draw, paletteOf, templates } from '@insignia/design';
import sharp from 'sharp';
import { paint } from '../apps/server/src/platform/drawing/paint.ts';
import { supplies } from '../packages/design/tests/supplies.ts';

// Pictures of all templates for docs/designs.md: `npm exec -- node scripts/draw-templates.ts`.

const folder = new URL('../docs/designs/', import.meta.url);
const side = 320;
const samples = [
  { title: 'First Aid', issuer: 'Red River College', icon: 'heart', color: '#8a1538' },
  {
    title: 'Certified Data Steward',
    issuer: 'Northfield University',
    icon: 'database',
    color: '#1f4e8c',
  },
  { title: 'Community Garden Mentor', issuer: 'Green Hands', icon: 'plant', color: '#14532d' },
];

await mkdir(folder, { recursive: true });
const bundled = await supplies();
for (const [n, { id, make }] of templates.entries()) {
  const { color, ...words } = samples[n % samples.length] as (typeof samples)[number];
  const drawing = draw(make(paletteOf(color), words), bundled);
  const { data, width, height } = await paint(drawing, new Map(), side);
  const picture = await sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 80 })
    .toBuffer();
  await writeFile(new URL(`${id}.webp`, folder), picture);
}
