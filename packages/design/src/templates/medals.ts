import { badge, capitals, circleText, icon, shape, text } from './build.ts';
import { starsBelow } from './ornaments.ts';
import { down, glow, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#0000004d', x: 0, y: 12, blur: 30 };

export const laurels: Template = {
  id: 'laurels',
  name: 'Laurels',
  make: (c, words) =>
    badge([
      shape(
        'Laurel',
        { kind: 'laurel', leaves: 11 },
        { at: [512, 500], size: 940 },
        { fill: metal(c.accent) },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 292], size: 150 },
        { color: plain(c.main), strokeWidth: 1.5 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 502], size: [520, 240] },
        { fill: plain(c.ink), font: 'Playfair Display', size: 108, lineHeight: 1.08 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 650], size: [120, 4] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        { at: [512, 704], size: [360, 60] },
        { fill: plain(c.main), font: 'Source Sans 3', size: 44, letterSpacing: 0.08 },
      ),
    ]),
};

export const medal: Template = {
  id: 'medal',
  name: 'Medal',
  make: (c, words) =>
    badge([
      shape(
        'Left ribbon',
        { kind: 'ribbon', fold: 0.34 },
        { at: [392, 772], size: [430, 150] },
        { fill: down(c.deep, c.main), rotation: 112 },
      ),
      shape(
        'Right ribbon',
        { kind: 'ribbon', fold: 0.34 },
        { at: [632, 772], size: [430, 150] },
        { fill: down(c.main, c.deep), rotation: 68 },
      ),
      ...[112, 68].map((rotation) =>
        shape(
          'Stripe',
          { kind: 'rectangle', radius: 0 },
          { at: [rotation > 90 ? 392 : 632, 764], size: [380, 26] },
          { fill: plain(c.accent), opacity: 0.85, rotation },
        ),
      ),
      shape(
        'Seal',
        { kind: 'seal', teeth: 28, depth: 0.08 },
        { at: [512, 420], size: 790 },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape(
        'Disc',
        { kind: 'circle' },
        { at: [512, 420], size: 620 },
        { fill: glow(c.main, c.deep), stroke: { paint: plain('#ffffff66'), width: 4 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 292], size: 124 },
        { color: plain('#ffffff'), strokeWidth: 1.7 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 452], size: [500, 190] },
        { fill: plain('#ffffff'), font: 'Source Serif 4', size: 112, lineHeight: 1.08 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 606], size: [420, 60] },
        { fill: plain('#ffffffcc'), font: 'Source Sans 3', weight: 400, size: 44 },
      ),
    ]),
};

export const sunburst: Template = {
  id: 'sunburst',
  name: 'Sunburst',
  make: (c, words) =>
    badge([
      shape(
        'Edge',
        { kind: 'star', points: 40, depth: 0.06 },
        { size: 980 },
        { fill: metal(c.accent), shadow: lift },
      ),
      shape('Disc', { kind: 'circle' }, { size: 892 }, { fill: glow(c.main, c.deep) }),
      shape(
        'Rays',
        { kind: 'star', points: 40, depth: 0.55 },
        { size: 872 },
        { fill: plain('#ffffff'), opacity: 0.09 },
      ),
      shape(
        'Field',
        { kind: 'circle' },
        { size: 624 },
        { fill: plain(c.paper), stroke: { paint: metal(c.accent), width: 12 } },
      ),
      circleText(
        'Issuer',
        capitals(words.issuer),
        { size: 690 },
        { fill: plain('#ffffff'), font: 'Montserrat', size: 60, letterSpacing: 0.1, span: 0.84 },
      ),
      ...starsBelow({ radius: 380, size: 48, apart: 13 }, metal(c.accent)),
      icon(
        'Icon',
        words.icon,
        { at: [512, 370], size: 156 },
        { color: plain(c.main), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 572], size: [520, 230] },
        { fill: plain(c.ink), font: 'Montserrat', size: 116, lineHeight: 1.06 },
      ),
    ]),
};
