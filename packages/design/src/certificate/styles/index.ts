import type { CertificateDesign } from '../schema.ts';
import { createAcademicDesign } from './academic.ts';
import { createClassicDesign } from './classic.ts';
import { createEditorialDesign } from './editorial.ts';
import { createEngravedDesign } from './engraved.ts';
import { createMinimalDesign } from './minimal.ts';
import { createModernDesign } from './modern.ts';
import type { StyleSettings } from './parts.ts';

/** The styles that open as layers, by name. */
export const styleDesigns = {
  classic: createClassicDesign,
  engraved: createEngravedDesign,
  academic: createAcademicDesign,
  modern: createModernDesign,
  editorial: createEditorialDesign,
  minimal: createMinimalDesign,
} as const satisfies Record<string, (settings: StyleSettings) => CertificateDesign>;
