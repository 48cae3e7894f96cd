import { badge, capitals, circleText, icon, shape, text } from './build.ts';
import { rosette, starsBelow } from './ornaments.ts';
import { glow, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000055', x: 0, y: 14, blur: 36 };

export const goldSeal: Template = {
  id: 'gold-seal',
  name: 'Gold seal',
  make: (c, words) =>
    badge([
      shape(
        'Seal',
        { kind: 'seal', teeth: 40, depth: 0.07 },
        { size: 960 },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape('Edge', { kind: 'circle' }, { size: 812 }, { fill: plain(c.deep) }),
      shape(
        'Disc',
        { kind: 'circle' },
        { size: 788 },
        { fill: glow(c.main, c.deep), stroke: { paint: metal(c.accent), width: 8 } },
      ),
      ...rosette(
        { size: 566, teeth: 18, depth: 0.16, lines: 4 },
        { paint: plain(c.accent), width: 2, opacity: 0.32 },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 614 },
        { fill: plain(c.paper), size: 58, letterSpacing: 0.14, span: 0.84 },
      ),
      ...starsBelow({ radius: 342, size: 46, apart: 14 }, metal(c.accent)),
      icon(
        'Icon',
        words.icon,
        { at: [512, 372], size: 176 },
        { color: metal(c.accent), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 574], size: [530, 210] },
        { fill: plain('#ffffff'), size: 136, lineHeight: 1.06 },
      ),
    ]),
};

export const stamp: Template = {
  id: 'stamp',
  name: 'Stamp',
  make: (c, words) =>
    badge([
      shape('Ground', { kind: 'circle' }, { size: 940 }, { fill: plain('#ffffff') }),
      shape(
        'Outer ring',
        { kind: 'circle' },
        { size: 900 },
        { stroke: { paint: plain(c.main), width: 16 } },
      ),
      shape(
        'Second ring',
        { kind: 'circle' },
        { size: 856 },
        { stroke: { paint: plain(c.main), width: 4 } },
      ),
      shape(
        'Inner ring',
        { kind: 'circle' },
        { size: 636 },
        { stroke: { paint: plain(c.main), width: 4 } },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 684 },
        { fill: plain(c.main), font: 'Oswald', size: 76, letterSpacing: 0.12, span: 0.83 },
      ),
      ...starsBelow({ radius: 373, size: 56, apart: 16 }, plain(c.main)),
      icon(
        'Icon',
        words.icon,
        { at: [512, 334], size: 150 },
        { color: plain(c.main), strokeWidth: 1.8 },
      ),
      text(
        'Title',
        capitals(words.title),
        { at: [512, 560], size: [560, 270] },
        { fill: plain(c.main), font: 'Oswald', size: 132, lineHeight: 1.08, letterSpacing: 0.01 },
      ),
    ]),
};

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
      text(
        'Letter',
        capitals([...words.title][0] ?? ''),
        { at: [512, 500], size: [560, 560] },
        { fill: plain(c.main), font: 'Playfair Display', size: 440, lineHeight: 1 },
      ),
      circleText(
        'Title',
        capitals(words.title),
        { size: 700 },
        { fill: plain(c.ink), font: 'Cinzel', size: 72, letterSpacing: 0.1, span: 0.54 },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 700 },
        {
          side: 'bottom',
          fill: plain(c.ink),
          font: 'Cinzel',
          weight: 400,
          size: 54,
          letterSpacing: 0.12,
          span: 0.36,
        },
      ),
    ]),
};
