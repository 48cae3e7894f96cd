// Draws docs/certificates anew: each style as a picture, with an invented recipient. Run it when a template has changed.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { certificateStyles, orientations } from '@insignia/contract';
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
const accents = ['#24477f', '#1d6440', '#8a1538', '#3b3a8c', '#7a3e12', '#155e63'];
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
for (const [n, certificateStyle] of certificateStyles.entries()) {
  const accentColor = accents[n] ?? sampleBrand.accentColor;
  for (const orientation of orientations)
    await draw(`${certificateStyle}-${orientation}`, {
      certificateStyle,
      orientation,
      accentColor,
    });
  await draw(
    `${certificateStyle}-arabic`,
    { certificateStyle, accentColor, language: 'ar', signatures: signers },
    arabic,
  );
}
await draw(
  'revoked',
  { certificateStyle: 'classic', language: 'de' },
  { revokedAt: new Date('2026-09-01'), revocationReason: 'An die falsche Person ausgestellt.' },
);
await press.stop();
