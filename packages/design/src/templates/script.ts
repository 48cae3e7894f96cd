import { badge, capitals, icon, shape, text } from './build.ts';
import { createLogo } from './logos.ts';
import { rosette } from './ornaments.ts';
import { solid, verticalGradient } from './paints.ts';
import type { Template } from './template.ts';

export const script: Template = {
  id: 'script',
  name: 'Script',
  make: (c, words) => {
    const up = words.logo ? 40 : 0;
    return badge([
      shape(
        'Ground',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 980 },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      shape(
        'Line',
        { kind: 'seal', teeth: 16, depth: 0.07 },
        { size: 930 },
        { stroke: { paint: solid(c.accent), width: 4 } },
      ),
      shape('Paper', { kind: 'circle' }, { size: 824 }, { fill: solid(c.paper) }),
      ...rosette(
        { size: 804, teeth: 36, depth: 0.1, lines: 4 },
        { paint: solid(c.accent), width: 2, opacity: 0.55 },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 296 - up], size: 140 },
        { color: solid(c.main), strokeWidth: 1.3 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 500 - up], size: [610, 280] },
        { fill: solid(c.main), font: 'Great Vibes', weight: 400, size: 190, lineHeight: 0.98 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 668 - up], size: [150, 4] },
        { fill: solid(c.accent) },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        words.logo ? { at: [512, 686], size: [420, 60] } : { at: [512, 738], size: [420, 104] },
        {
          fill: solid(c.ink),
          font: 'Source Sans 3',
          size: 42,
          letterSpacing: 0.14,
          lineHeight: 1.1,
        },
      ),
      ...createLogo(words.logo, { at: [512, 786], size: [280, 120] }),
    ]);
  },
};
