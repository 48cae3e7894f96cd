import type { Palette } from '../palette/palette.ts';
import { startsRight } from '../text/direction.ts';
import { badge, capitals, circleText, type Piece, shape, text } from './build.ts';
import { logoIn } from './logos.ts';
import { plain } from './paints.ts';
import { onRing } from './rings.ts';
import type { Template, Words } from './template.ts';

/** Characters of a title that fit its part of the ring. */
const few = 32;

function letter(c: Palette, { title, logo }: Words, y: number, size: number): Piece[] {
  if (logo) return logoIn(logo, { at: [512, y], size: [size * 1.18, size] });
  // Many Arabic letters reach far below the baseline.
  const [em, up] = startsRight(title) ? [size * 0.72, size * 0.16] : [size, 12];
  return [
    text(
      'Letter',
      capitals([...title][0] ?? ''),
      { at: [512, y - up], size: [560, size * 1.28] },
      { fill: plain(c.main), font: 'Playfair Display', size: em, lineHeight: 1 },
    ),
  ];
}

function around(c: Palette, words: Words): Piece[] {
  const own = { fill: plain(c.ink), font: 'Cinzel' };
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
function within(c: Palette, words: Words): Piece[] {
  const own = { fill: plain(c.ink), font: 'Cinzel' };
  return [
    ...letter(c, words, 366, 200),
    text(
      'Title',
      words.title,
      { at: [512, 590], size: [500, 230] },
      { ...own, size: 66, lineHeight: 1.1 },
    ),
    onRing('Issuer', words.issuer, 700, { ...own, size: 60, letterSpacing: 0.12, span: 0.94 }),
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
        { fill: plain(c.paper), stroke: { paint: plain(c.accent), width: 10 } },
      ),
      shape(
        'Fine ring',
        { kind: 'circle' },
        { size: 896 },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 640 },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      ...([...words.title].length > few ? within(c, words) : around(c, words)),
    ]),
};
