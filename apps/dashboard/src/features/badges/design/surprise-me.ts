import { type Design, surprise } from '@insignia/design';
import { icons } from '@insignia/design/icons';
import type { Words } from './context.ts';

const names = Object.keys(icons);

export function surpriseMe(words: Words): Design {
  return surprise(words, names, Math.random);
}
