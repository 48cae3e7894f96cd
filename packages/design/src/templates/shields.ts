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
        'Tails',
        { kind: 'ribbon', fold: 0.14 },
        { at: [512, 606], size: [956, 200] },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape(
        'Band',
        { kind: 'rectangle', radius: 4 },
        { at: [512, 560], size: [832, 214] },
        { fill: plain(c.paper), shadow: lift },
      ),
      shape(
        'Band line',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 560], size: [808, 190] },
        { stroke: { paint: plain(c.accent), width: 2 } },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [768, 172] },
        { fill: plain(c.ink), font: 'Playfair Display', size: 112, lineHeight: 1.02 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 782], size: [420, 96] },
        { fill: plain('#ffffff'), font: 'Source Sans 3', weight: 700, size: 48 },
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
      ...[720, 560, 400].map((size) =>
        shape(
          `Facet ${size}`,
          { kind: 'hexagon' },
          { at: [512, 512 - (860 - size) / 2], size: [size, size] },
          // Darker: letters in front stay readable.
          { fill: plain(c.ink), opacity: 0.2, group: 'facets' },
        ),
      ),
      shape(
        'Line',
        { kind: 'hexagon' },
        { size: [856, 856] },
        { stroke: { paint: plain(c.accent), width: 6 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 318], size: 236 },
        { color: plain('#ffffff'), strokeWidth: 1.5 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 566], size: [660, 220] },
        { fill: plain('#ffffff'), font: 'Montserrat', size: 132, lineHeight: 1.06 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 706], size: [112, 6] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 770], size: [500, 64] },
        { fill: plain('#ffffff'), font: 'Montserrat', weight: 400, size: 48 },
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
