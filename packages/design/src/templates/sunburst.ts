import { badge, icon, shape, text } from './build.ts';
import { logoPlate } from './logos.ts';
import { starsBelow } from './ornaments.ts';
import { glow, metal, plain } from './paints.ts';
import { onRing } from './rings.ts';
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
        { fill: metal(c.accent), shadow: lift },
      ),
      shape('Disc', { kind: 'circle' }, { size: 892 }, { fill: glow(c.main, c.deep) }),
      shape(
        'Rays',
        { kind: 'star', points: 40, depth: 0.55 },
        { size: 872 },
        { fill: plain('#ffffff'), opacity: 0.09 },
      ),
      shape(
        'Field',
        { kind: 'circle' },
        { size: 624 },
        { fill: plain(c.paper), stroke: { paint: metal(c.accent), width: 12 } },
      ),
      onRing('Issuer', words.issuer, 690, {
        fill: plain('#ffffff'),
        font: 'Montserrat',
        size: 60,
        letterSpacing: 0.1,
        span: 0.84,
      }),
      ...(words.logo ? [] : starsBelow({ radius: 380, size: 48, apart: 13 }, metal(c.accent))),
      icon(
        'Icon',
        words.icon,
        { at: [512, 370], size: 156 },
        { color: plain(c.main), strokeWidth: 1.6 },
      ),
      text(
        'Title',
        words.title,
        { at: [512, 572], size: [520, 230] },
        { fill: plain(c.ink), font: 'Montserrat', size: 116, lineHeight: 1.06 },
      ),
      ...logoPlate(words.logo, 856, metal(c.accent)),
    ]),
};
