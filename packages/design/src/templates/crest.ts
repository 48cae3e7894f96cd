import { badge, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { down, metal, plain } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000050', x: 0, y: 12, blur: 32 };

export const crest: Template = {
  id: 'crest',
  name: 'Crest',
  make: (c, words) => {
    const up = words.logo ? 26 : 0;
    return badge([
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
        { at: [512, 782 - up], size: [420, words.logo ? 64 : 96] },
        { fill: plain('#ffffff'), font: 'Source Sans 3', weight: 700, size: 48 },
      ),
      ...logoPlate(words.logo, 894, metal(c.accent)),
    ]);
  },
};
