import type { Language } from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import { loadSharp } from '../../platform/images/index.ts';
import { ByteCache } from '../../platform/memory/byte-cache.ts';
import type { PublishedCredential } from '../published/index.ts';
import type { PreviewIssuer } from './store.ts';

/** Cache name of the sample picture in a color. No blob has it. */
export const sampleImageCid = (accentColor: string): string => `seal ${accentColor}`;

/** Leads nowhere. */
const id = '00000000-0000-7000-8000-000000000000';

type SampleTexts = { recipient: string; badge: string; text: string };

/** Names on samples, by language. */
export const sampleTexts: Record<Language, SampleTexts> = {
  en: {
    recipient: 'Augusta Ada King',
    badge: 'Foundations of Data Analysis',
    text: 'for completing the 12-week course and passing the final exam',
  },
  de: {
    recipient: 'Lise Meitner',
    badge: 'Grundlagen der Datenanalyse',
    text: 'Zwölfwöchiger Kurs mit bestandener Abschlussprüfung.',
  },
  fr: {
    recipient: 'Émilie du Châtelet',
    badge: 'Fondements de l’analyse de données',
    text: 'Cours de douze semaines suivi et examen final réussi.',
  },
  es: {
    recipient: 'María Ángeles Alvariño',
    badge: 'Fundamentos del análisis de datos',
    text: 'Curso de doce semanas completado y examen final aprobado.',
  },
  ar: {
    recipient: 'مريم الأسطرلابي',
    badge: 'أساسيات تحليل البيانات',
    text: 'إتمام دورة مدتها اثنا عشر أسبوعًا واجتياز الامتحان النهائي.',
  },
};

/** A sample credential that shows the issuer's look. */
export function createSampleCredential(
  issuer: PreviewIssuer,
  { language, accentColor }: PreviewIssuer['brand'],
  recipientName: string | undefined,
  now: Date,
): PublishedCredential {
  const { recipient, badge, text } = sampleTexts[language];
  return {
    ...issuer,
    ...{ id, badgeId: id, badgeName: badge, criteria: '', description: '' },
    imageCid: sampleImageCid(accentColor),
    ...{ recipientName: recipientName ?? recipient, issuedOn: now, expires: null },
    ...{ revokedAt: null, revocationReason: null, correctedAt: null, shortCode: null },
    ...{ image512: null, image128: null, logo128: null },
    ...{ certificateId: null, certificateVersion: null, cardId: null, cardVersion: null },
    details: { certificateText: text },
    ...{ credentialDetails: null, shareText: null, linkedinOrganizationId: null },
  };
}

const middle = 256;
const points = 20;

/** Drawing the picture again would be a fifth of a preview's CPU. */
const sampleImages = new ByteCache(512 * 1024);

/** A sample badge picture in the issuer's color. */
export const renderSampleImage = (accentColor: string): Promise<Buffer> =>
  sampleImages.get(accentColor, () => drawSampleImage(accentColor));

async function drawSampleImage(accentColor: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(createSampleSvg(createShades(accentColor).onLight)))
    .png()
    .toBuffer();
}

function createSampleSvg(color: string): string {
  const star = Array.from({ length: 10 }, (_, n) => pointAt(n / 10, n % 2 === 0 ? 112 : 46)).join(
    ' ',
  );
  const edge = Array.from({ length: points }, (_, n) => {
    const [bend, end] = [pointAt((n + 0.5) / points, 268), pointAt((n + 1) / points, 232)];
    return `Q${bend} ${end}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><path fill="${color}" d="M${pointAt(0, 232)}${edge.join('')}z"/><circle cx="256" cy="256" r="186" fill="none" stroke="#fff" stroke-width="5"/><circle cx="256" cy="256" r="172" fill="none" stroke="#fff" stroke-width="2"/><polygon fill="#fff" points="${star}"/></svg>`;
}

/** Point at an angle from the top and a distance from the center. */
function pointAt(turn: number, radius: number): string {
  const angle = 2 * Math.PI * turn;
  const [x, y] = [middle + radius * Math.sin(angle), middle - radius * Math.cos(angle)];
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
