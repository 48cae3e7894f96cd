import { isRightToLeftText } from '../text/direction.ts';
import { badge, icon, shape, side, text } from './build.ts';
import { createLogo } from './logos.ts';
import { solid } from './paints.ts';
import type { Template } from './template.ts';

export const editorial: Template = {
  id: 'editorial',
  name: 'Editorial',
  make: (c, words) => {
    // Everything aligns with the start of the title.
    const from = (x: number) => (isRightToLeftText(words.title) ? side - x : x);
    return badge([
      shape('Card', { kind: 'rectangle', radius: 72 }, { size: 960 }, { fill: solid(c.paper) }),
      shape(
        'Margin',
        { kind: 'rectangle', radius: 72 },
        { size: 960 },
        { stroke: { paint: solid(c.main), width: 8 } },
      ),
      icon(
        'Icon',
        words.icon,
        { at: [from(196), 204], size: 168 },
        { color: solid(c.main), strokeWidth: 1.4 },
      ),
      ...createLogo(words.logo, { at: [from(762), 204], size: [300, 168] }),
      text(
        'Title',
        words.title,
        { at: [512, 560], size: [800, 420] },
        {
          fill: solid(c.ink),
          font: 'Playfair Display',
          size: 168,
          lineHeight: 1.02,
          align: 'start',
        },
      ),
      shape(
        'Rule',
        { kind: 'rectangle', radius: 0 },
        { at: [from(192), 812], size: [160, 8] },
        { fill: solid(c.accent) },
      ),
      text(
        'Issuer',
        words.issuer,
        { at: [512, 882], size: [800, 92] },
        {
          fill: solid(c.main),
          font: 'Source Sans 3',
          weight: 400,
          size: 46,
          lineHeight: 1.1,
          align: 'start',
        },
      ),
    ]);
  },
};
