import type { Language } from '@insignia/contract';
import type { LetterLook } from './letter.ts';
import { tokens } from './tokens.ts';

/** Letters that the service writes for itself. */
export function serviceLook(language: Language): LetterLook {
  return {
    ...{ language, name: 'Insignia', foot: [] },
    accent: { onLight: tokens.light.accent ?? '', onDark: tokens.dark.accent ?? '' },
  };
}
