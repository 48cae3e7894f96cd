import { mkdir, writeFile } from 'node:fs/promises';
import { templates } from '@insignia/design';
import { templatePicture } from './template-picture.ts';

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
for (const [n, { id }] of templates.entries()) {
  const { color, ...words } = samples[n % samples.length] as (typeof samples)[number];
  const picture = await templatePicture(id, color, words, side);
  await writeFile(new URL(`${id}.webp`, folder), await picture.webp({ quality: 80 }).toBuffer());
}
