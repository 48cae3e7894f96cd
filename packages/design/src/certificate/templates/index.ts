import { academy, course, training, workshop } from './courses.ts';
import { appreciation, diploma, volunteer } from './honors.ts';
import type { CertificateTemplate } from './parts.ts';
import { firstAid, language, microcredential, music, sports } from './subjects.ts';

/** In display order. */
export const certificateTemplates: readonly CertificateTemplate[] = [
  ...[diploma, academy, course, workshop, firstAid, language],
  ...[sports, music, training, volunteer, appreciation, microcredential],
];
