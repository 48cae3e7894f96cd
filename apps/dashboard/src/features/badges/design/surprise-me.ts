import { createSurpriseDesign, type Design } from '@insignia/design';
import { icons } from '@insignia/design/icons';
import type { BadgeContent } from './context.ts';

const names = Object.keys(icons);

export function createBadgeSurprise(words: BadgeContent): Design {
  return createSurpriseDesign(words, names, Math.random);
}
