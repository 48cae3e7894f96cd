import { badge, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { metallicGradient, solid, verticalGradient } from './paints.ts';
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
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape(
        'Field',
        { kind: 'shield' },
        { at: [512, 510], size: [740, 874] },
        { fill: verticalGradient(c.main, c.deep) },
      ),
      shape(
        'Fine line',
        { kind: 'shield' },
        { at: [512, 509], size: [700, 828] },
        { stroke: { paint: metallicGradient(c.accent), width: 3 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 290], size: 210 },
        { color: metallicGradient(c.accent), strokeWidth: 1.5 },
      ),
      shape(
        'Tails',
        { kind: 'ribbon', fold: 0.14 },
        { at: [512, 606], size: [956, 200] },
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape(
        'Band',
        { kind: 'rectangle', radius: 4 },
        { at: [512, 560], size: [832, 214] },
        { fill: solid(c.paper), shadow: lift },
      ),
      shape(
        'Band line',
        { kind: 'rectangle', radius: 2 },
        { at: [512, 560], size: [808, 190] },
        { stroke: { paint: solid(c.accent), width: 2 } },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [768, 172] },
        { fill: solid(c.ink), font: 'Playfair Display', size: 112, lineHeight: 1.02 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 782 - up], size: [420, words.logo ? 64 : 96] },
        { fill: solid('#ffffff'), font: 'Source Sans 3', weight: 700, size: 48 },
      ),
      ...createLogoPlate(words.logo, 894, metallicGradient(c.accent)),
    ]);
  },
};
