import { badge, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { metallicGradient, radialGradient, solid, verticalGradient } from './paints.ts';
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
        { at: [384, 792], size: [440, 164] },
        { fill: verticalGradient(c.deep, c.main), rotation: 112 },
      ),
      shape(
        'Right ribbon',
        { kind: 'ribbon', fold: 0.34 },
        { at: [640, 792], size: [440, 164] },
        { fill: verticalGradient(c.main, c.deep), rotation: 68 },
      ),
      ...[112, 68].map((rotation) =>
        shape(
          'Stripe',
          { kind: 'rectangle', radius: 0 },
          { at: [rotation > 90 ? 384 : 640, 784], size: [390, 28] },
          { fill: solid(c.accent), opacity: 0.85, rotation },
        ),
      ),
      shape(
        'Seal',
        { kind: 'seal', teeth: 28, depth: 0.08 },
        { at: [512, 440], size: 860 },
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape(
        'Disc',
        { kind: 'circle' },
        { at: [512, 440], size: 690 },
        { fill: radialGradient(c.main, c.deep), stroke: { paint: solid('#ffffff66'), width: 4 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 286], size: 150 },
        { color: solid('#ffffff'), strokeWidth: 1.7 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 470], size: [570, 214] },
        { fill: solid('#ffffff'), font: 'Source Serif 4', size: 128, lineHeight: 1.08 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 648], size: [450, 100] },
        {
          fill: solid('#ffffffcc'),
          font: 'Source Sans 3',
          weight: 400,
          size: 52,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 836, metallicGradient(c.accent)),
    ]),
};
