import { paletteOf } from '../palette/palette.ts';
import type { Design, Shape } from '../schema.ts';
import { templates } from './index.ts';
import type { Words } from './template.ts';

const mains = [
  '#1f4e8c',
  '#14532d',
  '#7a1f3d',
  '#3b2a6b',
  '#0f4c5c',
  '#7c2d12',
  '#1e293b',
  '#5b21b6',
];
const accents = ['#c9a227', '#d97706', '#b08d57', '#0ea5a4', '#e11d48', '#94a3b8'];
/** Whole shapes that stand in for each other. */
const round: Shape[] = [
  { kind: 'circle' },
  { kind: 'seal', teeth: 24, depth: 0.06 },
  { kind: 'seal', teeth: 12, depth: 0.1 },
  { kind: 'star', points: 24, depth: 0.1 },
  { kind: 'hexagon' },
];

/** A template in other colours, with another icon and another form; `random` gives shares of 1, as Math.random does. */
export function surprise(
  words: Omit<Words, 'icon'>,
  icons: readonly string[],
  random: () => number,
): Design {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const palette = paletteOf(one(mains), one(accents));
  const design = one(templates).make(palette, { ...words, icon: one(icons) });
  const shape = one(round);
  const [lowest, ...others] = design.layers;
  if (lowest?.type !== 'shape' || !round.some(({ kind }) => kind === lowest.shape.kind))
    return design;
  return { ...design, layers: [{ ...lowest, shape }, ...others] };
}
