import { badge, icon, shape, text } from './build.ts';
import { down, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000050', x: 0, y: 12, blur: 32 };

export const crest: Template = {
  id: 'crest',
  name: 'Crest',
  make: (c, words) =>
    badge([
      shape(
        'Frame',
        { kind: 'shield' },
        { size: [800, 940] },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape(
        'Field',
        { kind: 'shield' },
        { at: [512, 510], size: [740, 874] },
        { fill: down(c.main, c.deep) },
      ),
      shape(
        'Fine line',
        { kind: 'shield' },
        { at: [512, 509], size: [700, 828] },
        { stroke: { paint: metal(c.accent), width: 3 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 290], size: 210 },
        { color: metal(c.accent), strokeWidth: 1.5 },
      ),
      shape(
        'Band',
        { kind: 'ribbon', fold: 0.12 },
        { at: [512, 556], size: [960, 210] },
        { fill: plain(c.paper), shadow: lift },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 556], size: [790, 170] },
        { fill: plain(c.ink), font: 'Playfair Display', size: 96, lineHeight: 1.05 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 752], size: [440, 96] },
        { fill: plain('#ffffff'), font: 'Source Sans 3', weight: 400, size: 44 },
      ),
    ]),
};

export const hexagon: Template = {
  id: 'hexagon',
  name: 'Hexagon',
  make: (c, words) =>
    badge([
      shape(
        'Edge',
        { kind: 'hexagon' },
        { size: [960, 960] },
        { fill: plain(c.deep), shadow: lift },
      ),
      shape('Field', { kind: 'hexagon' }, { size: [908, 908] }, { fill: down(c.main, c.deep) }),
      shape(
        'Line',
        { kind: 'hexagon' },
        { size: [850, 850] },
        { stroke: { paint: plain('#ffffff80'), width: 4 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 330], size: 200 },
        { color: plain('#ffffff'), strokeWidth: 1.5 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 470], size: [96, 6] },
        { fill: plain(c.accent) },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 592], size: [620, 200] },
        { fill: plain('#ffffff'), font: 'Montserrat', size: 112, lineHeight: 1.1 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 768], size: [500, 64] },
        { fill: plain('#ffffffcc'), font: 'Montserrat', weight: 400, size: 46 },
      ),
    ]),
};

export const levels: Template = {
  id: 'levels',
  name: 'Levels',
  make: (c, words) =>
    badge([
      shape(
        'Field',
        { kind: 'shield' },
        { size: [780, 920] },
        { fill: plain(c.paper), stroke: { paint: plain(c.main), width: 26 } },
      ),
      shape(
        'Head',
        { kind: 'rectangle', radius: 0 },
        { at: [512, 470], size: [754, 220] },
        { fill: plain(c.main) },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 470], size: [680, 180] },
        { fill: plain('#ffffff'), font: 'Oswald', size: 140, lineHeight: 1.1 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 244], size: 170 },
        { color: plain(c.main), strokeWidth: 1.6 },
      ),
      ...[-1, 0, 1].map((n) =>
        shape(
          `Star ${n + 2}`,
          { kind: 'star', points: 5, depth: 0.58 },
          { at: [512 + n * 120, 676], size: n === 0 ? 112 : 92 },
          { fill: metal(c.accent) },
        ),
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 790], size: [420, 64] },
        { fill: plain(c.ink), font: 'Source Sans 3', weight: 400, size: 48 },
      ),
    ]),
};
