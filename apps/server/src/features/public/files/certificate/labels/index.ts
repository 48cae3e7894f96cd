import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { CertificateLabels } from './labels.ts';

const labels: Record<Language, CertificateLabels> = { en, de, fr, es, ar };

export function labelsIn(language: Language): CertificateLabels {
  return labels[language];
}
