import { badge, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { rosette } from './ornaments.ts';
import { radialGradient, solid } from './paints.ts';
import type { Template } from './template.ts';

export const night: Template = {
  id: 'night',
  name: 'Night',
  make: (c, words) => {
    const up = words.logo ? 30 : 0;
    return badge([
      shape('Sky', { kind: 'circle' }, { size: 960 }, { fill: radialGradient(c.main, c.ink) }),
      shape(
        'Dashes',
        { kind: 'circle' },
        { size: 880 },
        { stroke: { paint: solid('#ffffff80'), width: 10, dash: [3, 19.04] } },
      ),
      shape(
        'Ring',
        { kind: 'circle' },
        { size: 820 },
        { stroke: { paint: solid(c.accent), width: 3 } },
      ),
      ...rosette(
        { size: 806, teeth: 30, depth: 0.13, lines: 3 },
        { paint: solid(c.accent), width: 2, opacity: 0.4 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 318 - up], size: 196 },
        { color: solid(c.accent), strokeWidth: 1.4 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 552 - up], size: [620, 220] },
        { fill: solid('#ffffff'), font: 'Cinzel', size: 132, lineHeight: 1.08 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 734 - up], size: [460, 104] },
        {
          fill: solid('#ffffffcc'),
          font: 'Source Sans 3',
          weight: 400,
          size: 52,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 872, solid(c.accent)),
    ]);
  },
};
