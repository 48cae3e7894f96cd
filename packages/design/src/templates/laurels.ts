import { badge, capitals, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { metallicGradient, solid } from './paints.ts';
import type { Template } from './template.ts';

export const laurels: Template = {
  id: 'laurels',
  name: 'Laurels',
  make: (c, words) => {
    const up = words.logo ? 44 : 0;
    return badge([
      // The plate keeps letters readable on dark pages.
      shape(
        'Ground',
        { kind: 'circle' },
        { size: 1_004 },
        { fill: solid(c.paper), stroke: { paint: solid(c.accent), width: 6 } },
      ),
      shape(
        'Laurel',
        { kind: 'laurel', leaves: 11 },
        { at: [512, 500], size: 940 },
        { fill: metallicGradient(c.accent) },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 292 - up], size: 150 },
        { color: solid(c.main), strokeWidth: 1.5 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 502 - up], size: [520, 240] },
        { fill: solid(c.ink), font: 'Playfair Display', size: 108, lineHeight: 1.08 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 650 - up], size: [120, 4] },
        { fill: solid(c.accent) },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        words.logo ? { at: [512, 660], size: [360, 60] } : { at: [512, 706], size: [336, 84] },
        {
          fill: solid(c.main),
          font: 'Source Sans 3',
          size: 44,
          letterSpacing: 0.08,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]);
  },
};
