import { badge, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { down, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000050', x: 0, y: 12, blur: 32 };

export const hexagon: Template = {
  id: 'hexagon',
  name: 'Hexagon',
  make: (c, words) => {
    const up = words.logo ? 40 : 0;
    return badge([
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
        { at: [512, 318 - up], size: 236 },
        { color: plain('#ffffff'), strokeWidth: 1.5 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 566 - up], size: [660, 220] },
        { fill: plain('#ffffff'), font: 'Montserrat', size: 132, lineHeight: 1.06 },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 706 - up], size: [112, 6] },
        { fill: plain(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 770 - up], size: [500, 64] },
        { fill: plain('#ffffff'), font: 'Montserrat', weight: 400, size: 48 },
      ),
      ...logoPlate(words.logo, 886, plain(c.accent)),
    ]);
  },
};
