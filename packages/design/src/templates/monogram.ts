import type { Palette } from '../palette/palette.ts';
import { isRightToLeftText } from '../text/direction.ts';
import { badge, capitals, circleText, shape, type TemplateLayer, text } from './build.ts';
import { createLogo } from './logos.ts';
import { solid } from './paints.ts';
import { createRingText } from './rings.ts';
import type { Template, TemplateContent } from './template.ts';

/** Characters of a title that fit its part of the ring. */
const few = 32;

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
    text(
      'Letter',
      capitals([...title][0] ?? ''),
      { at: [512, y - up], size: [560, size * 1.28] },
      { fill: solid(c.main), font: 'Playfair Display', size: em, lineHeight: 1 },
    ),
  ];
}

function around(c: Palette, words: TemplateContent): TemplateLayer[] {
  const own = { fill: solid(c.ink), font: 'Cinzel' };
  return [
    ...letter(c, words, 512, 440),
    circleText(
      'Title',
      capitals(words.title),
      { size: 700 },
      { ...own, size: 72, letterSpacing: 0.1, span: 0.54 },
    ),
    circleText(
      'Issuer',
      capitals(words.issuer),
      { size: 700 },
      { ...own, side: 'bottom', weight: 400, size: 54, letterSpacing: 0.12, span: 0.36 },
    ),
  ];
}

/** A long title wraps below the initial. The ring then contains only the issuer. */
function within(c: Palette, words: TemplateContent): TemplateLayer[] {
  const own = { fill: solid(c.ink), font: 'Cinzel' };
  return [
    ...letter(c, words, 366, 200),
    text(
      'Title',
      words.title,
      { at: [512, 590], size: [500, 230] },
      { ...own, size: 66, lineHeight: 1.1 },
    ),
    createRingText('Issuer', words.issuer, 700, {
      ...own,
      size: 60,
      letterSpacing: 0.12,
      span: 0.94,
    }),
  ];
}

export const monogram: Template = {
  id: 'monogram',
  name: 'Monogram',
  make: (c, words) =>
    badge([
      shape(
        'Disc',
        { kind: 'circle' },
        { size: 940 },
        { fill: solid(c.paper), stroke: { paint: solid(c.accent), width: 10 } },
      ),
      shape(
        'Fine ring',
        { kind: 'circle' },
        { size: 896 },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 640 },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      ...([...words.title].length > few ? within(c, words) : around(c, words)),
    ]),
};
