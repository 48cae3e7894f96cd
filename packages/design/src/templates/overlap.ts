import { badge, icon, shape, text } from './build.ts';
import { createLogo } from './logos.ts';
import { radialGradient, solid } from './paints.ts';
import type { Template } from './template.ts';

export const overlap: Template = {
  id: 'overlap',
  name: 'Overlap',
  make: (c, words) => {
    const hasLogo = words.logo !== undefined;
    return badge([
      shape('Disc', { kind: 'circle' }, { size: 976 }, { fill: radialGradient(c.main, c.deep) }),
      shape(
        'Left',
        { kind: 'circle' },
        { at: [408, 334], size: 476 },
        { fill: solid(c.accent), group: 'circles' },
      ),
      shape(
        'Right',
        { kind: 'circle' },
        { at: [616, 334], size: 476 },
        { fill: solid('#ffffff'), opacity: hasLogo ? 1 : 0.82, group: 'circles' },
      ),
      icon(
        'Icon',
        words.icon,
        hasLogo ? { at: [306, 334], size: 128 } : { at: [512, 334], size: 188 },
        { color: solid(c.ink), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 680], size: [700, 180] },
        { fill: solid('#ffffff'), font: 'Montserrat', size: 128, lineHeight: 1.06 },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 836], size: [500, 104] },
        { fill: solid('#ffffff'), font: 'Montserrat', weight: 400, size: 52, lineHeight: 1.1 },
      ),
      ...createLogo(words.logo, { at: [616, 334], size: [350, 250] }),
    ]);
  },
};
