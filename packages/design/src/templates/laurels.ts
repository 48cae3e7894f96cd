import { badge, capitals, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { metal, plain } from './paints.ts';
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
        { fill: plain(c.paper), stroke: { paint: plain(c.accent), width: 6 } },
      ),
      shape(
        'Laurel',
        { kind: 'laurel', leaves: 11 },
        { at: [512, 500], size: 940 },
        { fill: metal(c.accent) },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 292 - up], size: 150 },
        { color: plain(c.main), strokeWidth: 1.5 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 502 - up], size: [520, 240] },
        { fill: plain(c.ink), font: 'Playfair Display', size: 108, lineHeight: 1.08 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 650 - up], size: [120, 4] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        words.logo ? { at: [512, 660], size: [360, 60] } : { at: [512, 706], size: [336, 84] },
        {
          fill: plain(c.main),
          font: 'Source Sans 3',
          size: 44,
          letterSpacing: 0.08,
          lineHeight: 1.1,
        },
      ),
      ...logoPlate(words.logo, 856, metal(c.accent)),
    ]);
  },
};
