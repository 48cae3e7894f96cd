// Draws docs/designs: all templates for badges and certificates as contact sheets for
// docs/use/templates.md. Run it after changing a template.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { certificateTemplates, draw, type Logo, templates } from '@insignia/design';
import sharp from 'sharp';
import { paintDesign } from '../apps/server/src/platform/drawing/paint.ts';
import {
  type Credential,
  createCertificateRenderer,
  rasterizePdf,
  sampleBrand,
} from '../apps/server/tests/support/certificate-renderer.ts';
import { loadDrawingResources } from '../packages/design/tests/drawing-resources.ts';
import { drawTemplatePicture } from './template-picture.ts';

type Sample = [title: string, issuer: string, icon: string, color: string];

const bundled = await loadDrawingResources();
const folder = new URL('../docs/designs/', import.meta.url);

const aid: Sample = ['First Aid', 'Red River College', 'first-aid-kit', '#8a1538'];
const steward: Sample = ['Certified Data Steward', 'Northfield University', 'database', '#1f4e8c'];
const mentor: Sample = ['Community Garden Mentor', 'Green Hands', 'plant', '#14532d'];
const samples: Record<string, Sample> = {
  'gold-seal': aid,
  crest: steward,
  laurels: mentor,
  hexagon: ['Cloud Engineer', 'Kestrel Systems', 'cloud', '#0f4c5c'],
  medal: ['Regional Chess Champion', 'Harbour Chess Club', 'chess-knight', '#3b2a6b'],
  editorial: ['Feature Writing', 'The Evening Post', 'feather', '#7c2d12'],
  night: ['Astronomy Night', 'Hilltop Observatory', 'telescope', '#1e293b'],
  stamp: ['Approved Inspector', 'City of Lakeview', 'checkup-list', '#8a1538'],
  script: ['Thank You', 'Friends of the Library', 'heart', '#7a1f3d'],
  levels: ['Team Leader', 'Mountain Rescue', 'users-group', '#14532d'],
  monogram: ['Atelier Graduate', 'House of Lindqvist', 'scissors', '#4a044e'],
  sunburst: ['Barista Level 2', 'Roast & Co.', 'coffee', '#7c2d12'],
  overlap: ['Service Design', 'Studio North', 'bulb', '#1f4e8c'],
  lifebuoy: ['Water Rescue', 'Coast Lifeguards', 'swimming', '#b3261e'],
  arch: ['Art History', 'Museum of the City', 'building-monument', '#7a1f3d'],
  diamond: ['Senior Advisor', 'Alder & Finch', 'diamond', '#0f4c5c'],
  program: ['Backend Developer', 'Code Harbour', 'terminal', '#3b2a6b'],
  wax: ['Master Bookbinder', 'Guild of Bookbinders', 'book', '#8a1538'],
  bloom: ['Hospice Volunteer', 'Open Doors', 'heart', '#1d6440'],
  ticket: ['Design Week 2026', 'Studio North', 'sparkles', '#5b21b6'],
  summit: ['Mountain Guide', 'Alpine School', 'mountain', '#1f4e8c'],
  order: ['Order of Merit', 'Province of Somewhere', 'star', '#1e293b'],
  capsule: ['Data Literacy', 'Northfield University', 'chart-pie', '#0f4c5c'],
  cross: ['First Aid at Work', 'Red River College', 'heart', '#b3261e'],
  orbit: ['Particle Physics', 'Institute of Physics', 'flask', '#312e81'],
  scroll: ['Constitutional Law', 'Faculty of Law', 'scale', '#7c2d12'],
  trophy: ['Robot Cup Winner', 'School League', 'trophy', '#1f4e8c'],
  book: ['Storyteller', 'Town Library', 'feather', '#14532d'],
  octagon: ['Forklift Safety', 'Harbour Logistics', 'shield', '#b45309'],
  postage: ['Exchange Year', 'World Campus', 'globe', '#134e4a'],
  varsity: ['Sprint Team', 'Eastside Athletics', 'flame', '#1e3a8a'],
  blueprint: ['Structural Design', 'Bridge Academy', 'building-bridge', '#1d4ed8'],
  vinyl: ['Jazz Ensemble', 'Music School West', 'guitar-pick', '#4a044e'],
  pennant: ['Scout Camp 2026', 'Pine Hill Scouts', 'campfire', '#14532d'],
  tiles: ['Color & Form', 'School of Design', 'palette', '#be123c'],
  wings: ['Pilot Training', 'Skyward Academy', 'plane', '#0c4a6e'],
};
const getSample = (id: string): Sample => samples[id] ?? steward;

const sheetColor = '#f2f0ea';
type Cell = { picture: Buffer; label: string };

/** Pictures in columns on one sheet, each above its label. */
async function createSheet(
  cells: Cell[],
  { columns, width, height }: { columns: number; width: number; height: number },
): Promise<Buffer> {
  const [gap, labelHeight] = [16, 22];
  const [across, down] = [width + gap, height + labelHeight + gap];
  const rows = Math.ceil(cells.length / columns);
  const layers = await Promise.all(
    cells.map(async ({ picture, label }, n) => {
      const [left, top] = [gap + (n % columns) * across, gap + Math.floor(n / columns) * down];
      return [
        { input: picture, left, top },
        { input: await drawLabel(label, width, labelHeight), left, top: top + height + 2 },
      ];
    }),
  );
  const size = { width: columns * across + gap, height: rows * down + gap };
  return sharp({ create: { ...size, channels: 3, background: sheetColor } })
    .composite(layers.flat())
    .webp({ quality: 74, effort: 6 })
    .toBuffer();
}

async function drawLabel(text: string, width: number, height: number): Promise<Buffer> {
  const own = { rotation: 0, opacity: 1, locked: false, hidden: false };
  const look = { font: 'Source Sans 3', weight: 400, size: 14, letterSpacing: 0 } as const;
  const drawing = draw(
    {
      ...{ insigniaDesign: 1, kind: 'badge', width, height },
      layers: [
        {
          ...{ ...own, ...look, id: 'label', name: '', type: 'text', text, x: 0, y: 0, width },
          ...{ height, align: 'center', lineHeight: 1.2 },
          fill: { type: 'color', color: '#3a3731' },
        },
      ],
    },
    bundled,
  );
  const painted = await paintDesign(drawing, new Map(), width);
  const raw = { width: painted.width, height: painted.height, channels: 4 } as const;
  return sharp(painted.data, { raw }).resize({ width, height, fit: 'fill' }).png().toBuffer();
}

type LogoFile = Logo & { bytes: Uint8Array };

async function drawBadge(id: string, side: number, logo?: LogoFile): Promise<Buffer> {
  const [title, issuer, icon, color] = getSample(id);
  const picture = await drawTemplatePicture(id, color, { title, issuer, icon }, side, logo);
  return picture.png().toBuffer();
}

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><path fill="#0b6e4f" d="M200 20 380 120V280L200 380 20 280V120Z"/><path fill="#fff" d="M200 90 300 330H250L200 200 150 330H100Z"/></svg>';
const logo: LogoFile = {
  ...{ picture: 'b'.repeat(40), width: 400, height: 400 },
  bytes: await sharp(Buffer.from(mark)).png().toBuffer(),
};

const criteria =
  'Attended all sessions, worked on a project of their own, and presented it to a jury of three.';
const hours: Partial<Credential> = {
  credentialDetails: {
    attributes: [
      { name: 'Hours', type: 'number', value: '60' },
      { name: 'Level', type: 'text', value: 'B2' },
      { name: 'Rank', type: 'text', value: '1st' },
    ],
  },
};
/** Badge of each certificate. */
const badges: Record<string, string> = {
  ...{ diploma: 'crest', academy: 'diamond', course: 'program', workshop: 'ticket' },
  ...{ 'first-aid': 'lifebuoy', language: 'postage', sports: 'medal', music: 'vinyl' },
  ...{ training: 'octagon', volunteer: 'laurels', appreciation: 'script' },
  microcredential: 'capsule',
};
const labels = {
  ...{ awardedTo: 'This certifies that', awardedFor: 'has earned', verify: 'Verify at' },
  ...{ issuedOn: 'Issued on', validUntil: 'Valid until' },
  smallPrint: 'Check its current status at {{short_url}}',
};
const longer = 300;

async function drawCertificates(): Promise<Cell[]> {
  const renderer = createCertificateRenderer(
    [],
    Object.fromEntries(
      Object.values(badges).map((id) => [`badge ${id}`, () => drawBadge(id, 512)]),
    ),
  );
  const cells: Cell[] = [];
  for (const [n, { id, build, orientation }] of certificateTemplates.entries()) {
    const badge = badges[id] ?? 'crest';
    const [badgeName, issuerName, , accentColor] = getSample(badge);
    const paper = n % 3 === 2 ? 'letter' : 'a4';
    const design = build({
      ...{ paper, accentColor, signatures: 2, labels, language: 'en' },
      address: 'https://credentials.example.org/credentials/',
    });
    const { bytes } = await renderer.design(design, {
      ...{ badgeName, issuerName, criteria, ...hours, imageCid: `badge ${badge}` },
      brand: { ...sampleBrand, accentColor },
    });
    const size = orientation === 'portrait' ? { height: longer } : { width: longer };
    const picture = await sharp(await rasterizePdf(bytes, 144))
      .resize({ ...size, kernel: 'lanczos3' })
      .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#d8d4c8' })
      .toBuffer();
    const fitted = await sharp({
      create: { width: longer + 2, height: longer + 2, channels: 3, background: sheetColor },
    })
      .composite([{ input: picture, gravity: 'south' }])
      .png()
      .toBuffer();
    cells.push({ picture: fitted, label: paper === 'letter' ? `${id} (Letter)` : id });
  }
  await renderer.stop();
  return cells;
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const side = 164;
const all: Cell[] = [];
for (const { id } of templates) all.push({ picture: await drawBadge(id, side), label: id });
const badgeCell = { columns: 6, width: side, height: side };
await writeFile(new URL('badges.webp', folder), await createSheet(all, badgeCell));
const branded: Cell[] = [];
for (const id of ['gold-seal', 'summit', 'trophy', 'program', 'bloom', 'octagon'])
  branded.push({ picture: await drawBadge(id, side, logo), label: `${id}, with a logo` });
await writeFile(new URL('badges-logo.webp', folder), await createSheet(branded, badgeCell));
const certificateCell = { columns: 4, width: longer + 2, height: longer + 2 };
await writeFile(
  new URL('certificates.webp', folder),
  await createSheet(await drawCertificates(), certificateCell),
);
