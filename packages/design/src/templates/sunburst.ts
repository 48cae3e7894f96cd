import { badge, icon, shape, text } from './build.ts';
import { createLogoPlate } from './logos.ts';
import { starsBelow } from './ornaments.ts';
import { metallicGradient, radialGradient, solid } from './paints.ts';
import { createRingText } from './rings.ts';
import type { Template } from './template.ts';

const lift = { color: '#0000004d', x: 0, y: 12, blur: 30 };

export const sunburst: Template = {
  id: 'sunburst',
  name: 'Sunburst',
  make: (c, words) =>
    badge([
      shape(
        'Edge',
        { kind: 'star', points: 40, depth: 0.06 },
        { size: 980 },
        { fill: metallicGradient(c.accent), shadow: lift },
      ),
      shape('Disc', { kind: 'circle' }, { size: 892 }, { fill: radialGradient(c.main, c.deep) }),
      shape(
        'Rays',
        { kind: 'star', points: 40, depth: 0.55 },
        { size: 872 },
        { fill: solid('#ffffff'), opacity: 0.09 },
      ),
      shape(
        'Field',
        { kind: 'circle' },
        { size: 624 },
        { fill: solid(c.paper), stroke: { paint: metallicGradient(c.accent), width: 12 } },
      ),
      createRingText('Issuer', words.issuer, 690, {
        fill: solid('#ffffff'),
        font: 'Montserrat',
        size: 60,
        letterSpacing: 0.1,
        span: 0.84,
      }),
      ...(words.logo
        ? []
        : starsBelow({ radius: 380, size: 48, apart: 13 }, metallicGradient(c.accent))),
      icon(
        'Icon',
        words.icon,
        { at: [512, 370], size: 156 },
        { color: solid(c.main), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 572], size: [520, 230] },
        { fill: solid(c.ink), font: 'Montserrat', size: 116, lineHeight: 1.06 },
      ),
      ...createLogoPlate(words.logo, 856, metallicGradient(c.accent)),
    ]),
};
