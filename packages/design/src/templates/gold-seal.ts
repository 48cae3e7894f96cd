import { badge, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { rosette, starsBelow } from './ornaments.ts';
import { metallicGradient, radialGradient, solid } from './paints.ts';
import { createRingText } from './rings.ts';
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
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape('Edge', { kind: 'circle' }, { size: 812 }, { fill: solid(c.deep) }),
      shape(
        'Disc',
        { kind: 'circle' },
        { size: 788 },
        {
          fill: radialGradient(c.main, c.deep),
          stroke: { paint: metallicGradient(c.accent), width: 8 },
        },
      ),
      ...rosette(
        { size: 566, teeth: 18, depth: 0.16, lines: 4 },
        { paint: solid(c.accent), width: 2, opacity: 0.32 },
      ),
      createRingText('Issuer', words.issuer, 614, {
        fill: solid(c.paper),
        size: 58,
        letterSpacing: 0.14,
        span: 0.84,
      }),
      ...(words.logo
        ? []
        : starsBelow({ radius: 342, size: 46, apart: 14 }, metallicGradient(c.accent))),
      icon(
        'Icon',
        words.icon,
        { at: [512, 372], size: 176 },
        { color: metallicGradient(c.accent), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 574], size: [530, 210] },
        { fill: solid('#ffffff'), size: 136, lineHeight: 1.06 },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]),
};
