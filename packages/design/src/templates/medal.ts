import { badge, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { down, glow, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#0000004d', x: 0, y: 12, blur: 30 };

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
      ...logoPlate(words.logo, { at: [512, 800], size: [330, 128] }, metal(c.accent)),
    ]),
};
