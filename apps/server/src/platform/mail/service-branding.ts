import type { Language } from '@insignia/contract';
import type { LetterBranding } from './letter.ts';
import { tokens } from './tokens.ts';

/** Branding of the service's own emails. */
export function serviceBranding(language: Language): LetterBranding {
  const accent = { onLight: tokens.light.accent ?? '', onDark: tokens.dark.accent ?? '' };
  return { ...{ language, name: 'Insignia', foot: [] }, accent, band: accent };
}
