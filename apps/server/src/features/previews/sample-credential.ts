import type { Language } from '@insignia/contract';
import type { PublishedCredential } from '../published/index.ts';
import type { PreviewIssuer } from './store.ts';

/** Cache name of the sample picture in a color. No blob has it. */
export const sampleImageCid = (accentColor: string): string => `seal ${accentColor}`;

/** Leads nowhere. */
const id = '00000000-0000-7000-8000-000000000000';

type SampleTexts = { recipient: string; badge: string; criteria: string };

const sampleTexts: Record<Language, SampleTexts> = {
  en: {
    recipient: 'Augusta Ada King',
    badge: 'Foundations of Data Analysis',
    criteria: 'Attended the course of twelve weeks and passed the final examination.',
  },
  de: {
    recipient: 'Lise Meitner',
    badge: 'Grundlagen der Datenanalyse',
    criteria: 'Zwölfwöchiger Kurs mit bestandener Abschlussprüfung.',
  },
  fr: {
    recipient: 'Émilie du Châtelet',
    badge: 'Fondements de l’analyse de données',
    criteria: 'Cours de douze semaines suivi et examen final réussi.',
  },
  es: {
    recipient: 'María Ángeles Alvariño',
    badge: 'Fundamentos del análisis de datos',
    criteria: 'Curso de doce semanas completado y examen final aprobado.',
  },
  ar: {
    recipient: 'مريم الأسطرلابي',
    badge: 'أساسيات تحليل البيانات',
    criteria: 'إتمام دورة مدتها اثنا عشر أسبوعًا واجتياز الامتحان النهائي.',
  },
};

/** A sample credential that shows the issuer's look. */
export function createSampleCredential(
  issuer: PreviewIssuer,
  { language, accentColor }: PreviewIssuer['brand'],
  recipientName: string | undefined,
  now: Date,
): PublishedCredential {
  const { recipient, badge, criteria } = sampleTexts[language];
  return {
    ...issuer,
    ...{ id, badgeId: id, badgeName: badge, criteria, description: '' },
    imageCid: sampleImageCid(accentColor),
    ...{ recipientName: recipientName ?? recipient, issuedOn: now, expires: null },
    ...{ revokedAt: null, revocationReason: null, image512: null, image128: null, logo128: null },
    ...{ details: null, said: null, shareText: null, linkedinOrganizationId: null },
  };
}
