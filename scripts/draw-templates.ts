import { mkdir, writeFile } from 'node:fs/promises';
import { templates } from '@insignia/design';
import sharp from 'sharp';
import { drawTemplatePicture } from './template-picture.ts';

// Draws pictures of all templates for docs/use/designs.md: `npm exec -- node
// scripts/draw-templates.ts`.

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
for (const [n, { id }] of templates.entries()) {
  const { color, ...words } = samples[n % samples.length] as (typeof samples)[number];
  const picture = await drawTemplatePicture(id, color, words, side);
  await writeFile(new URL(`${id}.webp`, folder), await picture.webp({ quality: 80 }).toBuffer());
}

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><path fill="#0b6e4f" d="M200 20 380 120V280L200 380 20 280V120Z"/><path fill="#fff" d="M200 90 300 330H250L200 200 150 330H100Z"/></svg>';
const logo = {
  ...{ picture: 'b'.repeat(40), width: 400, height: 400 },
  bytes: await sharp(Buffer.from(mark)).png().toBuffer(),
};
for (const id of ['gold-seal', 'hexagon', 'levels', 'stamp']) {
  const { color, ...words } = samples[1] as (typeof samples)[number];
  const picture = await drawTemplatePicture(id, color, words, side, logo);
  await writeFile(
    new URL(`${id}-logo.webp`, folder),
    await picture.webp({ quality: 80 }).toBuffer(),
  );
}
