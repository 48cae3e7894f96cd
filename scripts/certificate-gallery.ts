// Draws docs/certificates anew: each style as a picture, with an invented recipient. Run it when a template has changed.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type CertificateStyle, certificateStyles, orientations } from '@insignia/contract';
import sharp from 'sharp';
import {
  type Brand,
  type Credential,
  createPress,
  photograph,
  sampleBrand,
} from '../apps/server/tests/support/press.ts';

const folder = new URL('../docs/certificates/', import.meta.url);
const press = createPress();
const [first, second] = sampleBrand.signatures;
const steward: Partial<Credential> = {
  badgeName: 'Certified Data Steward',
  issuerName: 'Northfield University',
  criteria:
    'Completed eight modules, and defended a plan for the stewardship of a **public data set** before two examiners.',
};
const grades: Partial<Credential> = {
  said: {
    attributes: [
      { name: 'Grade', type: 'text', value: 'A' },
      { name: 'Credits', type: 'number', value: '6' },
    ],
  },
};
const mentor: Partial<Credential> = {
  badgeName: 'Community Garden Mentor',
  issuerName: 'Green Hands',
  criteria:
    'Looked after a garden for a whole season, and taught **five beginners** to sow, graft and harvest.',
};
const helper: Partial<Credential> = {
  badgeName: 'First Aid',
  issuerName: 'Red River College',
  criteria:
    'Attended sixteen hours of practice, and passed the examination in **resuscitation, wounds and shock**.',
};
// With the picture that its issuer would have made of a template, in the colour of its brand.
const looks: Record<CertificateStyle, { accentColor: string; credential: Partial<Credential> }> = {
  classic: { accentColor: '#7d1234', credential: { ...helper, imageCid: 'gold-seal' } },
  engraved: { accentColor: '#1d6440', credential: { ...mentor, imageCid: 'sunburst' } },
  academic: { accentColor: '#1f4788', credential: { ...steward, ...grades, imageCid: 'crest' } },
  modern: { accentColor: '#8a1538', credential: { ...helper, imageCid: 'overlap' } },
  editorial: { accentColor: '#1f4e9c', credential: { ...steward, imageCid: 'stamp' } },
  minimal: { accentColor: '#1d6440', credential: { ...mentor, imageCid: 'script' } },
};
const arabic: Partial<Credential> = {
  recipientName: 'ليلى عبد الرحمن الحسيني',
  badgeName: 'أساسيات الملاحة الساحلية',
  issuerName: 'جامعة المدينة',
  criteria:
    'خطّطت لرحلة بحرية مدتها ثلاثة أيام وقادتها، واجتازت الامتحان التحريري في **المد والجزر والخرائط**.',
};
const signers = [
  { name: 'د. مريم القاسم', title: 'رئيسة الجامعة', pictureCid: first?.pictureCid ?? null },
  { name: 'يوسف الأنصاري', title: 'عميد الكلية', pictureCid: second?.pictureCid ?? null },
];

async function draw(
  name: string,
  brand: Partial<Brand>,
  credential: Partial<Credential> = {},
): Promise<void> {
  const picture = await photograph(await press.set({ ...sampleBrand, ...brand }, credential), 160);
  const side = brand.orientation === 'portrait' ? { height: 900 } : { width: 900 };
  const bytes = await sharp(picture).resize(side).webp({ quality: 78, effort: 6 }).toBuffer();
  await writeFile(new URL(`${name}.webp`, folder), bytes);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder);
for (const certificateStyle of certificateStyles) {
  const { accentColor, credential } = looks[certificateStyle];
  for (const orientation of orientations)
    await draw(
      `${certificateStyle}-${orientation}`,
      { certificateStyle, orientation, accentColor },
      credential,
    );
  const brand = { certificateStyle, accentColor: '#3b3a8c', signatures: signers };
  await draw(`${certificateStyle}-arabic`, { ...brand, language: 'ar' }, arabic);
}
await draw(
  'revoked',
  { certificateStyle: 'classic', language: 'de' },
  { revokedAt: new Date('2026-09-01'), revocationReason: 'An die falsche Person ausgestellt.' },
);
await press.stop();
