import { isRightToLeftText } from '../text/direction.ts';
import {
  createBadgeDesign,
  placeIcon,
  placeShape,
  placeText,
  side,
  type Template,
} from './build.ts';
import { createLogo, createLogoPlate, createRosette, radialGradient, solid } from './ornaments.ts';

export const editorial: Template = {
  id: 'editorial',
  name: 'Editorial',
  tags: ['modern', 'professional', 'journalism', 'design', 'typography'],
  make: (c, words) => {
    // Everything aligns with the start of the title.
    const from = (x: number) => (isRightToLeftText(words.title) ? side - x : x);
    return createBadgeDesign([
      placeShape(
        'Card',
        { kind: 'rectangle', radius: 72 },
        { size: 960 },
        { fill: solid(c.paper) },
      ),
      placeShape(
        'Margin',
        { kind: 'rectangle', radius: 72 },
        { size: 960 },
        { stroke: { paint: solid(c.main), width: 8 } },
      ),
      placeIcon(
        words,
        { at: [from(196), 204], size: 168 },
        { color: solid(c.main), strokeWidth: 1.4 },
      ),
      ...createLogo(words.logo, { at: [from(762), 204], size: [300, 168] }),
      placeText(
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
      placeShape(
        'Rule',
        { kind: 'rectangle', radius: 0 },
        { at: [from(192), 812], size: [160, 8] },
        { fill: solid(c.accent) },
      ),
      placeText(
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

export const night: Template = {
  id: 'night',
  name: 'Night',
  tags: ['science', 'space', 'gala', 'evening', 'achievement'],
  make: (c, words) => {
    const up = words.logo ? 30 : 0;
    return createBadgeDesign([
      placeShape('Sky', { kind: 'circle' }, { size: 960 }, { fill: radialGradient(c.main, c.ink) }),
      placeShape(
        'Dashes',
        { kind: 'circle' },
        { size: 880 },
        { stroke: { paint: solid('#ffffff80'), width: 10, dash: [3, 19.04] } },
      ),
      placeShape(
        'Ring',
        { kind: 'circle' },
        { size: 820 },
        { stroke: { paint: solid(c.accent), width: 3 } },
      ),
      ...createRosette(
        { size: 806, teeth: 30, depth: 0.13, lines: 3 },
        { paint: solid(c.accent), width: 2, opacity: 0.4 },
      ),
      placeIcon(
        words,
        { at: [512, 318 - up], size: 196 },
        { color: solid(c.accent), strokeWidth: 1.4 },
      ),
      placeText(
        'Title',
        words.title,
        { at: [512, 552 - up], size: [620, 220] },
        { fill: solid('#ffffff'), font: 'Cinzel', size: 132, lineHeight: 1.08 },
      ),
      placeText(
        'Issuer',
        words.issuer,
        { at: [512, 734 - up], size: [460, 104] },
        {
          fill: solid('#ffffffcc'),
          font: 'Source Sans 3',
          weight: 400,
          size: 52,
          lineHeight: 1.1,
        },
      ),
      ...createLogoPlate(words.logo, 872, solid(c.accent)),
    ]);
  },
};
