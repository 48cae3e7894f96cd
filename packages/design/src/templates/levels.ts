import { badge, capitals, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { metallicGradient, solid, verticalGradient } from './paints.ts';
import type { Template } from './template.ts';

const lift = { color: '#00000050', x: 0, y: 12, blur: 28 };

/** Rank insignia: three stars above a shield with laurels. Remove stars for lower levels. */
export const levels: Template = {
  id: 'levels',
  name: 'Levels',
  make: (c, words) => {
    const up = words.logo ? 24 : 0;
    return badge([
      shape(
        'Laurel',
        { kind: 'laurel', leaves: 10 },
        { at: [512, 560], size: [1_000, 880] },
        { fill: metallicGradient(c.accent) },
      ),
      shape(
        'Edge',
        { kind: 'shield' },
        { at: [512, 560], size: [690, 850] },
        { fill: solid(c.deep), shadow: lift },
      ),
      shape(
        'Field',
        { kind: 'shield' },
        { at: [512, 562], size: [640, 790] },
        {
          fill: verticalGradient(c.main, c.deep),
          stroke: { paint: metallicGradient(c.accent), width: 8 },
        },
      ),
      ...[-1, 0, 1].map((n) =>
        shape(
          `Star ${n + 2}`,
          { kind: 'star', points: 5, depth: 0.56 },
          { at: [512 + n * 178, n === 0 ? 112 : 142], size: n === 0 ? 196 : 148 },
          { fill: metallicGradient(c.accent), shadow: lift, rotation: n * 12 },
        ),
      ),
      icon(
        'Icon',
        words.icon,
        { at: [512, 372 - up], size: 150 },
        { color: solid('#ffffff'), strokeWidth: 1.7 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 570 - up], size: [560, 210] },
        { fill: solid('#ffffff'), font: 'Oswald', size: 150, lineHeight: 1.08 },
      ),
      shape(
        'Tails',
        { kind: 'ribbon', fold: 0.16 },
        { at: [512, 782 - up], size: [840, 104] },
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape(
        'Ribbon',
        { kind: 'rectangle', radius: 3 },
        { at: [512, 764 - up], size: [690, 104] },
        { fill: solid(c.paper), shadow: lift },
      ),
      text(
        'Issuer',
        capitals(words.issuer),
        { at: [512, 764 - up], size: [640, 76] },
        { fill: solid(c.ink), font: 'Source Sans 3', size: 52, letterSpacing: 0.08 },
      ),
      ...createLogoPlate(words.logo, 892, metallicGradient(c.accent)),
    ]);
  },
};
