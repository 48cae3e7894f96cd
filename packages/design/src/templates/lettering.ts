import type { Palette } from '../palette/palette.ts';
import { isRightToLeftText } from '../text/direction.ts';
import {
  createBadgeDesign,
  placeCircleText,
  placeIcon,
  placeShape,
  placeText,
  type Template,
  type TemplateContent,
  type TemplateLayer,
  toCapitals,
} from './build.ts';
import { createLogo, createRingText, createRosette, solid, verticalGradient } from './ornaments.ts';

export const script: Template = {
  id: 'script',
  name: 'Script',
  tags: ['elegant', 'appreciation', 'thank you', 'wedding', 'arts'],
  make: (c, words) => {
    const up = words.logo ? 40 : 0;
    return createBadgeDesign([
      placeShape(
        'Background',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 980 },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      placeShape(
        'Line',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 930 },
        { stroke: { paint: solid(c.accent), width: 4 } },
      ),
      placeShape('Paper', { kind: 'circle' }, { size: 824 }, { fill: solid(c.paper) }),
      ...createRosette(
        { size: 804, teeth: 36, depth: 0.1, lines: 4 },
        { paint: solid(c.accent), width: 2, opacity: 0.55 },
      ),
      placeIcon(
        words,
        { at: [512, 296 - up], size: 140 },
        { color: solid(c.main), strokeWidth: 1.3 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 500 - up], size: [610, 280] },
        { fill: solid(c.main), font: 'Great Vibes', weight: 400, size: 190, lineHeight: 0.98 },
      ),
      placeShape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 668 - up], size: [150, 4] },
        { fill: solid(c.accent) },
      ),
      placeText(
        'Issuer',
        toCapitals(words.issuer),
        words.logo ? { at: [512, 686], size: [420, 60] } : { at: [512, 738], size: [420, 104] },
        {
          fill: solid(c.ink),
          font: 'Source Sans 3',
          size: 42,
          letterSpacing: 0.14,
          lineHeight: 1.1,
        },
      ),
      ...createLogo(words.logo, { at: [512, 786], size: [280, 120] }),
    ]);
  },
};

/** Characters of a title that fit its part of the ring. */
const MAX_RING_TITLE = 32;

function letter(
  c: Palette,
  { title, logo }: TemplateContent,
  y: number,
  size: number,
): TemplateLayer[] {
  if (logo) return createLogo(logo, { at: [512, y], size: [size * 1.18, size] });
  // Many Arabic letters reach far below the baseline.
  const [em, up] = isRightToLeftText(title) ? [size * 0.72, size * 0.16] : [size, 12];
  return [
    placeText(
      'Letter',
      toCapitals([...title][0] ?? ''),
      { at: [512, y - up], size: [560, size * 1.28] },
      { fill: solid(c.main), font: 'Playfair Display', size: em, lineHeight: 1 },
    ),
  ];
}

function placeAround(c: Palette, words: TemplateContent): TemplateLayer[] {
  const own = { fill: solid(c.ink), font: 'Cinzel' };
  return [
    ...letter(c, words, 512, 440),
    placeCircleText(
      'Title',
      toCapitals(words.title),
      { size: 700 },
      { ...own, size: 72, letterSpacing: 0.1, span: 0.54 },
    ),
    placeCircleText(
      'Issuer',
      toCapitals(words.issuer),
      { size: 700 },
      { ...own, side: 'bottom', weight: 400, size: 54, letterSpacing: 0.12, span: 0.36 },
    ),
  ];
}

/** A long title wraps below the initial. The ring then contains only the issuer. */
function placeWithin(c: Palette, words: TemplateContent): TemplateLayer[] {
  const own = { fill: solid(c.ink), font: 'Cinzel' };
  return [
    ...letter(c, words, 366, 200),
    placeText(
      'Title',
      words.title,
      { at: [512, 590], size: [500, 230] },
      { ...own, size: 66, lineHeight: 1.1 },
    ),
    createRingText(
      'Issuer',
      words.issuer,
      { size: 700 },
      {
        ...own,
        size: 60,
        letterSpacing: 0.12,
        span: 0.94,
      },
    ),
  ];
}

export const monogram: Template = {
  id: 'monogram',
  name: 'Monogram',
  tags: ['elegant', 'classic', 'letter', 'initial', 'fashion'],
  make: (c, words) =>
    createBadgeDesign([
      placeShape(
        'Disc',
        { kind: 'circle' },
        { size: 940 },
        { fill: solid(c.paper), stroke: { paint: solid(c.accent), width: 10 } },
      ),
      placeShape(
        'Fine ring',
        { kind: 'circle' },
        { size: 896 },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      placeShape(
        'Ring',
        { kind: 'circle' },
        { size: 640 },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      ...([...words.title].length > MAX_RING_TITLE ? placeWithin(c, words) : placeAround(c, words)),
    ]),
};
