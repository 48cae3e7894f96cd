import type { Language } from '@insignia/contract';
import type { LetterLook } from './letter.ts';

/** Letters that the service writes for itself. */
export function serviceLook(language: Language): LetterLook {
  return {
    ...{ language, name: 'Insignia', foot: [] },
    accent: { onLight: '#24477f', onDark: '#a8c2f2' },
  };
}
