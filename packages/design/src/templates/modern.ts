import { startsRight } from '../text/direction.ts';
import { badge, capitals, icon, shape, side, text } from './build.ts';
import { rosette } from './ornaments.ts';
import { down, glow, plain } from './paints.ts';
import type { Template } from './template.ts';

export const editorial: Template = {
  id: 'editorial',
  name: 'Editorial',
  make: (c, words) => {
    // All begins where the title does.
    const from = (x: number) => (startsRight(words.title) ? side - x : x);
    return badge([
      shape('Card', { kind: 'rectangle', radius: 72 }, { size: 960 }, { fill: plain(c.paper) }),
      shape(
        'Margin',
        { kind: 'rectangle', radius: 72 },
        { size: 960 },
        { stroke: { paint: plain(c.main), width: 8 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [from(196), 204], size: 168 },
        { color: plain(c.main), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [800, 420] },
        {
          fill: plain(c.ink),
          font: 'Playfair Display',
          size: 168,
          lineHeight: 1.02,
          align: 'start',
        },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 0 },
        { at: [from(192), 812], size: [160, 8] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 878], size: [800, 60] },
        { fill: plain(c.main), font: 'Source Sans 3', weight: 400, size: 46, align: 'start' },
      ),
    ]);
  },
};

export const overlap: Template = {
  id: 'overlap',
  name: 'Overlap',
  make: (c, words) =>
    badge([
      shape('Disc', { kind: 'circle' }, { size: 976 }, { fill: glow(c.main, c.deep) }),
      shape(
        'Left',
        { kind: 'circle' },
        { at: [408, 334], size: 476 },
        { fill: plain(c.accent), group: 'circles' },
      ),
      shape(
        'Right',
        { kind: 'circle' },
        { at: [616, 334], size: 476 },
        { fill: plain('#ffffff'), opacity: 0.82, group: 'circles' },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 334], size: 188 },
        { color: plain(c.ink), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 680], size: [700, 180] },
        { fill: plain('#ffffff'), font: 'Montserrat', size: 128, lineHeight: 1.06 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 820], size: [500, 68] },
        { fill: plain('#ffffff'), font: 'Montserrat', weight: 400, size: 52 },
      ),
    ]),
};

export const night: Template = {
  id: 'night',
  name: 'Night',
  make: (c, words) =>
    badge([
      shape('Sky', { kind: 'circle' }, { size: 960 }, { fill: glow(c.main, c.ink) }),
      shape(
        'Dashes',
        { kind: 'circle' },
        { size: 880 },
        { stroke: { paint: plain('#ffffff80'), width: 10, dash: [3, 19.04] } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 820 },
        { stroke: { paint: plain(c.accent), width: 3 } },
      ),
      ...rosette(
        { size: 806, teeth: 30, depth: 0.13, lines: 3 },
        { paint: plain(c.accent), width: 2, opacity: 0.4 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 318], size: 196 },
        { color: plain(c.accent), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 552], size: [620, 220] },
        { fill: plain('#ffffff'), font: 'Cinzel', size: 132, lineHeight: 1.08 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 728], size: [480, 68] },
        { fill: plain('#ffffffcc'), font: 'Source Sans 3', weight: 400, size: 52 },
      ),
    ]),
};

export const script: Template = {
  id: 'script',
  name: 'Script',
  make: (c, words) =>
    badge([
      shape(
        'Ground',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 980 },
        { fill: down(c.main, c.deep) },
      ),
      shape(
        'Line',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 930 },
        { stroke: { paint: plain(c.accent), width: 4 } },
      ),
      shape('Paper', { kind: 'circle' }, { size: 824 }, { fill: plain(c.paper) }),
      ...rosette(
        { size: 804, teeth: 36, depth: 0.1, lines: 4 },
        { paint: plain(c.accent), width: 2, opacity: 0.55 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 296], size: 140 },
        { color: plain(c.main), strokeWidth: 1.3 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 500], size: [610, 280] },
        { fill: plain(c.main), font: 'Great Vibes', weight: 400, size: 190, lineHeight: 0.98 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 668], size: [150, 4] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        { at: [512, 726], size: [420, 60] },
        { fill: plain(c.ink), font: 'Source Sans 3', size: 42, letterSpacing: 0.14 },
      ),
    ]),
};
