// Regenerates docs/certificates: each style as a picture with a sample recipient. Run it after
// changing a template.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type CertificateStyle, certificateStyles, orientations } from '@insignia/contract';
import sharp from 'sharp';
import {
  type Brand,
  type Credential,
  createCertificateRenderer,
  rasterizePdf,
  sampleBrand,
  sampleCredential,
} from '../apps/server/tests/support/certificate-renderer.ts';
import { drawTemplatePicture } from './template-picture.ts';

type Look = [accentColor: string, credential: Partial<Credential>, template: string, icon: string];

const folder = new URL('../docs/certificates/', import.meta.url);
const [first, second] = sampleBrand.signatures;
const steward: Partial<Credential> = {
  badgeName: 'Certified Data Steward',
  issuerName: 'Northfield University',
  description:
    'Completed eight modules, and defended a plan for the stewardship of a **public data set** before two examiners.',
};
const grades: Partial<Credential> = {
  credentialDetails: {
    attributes: [
      { name: 'Grade', type: 'text', value: 'A' },
      { name: 'Credits', type: 'number', value: '6' },
    ],
  },
};
const mentor: Partial<Credential> = {
  badgeName: 'Community Garden Mentor',
  issuerName: 'Green Hands',
  description:
    'Looked after a garden for a whole season, and taught **five beginners** to sow, graft and harvest.',
};
const helper: Partial<Credential> = {
  badgeName: 'First Aid',
  issuerName: 'Red River College',
  description:
    'Attended sixteen hours of practice, and passed the examination in **resuscitation, wounds and shock**.',
};
// With a badge picture made from a template in the brand's color.
const looks: Record<CertificateStyle, Look> = {
  classic: ['#7d1234', helper, 'gold-seal', 'heart'],
  engraved: ['#1d6440', mentor, 'sunburst', 'plant'],
  academic: ['#1f4788', { ...steward, ...grades }, 'crest', 'database'],
  modern: ['#8a1538', helper, 'overlap', 'heart'],
  editorial: ['#1f4e9c', steward, 'stamp', 'database'],
  minimal: ['#1d6440', mentor, 'script', 'plant'],
};
const arabic: Partial<Credential> = {
  recipientName: 'ليلى عبد الرحمن الحسيني',
  badgeName: 'أساسيات الملاحة الساحلية',
  issuerName: 'جامعة المدينة',
  description:
    'خطّطت لرحلة بحرية مدتها ثلاثة أيام وقادتها، واجتازت الامتحان التحريري في **المد والجزر والخرائط**.',
};
const signers = [
  { name: 'د. مريم القاسم', title: 'رئيسة الجامعة', pictureCid: first?.pictureCid ?? null },
  { name: 'يوسف الأنصاري', title: 'عميد الكلية', pictureCid: second?.pictureCid ?? null },
];
/** One in each other language, as issued locally. */
const abroad: [name: string, brand: Partial<Brand>, ...Look][] = [
  [
    'german',
    { language: 'de', certificateStyle: 'academic' },
    '#7a1f2b',
    {
      recipientName: 'Friederike Müller-Lüdenscheidt',
      badgeName: 'Wissenschaftliche Weiterbildung',
      issuerName: 'Universität am Fluss',
      description:
        'Hat sechs Module mit **180 Stunden** besucht und die Abschlussarbeit vor zwei Prüfenden verteidigt.',
      credentialDetails: { attributes: [{ name: 'Note', type: 'text', value: '1,3' }] },
    },
    'laurels',
    'school',
  ],
  [
    'french',
    { language: 'fr', certificateStyle: 'classic' },
    '#1f4788',
    {
      recipientName: 'Éloïse Lefèvre-Gauthier',
      badgeName: 'Pâtisserie française',
      issuerName: 'École des Métiers du Goût',
      description:
        'A suivi cent vingt heures d’atelier et réussi l’épreuve de **pâte feuilletée et entremets**.',
    },
    'gold-seal',
    'chef-hat',
  ],
  [
    'spanish',
    { language: 'es', certificateStyle: 'modern' },
    '#a3401f',
    {
      recipientName: 'Íñigo Núñez de la Peña',
      badgeName: 'Energía solar para instaladores',
      issuerName: 'Instituto Técnico del Sur',
      description:
        'Montó y midió **tres instalaciones** bajo supervisión y aprobó el examen de seguridad eléctrica.',
    },
    'sunburst',
    'solar-panel',
  ],
];

const pictures: Record<string, () => Promise<Buffer>> = {};
/** The credential with its badge picture. */
function shown([accentColor, credential, template, icon]: Look): Partial<Credential> {
  const { badgeName: title = '', issuerName: issuer = '' } = credential;
  const imageCid = `${template} ${title}`;
  pictures[imageCid] = async () =>
    (await drawTemplatePicture(template, accentColor, { title, issuer, icon }, 512))
      .png()
      .toBuffer();
  return { ...credential, imageCid };
}
const press = createCertificateRenderer([], pictures);

async function draw(
  name: string,
  brand: Partial<Brand>,
  credential: Partial<Credential> = {},
): Promise<void> {
  const picture = await rasterizePdf(
    await press.set({ ...sampleBrand, ...brand }, credential),
    160,
  );
  const side = brand.orientation === 'portrait' ? { height: 900 } : { width: 900 };
  const bytes = await sharp(picture).resize(side).webp({ quality: 78, effort: 6 }).toBuffer();
  await writeFile(new URL(`${name}.webp`, folder), bytes);
}

/** Link preview at twice the smallest displayed size. */
async function drawCard(
  name: string,
  brand: Partial<Brand>,
  credential: Partial<Credential>,
): Promise<void> {
  const picture = await press.card({ ...sampleBrand, ...brand }, { ...credential });
  const bytes = await sharp(picture)
    .resize({ width: 600 })
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
  await writeFile(new URL(`${name}.webp`, folder), bytes);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
for (const certificateStyle of certificateStyles) {
  const look = looks[certificateStyle];
  const [accentColor] = look;
  for (const orientation of orientations)
    await draw(
      `${certificateStyle}-${orientation}`,
      { certificateStyle, orientation, accentColor },
      shown(look),
    );
  const brand = { certificateStyle, accentColor: '#3b3a8c', signatures: signers };
  await draw(`${certificateStyle}-arabic`, { ...brand, language: 'ar' }, arabic);
}
for (const orientation of orientations)
  await draw(
    `minimal-without-logo-${orientation}`,
    { certificateStyle: 'minimal', orientation, accentColor: looks.minimal[0] },
    { ...shown(looks.minimal), logoCid: null },
  );
for (const [name, brand, ...look] of abroad)
  await draw(name, { ...brand, accentColor: look[0] }, shown(look));
await draw(
  'revoked',
  { certificateStyle: 'classic', language: 'de' },
  { revokedAt: new Date('2026-09-01'), revocationReason: 'An die falsche Person ausgestellt.' },
);
const marigold: Look = ['#f2b705', mentor, 'sunburst', 'plant'];
const wideLogoCid = sampleCredential.logoCid;
await drawCard('card', { accentColor: marigold[0] }, { ...shown(marigold), wideLogoCid });
await drawCard(
  'card-arabic',
  { accentColor: '#3b3a8c', language: 'ar' },
  { ...arabic, wideLogoCid },
);
await drawCard(
  'card-revoked',
  { accentColor: '#8a1538', language: 'fr' },
  { ...shown(['#8a1538', helper, 'overlap', 'heart']), revokedAt: new Date('2026-09-01') },
);
await press.stop();
